import type { Slug } from '../domain/facts/fuels.ts'
import type { NomeDaFonte } from '../domain/state/commit-state.ts'

/** The unit of asking: one fuel in one municipality. */
export interface Fatia {
  codigoIBGE: number
  municipio: string
  combustivel: Slug
}

/** A slice's answer: what was made of each of its records, in their order. */
export interface SliceAnswer<T> {
  registros: T[]
  /** Requests it took, retries included, and how many of them failed. */
  pedidos: number
  falhas: number
  /** What the source's own clock said, in milliseconds, where it told. */
  relogio?: number | undefined
}

/** Where sales come from. A new one is one file in this folder. */
export interface Source {
  readonly nome: NomeDaFonte
  /** How many slices may be asked at once. */
  readonly connections: number
  /** All slices, those that matter most to most people first. */
  readonly fatias: readonly Fatia[]
  /** How many of the first slices make a first commit worth publishing early; 0 for none. */
  readonly firstCommitAfter: number
  /**
   * `read` gets each record as the source wrote it, at once: a large slice is never in memory whole.
   * @throws {SourceFailure} when the slice could not be had; `signal` ends it at once.
   */
  fetch<T>(fatia: Fatia, signal: AbortSignal, read: (raw: unknown) => T): Promise<SliceAnswer<T>>
  /** Earlier sales a source can tell of an empty store, as `fetch` would have shown them, oldest first. */
  earlierSales?(): Iterable<SlugERegistro>
}

export interface SlugERegistro {
  combustivel: Slug
  registro: unknown
}

/** A slice that could not be had. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  /** Asking for other slices is pointless (bad token, firewall): the collection stops. */
  readonly fatal: boolean
  readonly pedidos: number
  readonly falhas: number

  /** @param message a Portuguese sentence for people; never holds the token or the body received. */
  constructor(
    message: string,
    {
      fatal = false,
      pedidos = 1,
      falhas = pedidos,
    }: { fatal?: boolean; pedidos?: number; falhas?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.fatal = fatal
    this.pedidos = pedidos
    this.falhas = falhas
  }
}
