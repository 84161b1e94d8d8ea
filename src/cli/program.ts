import type { Coleta, CopiaDaFonte, NomeDaFonte, Progress } from '../domain/state/commit-state.ts'
import type { Query } from '../query/query.ts'

/** What commands have done for them. `app/` puts the parts of the program together so, and hands this over. */
export interface Program {
  /**
   * Answers from the server at `api`, else from this machine's store; an empty store of the demonstration is filled first.
   * @throws {GasolinaError} `dados_indisponiveis` when the store is empty, or nothing in it can be read.
   */
  openQuery(api: string | undefined, wishes: Wishes): Promise<Query>
  /** The same for `situacao`, which has an answer even when there is no data or it is damaged. */
  openForStatus(api: string | undefined, wishes: Wishes): Promise<Query>
  /** The same, for asking again and again. */
  openWatch(api: string | undefined, wishes: Wishes): Promise<Watch>
  /**
   * One collection; Ctrl-C ends it soon, and what came is published.
   * @throws {GasolinaError} `coleta_em_andamento`, `fonte_falhou` when nothing was published, `armazenamento_falhou`.
   */
  collect(wishes: Wishes): Promise<Published>
  /**
   * Copies a store, all its sources, between two places as `GASOLINA_STORAGE` names them.
   * @throws {GasolinaError} `configuracao_invalida`: a place that is none, or that holds something else.
   */
  copy(places: { de: string; para: string }, wishes: Wishes): Promise<CopyOutcome>
  /** A server that listens. */
  serve(wishes: Pick<Wishes, 'tell'>): Promise<Serving>
  /** Serves MCP on stdin and stdout, until the client leaves. */
  serveAssistant(api: string | undefined, wishes: Wishes): Promise<void>
}

export interface Watch {
  query: Query
  /** Lets so many milliseconds pass, then looks for what was published meanwhile; false once the program is to end. */
  pause(ms: number): Promise<boolean>
  /** The signal that told it to end. */
  interrupted(): 'SIGINT' | 'SIGTERM' | undefined
}

export interface Wishes {
  /** A sentence for the person at the terminal. */
  tell(sentence: string): void
  onProgress?(progress: Progress): void
}

/** What a collection published. */
export interface Published {
  /** null only when it was interrupted before there was anything to publish. */
  commit: number | null
  coleta: Coleta
  fonte: NomeDaFonte
  /** What could not be tidied up afterwards, as sentences; the data is safe. */
  avisos: readonly string[]
  /** The signal that ended it before all was asked. */
  interrupted: 'SIGINT' | 'SIGTERM' | undefined
}

/** What a copy did, by source. */
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
  /** Resolves with the exit code once it was told to end and has. */
  ended: Promise<number>
}
