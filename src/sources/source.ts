import { municipios } from '../domain/alagoas/municipalities.ts'
import { type Slug, slugs } from '../domain/facts/fuels.ts'
import type { FatiaComFalha } from '../domain/state/commit-state.ts'

/** A slice, the unit of requests: one fuel in one municipality. */
export type Fatia = Omit<FatiaComFalha, 'motivo'>

/** Requests made, retries included, and the failed ones among them. */
export interface Tally {
  pedidos: number
  falhas: number
}

export interface SliceAnswer<T> {
  registros: T[]
  /** Time by the source's own clock, in milliseconds, if its answer has it. */
  relogio?: number | undefined
}

/** A source of sales. A new one is one file in this folder. */
export interface Source {
  /** All slices, the largest municipalities first. */
  readonly fatias: readonly Fatia[]
  /** Slices asked at a time until a first commit is published early, where the source is slow; 0: never. */
  readonly firstCommitAfter: number
  /** `read` gets each raw record at once: a large slice is never in memory whole. `signal` ends it at once; requests are added to `tally`. @throws {RequestFailure} */
  fetch<T>(
    fatia: Fatia,
    signal: AbortSignal,
    read: (raw: unknown) => T,
    tally: Tally,
  ): Promise<SliceAnswer<T>>
  /** Past sales for an empty store, in the form of `fetch`, oldest first. */
  earlierSales?(): Iterable<SlugERegistro>
}

export interface SlugERegistro {
  combustivel: Slug
  registro: unknown
}

/** A request without an answer that can be used, or a program that ended badly. The message, a Portuguese sentence, has neither a secret nor received data. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  /** False when the same request would fail again. */
  readonly retry: boolean
  /** Other requests would fail too (bad token, firewall): the collection stops. */
  readonly fatal: boolean
  /** Milliseconds to wait, from the server's `retry-after`; 0 without one. */
  readonly retryAfter: number

  constructor(message: string, options: FailureOptions = {}) {
    const { retry = true, fatal = false, retryAfter = 0, cause } = options
    super(message, cause ? { cause } : {})
    this.retry = retry
    this.fatal = fatal
    this.retryAfter = retryAfter
  }
}

type FailureOptions = Partial<Omit<RequestFailure, keyof Error>> & { cause?: string }

/** All municipalities × fuels, the municipalities with most stations first. */
export function slicesBySize(): Fatia[] {
  return municipios
    .toSorted((a, b) => b.postos - a.postos || a.codigoIBGE - b.codigoIBGE)
    .flatMap(({ codigoIBGE, nomeNaFonte }) =>
      slugs.map((combustivel) => ({ codigoIBGE, municipio: nomeNaFonte, combustivel })),
    )
}
