import type { Coleta, Commit } from '../domain/state/commit-state.ts'
import { type Clock, type Instante, MINUTE, dayOf, instante, toMs } from '../domain/basics/time.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import type { LastAttempt } from '../store/notes/note-files.ts'
import { nothingAsked } from './asking/collection-report.ts'
import { createSteadyClock, isAhead, withoutFuture } from './clock/wrong-clock.ts'
import { loadNewest } from './publishing/rebuild.ts'
import {
  type AskOptions,
  LONGEST_COLLECTION,
  type UnderWay,
  askAndPublish,
  failed,
} from './ask-and-publish.ts'
import { createSweepResult } from './asking/sweep-result.ts'

export interface CollectOptions extends AskOptions {
  clock: Clock
}

export interface Collected {
  coleta: Coleta
  /** null without a valid record (`coleta.motivo` says why): the old data stays. */
  commit: Commit | null
  /** Another process is collecting, so this one asked nothing, as `coleta` says. */
  emAndamento: boolean
  /** Failures of the clean-up after publishing, as sentences; the data is safe. */
  avisos: string[]
}

/** Milliseconds: well before the next collection begins. */
export function deadlineFor(intervalMinutes: number): number {
  return Math.min(LONGEST_COLLECTION, intervalMinutes * MINUTE * 0.8)
}

/**
 * One collection: source → merge → log → commit. No answer of the source removes known data.
 * @throws {GasolinaError} `armazenamento_falhou` or `formato_desconhecido`; the old data stays.
 */
export async function collect(options: CollectOptions): Promise<Collected> {
  const { store, clock } = options
  const unlock = await store.tryLock()
  try {
    if (unlock) return await collectNow(options)
    const inicio = instante(clock())
    return { coleta: nothingAsked(inicio, inicio), commit: null, emAndamento: true, avisos: [] }
  } finally {
    await unlock?.()
  }
}

async function collectNow(options: CollectOptions): Promise<Collected> {
  const { store, clock } = options
  const present = instante(clock())
  const newest = await loadNewest(store, present)
  const ahead = newest !== null && isAhead(newest.cabecalho, present)
  // The time of a commit dated in the future is no floor; the source's answers show which clock is wrong.
  const now = createSteadyClock(clock, ahead ? undefined : newest?.cabecalho.atualizadoEm)
  const loaded = newest && withoutFuture(newest, present)
  const inicio = now()
  const result = createSweepResult(loaded?.estado)
  const state: UnderWay = { newest, loaded, ahead, now, inicio, result }
  const before = await store.notes.readLastAttempt()
  const known = before?.publicado ?? loaded?.cabecalho
  const note = (coleta: Coleta, told = known) => {
    const publicado = told && { seq: told.seq, publicadoEm: told.publicadoEm }
    return () =>
      store.notes.writeLastAttempt({ coleta, proxima: null, publicado, ...keptInterval(before, inicio) })
  }
  try {
    const { commit, coleta, notes } = await askAndPublish(options, state)
    const steps = [...notes, note(coleta, commit?.cabecalho)]
    if (commit) {
      // Not after the first commit of a store, which is waited for.
      if (loaded) steps.push(async () => void (await store.sales.fold(dayOf(now()))))
      // Files the changes of commits before the clean-up removes them.
      steps.push(
        () => store.changes.file(commit),
        () => store.commits.cleanUp(),
      )
    }
    return { coleta, commit, emAndamento: false, avisos: await attemptAll(steps) }
  } catch (error) {
    const motivo = error instanceof GasolinaError ? error.message : FRASE_ERRO_INTERNO
    await attemptAll([note(failed(state, motivo))])
    throw error
  }
}

/** The interval in the note, unless its collector missed a whole one: a collector that is alive notes it again only at the end. */
function keptInterval(before: LastAttempt | null, inicio: Instante): Pick<LastAttempt, 'intervalo'> {
  const { proxima, intervalo } = before ?? {}
  if (!proxima || intervalo === undefined) return {}
  return toMs(inicio) < toMs(proxima) + intervalo * MINUTE ? { intervalo } : {}
}

/** The commit is published, so failures of the store become warnings. */
export async function attemptAll(steps: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const avisos: string[] = []
  for (const step of steps)
    await step().catch((error: unknown) => {
      if (!(error instanceof GasolinaError)) throw error
      avisos.push(error.message)
    })
  return avisos
}
