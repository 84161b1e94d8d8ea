import type { NomeDaFonte } from '../domain/state.ts'
import type { LastAttempt, SalesLog } from '../store/store.ts'
import type { Instante } from '../domain/time.ts'
import type { Snapshot } from './snapshot.ts'

/** What the questions are answered from: the commit served at this moment, and the log of sales beside it. */
export interface Dataset {
  readonly fonte: NomeDaFonte
  readonly sales: SalesLog
  /**
   * Take it once per question: the next call may give a newer one.
   * @throws {GasolinaError} `dados_indisponiveis` before the first commit.
   */
  snapshot(): Snapshot
  /** What only `situacao` tells. */
  status(): Promise<Status>
}

export interface Status {
  snapshot: Snapshot | null
  /** Newer commits that could not be read. */
  damaged: readonly number[]
  /** Why the newest state of the store could not be read, a Portuguese sentence; null when it could. */
  problem: string | null
  lastAttempt: LastAttempt | null
  proximaColeta: Instante | null
}
