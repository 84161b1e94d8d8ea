import { createDeadline } from '../deadline.ts'
import type { Coleta, Commit, Progress } from '../domain/state/commit-state.ts'
import { type Instante, MINUTE } from '../domain/basics/time.ts'
import type { Source } from '../sources/source.ts'
import type { Store } from '../store/store.ts'
import { describe, doneOf, whyNothingCame } from './asking/collection-report.ts'
import { backfill } from './publishing/backfill.ts'
import { clockDoubt } from './clock/wrong-clock.ts'
import { createPublisher } from './publishing/publish.ts'
import { type SweepResult, dueSlices, rememberSlices } from './asking/sweep-result.ts'
import { sweep } from './asking/sweep.ts'

/** Longest collection, in milliseconds: well before the next hourly one. */
export const LONGEST_COLLECTION = 50 * MINUTE

export interface AskOptions {
  source: Source
  store: Store
  /** After so many milliseconds the received records are published; 50 minutes by default. */
  deadlineMs?: number
  /** Ends the collection soon: whole slices already had are published, no half ones. */
  signal?: AbortSignal
  onProgress?(progress: Progress): void
}

/** A collection under way. */
export interface UnderWay {
  /** The newest commit as published; `loaded` is the same without sales dated in the future. */
  newest: Commit | null
  loaded: Commit | null
  /** True when it is dated in the future by this machine's clock. */
  ahead: boolean
  inicio: Instante
  now(): Instante
  result: SweepResult
}

export interface Outcome {
  coleta: Coleta
  commit: Commit | null
  /** Writes of notes, after the commit. */
  notes: (() => Promise<void>)[]
}

/** Asks, merges and publishes; without one valid record nothing is published and `coleta` says why. */
export async function askAndPublish(options: AskOptions, state: UnderWay): Promise<Outcome> {
  const { source, store, signal, deadlineMs = LONGEST_COLLECTION, onProgress } = options
  const { newest, loaded, now, inicio, result } = state
  const memory = rememberSlices(loaded?.fatias ?? [])
  const fatias = dueSlices(source.fatias, memory, inicio)
  const tell = (phase: Progress['phase']): void =>
    onProgress?.({ phase, done: doneOf(result), total: fatias.length })

  const publisher = createPublisher({ store, newest, inicio, now })
  if (!loaded && source.earlierSales) {
    tell('anteriores')
    const { estado, vendas } = backfill(source.earlierSales(), inicio)
    await publisher.begin(estado, vendas)
  }

  tell('coletando')
  const ending = createDeadline({ after: deadlineMs, parent: signal })
  const ask = (from: number, to?: number): Promise<string | undefined> =>
    sweep(fatias.slice(from, to), {
      source,
      result,
      memory,
      now,
      signal: ending.signal,
      onSlice: () => tell('coletando'),
    })
  const doubtOfClock = () =>
    clockDoubt(result, now(), state.ahead ? loaded?.cabecalho.atualizadoEm : undefined)
  let cause: string | undefined
  try {
    const early = loaded ? 0 : source.firstCommitAfter
    if (early > 0) cause = await ask(0, early)
    if (!cause && !ending.signal.aborted && !doubtOfClock()) {
      if (early > 0 && result.registros.length > 0) await publisher.publish(result, FIRST_COMMIT)
      cause = await ask(early)
    }
  } finally {
    ending.release()
  }
  if (ending.signal.aborted && doneOf(result) < fatias.length)
    cause ??= `A coleta ${signal?.aborted ? 'foi interrompida' : 'parou no prazo'} com ${doneOf(result)} de ${fatias.length} consultas feitas.`

  const doubt = doubtOfClock()
  if (doubt || result.registros.length === 0)
    return { coleta: failed(state, doubt ?? cause ?? whyNothingCame(result)), commit: null, notes: [] }
  tell('publicando')
  if (state.ahead) await store.sales.moveFromFuture(now())
  const commit = await publisher.publish(result, cause)
  tell('pronto')
  return { coleta: commit.cabecalho.coleta, commit, notes: [publisher.noteHeldBack] }
}

/** Why the first commit of a store is partial: the whole one follows within a minute or two. */
export const FIRST_COMMIT = 'Primeiro commit, só com os maiores municípios: a coleta continua.'

export function failed(state: UnderWay, motivo: string): Coleta {
  const { result, inicio, now } = state
  return describe(result, { inicio, fim: now(), resultado: 'falhou', motivo })
}
