import type { Coleta, CopiaDaFonte, NomeDaFonte, Progress } from '../domain/state/commit-state.ts'
import type { countBrands } from '../domain/registry/registry.ts'
import type { Query } from '../query/query.ts'
import type { Clock } from '../domain/basics/time.ts'

/** The tasks of commands, implemented in `app/`. */
export interface Program {
  /** Query of the server at `api`, else of this machine's store; an empty demonstration is filled first. @throws {GasolinaError} `dados_indisponiveis`. */
  openQuery(api: string | undefined, feedback: Feedback): Promise<Query>
  /** Query for `situacao`, which has an answer even when there is no data or it is damaged. */
  openForStatus(api: string | undefined, feedback: Feedback): Promise<Query>
  openWatch(api: string | undefined, feedback: Feedback): Promise<Watch>
  /** Ctrl-C ends it soon: the sales so far are published. @throws {GasolinaError} `coleta_em_andamento`, `fonte_falhou`, `armazenamento_falhou`. */
  collect(feedback: Feedback): Promise<CollectionOutcome>
  /** Places as `GASOLINA_STORAGE` names them. @throws {GasolinaError} `configuracao_invalida` for a wrong one, or one with other data. */
  copy(places: { de: string; para: string }, feedback: Feedback): Promise<CopyOutcome>
  /** @throws {GasolinaError} `fonte_falhou` when it did not come, is refused or is held back; the old one stays. */
  takeRegistry(wanted: WantedRegistry, feedback: Feedback): Promise<TakenRegistry>
  serve(feedback: Pick<Feedback, 'tell'>): Promise<Serving>
  /** Serves MCP on stdin and stdout, until the client closes them. */
  serveAssistant(api: string | undefined, feedback: Feedback): Promise<void>
}

export type Destination =
  | { para: URL; programa?: undefined }
  | { programa: readonly string[]; para?: undefined }

/** A change as one line of JSON, and as a sentence. */
export interface Notice {
  json: string
  title: string
}

export interface Watch {
  query: Query
  /** A call ends when its notice is accepted, or `aviso_falhou`. @throws {GasolinaError} `parametro_invalido`: no such program. */
  openDelivery(to: Destination, once: boolean): Promise<(notice: Notice) => Promise<void>>
  /** Waits, then looks for new publications; false when the program has to end. */
  pause(ms: number): Promise<boolean>
  interrupted(): 'SIGINT' | 'SIGTERM' | undefined
}

export interface Feedback {
  tell(sentence: string): void
  onProgress?(progress: Progress): void
}

export interface CollectionOutcome {
  /** null only after an interruption before the first sale. */
  commit: number | null
  coleta: Coleta
  fonte: NomeDaFonte
  /** Failures of the clean-up afterwards, as sentences; the data is safe. */
  avisos: readonly string[]
  interrupted: 'SIGINT' | 'SIGTERM' | undefined
}

export interface WantedRegistry {
  origem: string | undefined
  /** Takes one that is much smaller than the last. */
  forcar: boolean
}

export interface TakenRegistry extends ReturnType<typeof countBrands> {
  commit: number
  origem: string
  /** Stations of the state in the registry, and those that declared a sale. */
  postos: number
  conhecidos: number
  recusadas: number
}

export interface CopyOutcome {
  /** The places, without their secrets. */
  de: string
  para: string
  fontes: readonly CopiaDaFonte[]
}

export interface Serving {
  /** Base of its links, without a final slash. */
  urlBase: string
  /** Address and port, as the system has them. */
  place: string
  fonte: NomeDaFonte
  storage: string
  ended: Promise<number>
}

/** Environment, clock and output streams: of the process, or of a test. */
export interface ProcessContext {
  env: Record<string, string | undefined>
  clock: Clock
  stdout: Output
  stderr: Output
}

export interface Surroundings extends ProcessContext {
  program: Program
}

export interface Output {
  write(chunk: string | Uint8Array): unknown
  isTTY?: boolean
  columns?: number
}

/** Width of a pipe or a file: that of a usual terminal window. */
const DEFAULT_WIDTH = 80
const MIN_WIDTH = 40

export function widthOf({ stdout, env }: Surroundings): number {
  const width = stdout.columns ?? Number.parseInt(env['COLUMNS'] ?? '', 10)
  return Math.max(MIN_WIDTH, Number.isFinite(width) && width > 0 ? width : DEFAULT_WIDTH)
}

/** Colour is for terminals whose owner did not refuse it (https://no-color.org). */
export function wantsColour({ env }: Surroundings, output: Output): boolean {
  return output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}
