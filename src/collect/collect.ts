import { createDeadline } from '../deadline.ts'
import type { Coleta, Commit, Progress } from '../domain/state/commit-state.ts'
import { type Clock, type Instante, MINUTE, SECOND, dayOf, instante, toMs } from '../domain/basics/time.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import type { Source } from '../sources/source.ts'
import type { PublishedCommit } from '../store/commits/commit-file.ts'
import type { LastAttempt } from '../store/notes/note-files.ts'
import type { Store } from '../store/store.ts'
import { describe, doneOf, nothingAsked, whyNothingCame } from './asking/collection-report.ts'
import { clockDoubt, createSteadyClock, isAhead, withoutFuture } from './clock/wrong-clock.ts'
import { createPublisher } from './publishing/publish.ts'
import { loadNewest } from './publishing/rebuild.ts'
import { createSweepResult, dueSlices } from './asking/sweep-result.ts'
import { sweep } from './asking/sweep.ts'

export interface CollectOptions {
  source: Source
  store: Store
  clock: Clock
  /** After so many milliseconds the received records are published; 50 minutes by default. */
  deadlineMs?: number
  /** Ends the collection soon: whole slices already had are published, no half ones. */
  signal?: AbortSignal
  onProgress?(progress: Progress): void
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

const LONGEST_COLLECTION = 50 * MINUTE

/** Milliseconds of asking after which a first commit is published early: at 42,000 stations it makes the collection a quarter longer. */
const EARLY_COMMIT_AFTER = 10 * SECOND

/** Why the first commit of a store is partial, where the source is slow. */
export const FIRST_COMMIT = 'Primeiro commit, só com os maiores municípios: a coleta continua.'

/** Milliseconds: well before the next collection begins. */
export function deadlineFor(intervalMinutes: number): number {
  return Math.min(LONGEST_COLLECTION, intervalMinutes * MINUTE * 0.8)
}

/** Source → merge → log → commit. No answer of the source removes known data. @throws {GasolinaError} `armazenamento_falhou`, `formato_desconhecido`. */
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
  const { source, store, clock, signal, deadlineMs = LONGEST_COLLECTION, onProgress } = options
  const present = instante(clock())
  const newest = await loadNewest(store, present)
  const ahead = newest !== null && isAhead(newest.cabecalho, present)
  // The time of a commit dated in the future is no floor; the source's answers show which clock is wrong.
  const now = createSteadyClock(clock, ahead ? undefined : newest?.cabecalho.atualizadoEm)
  const loaded = newest && withoutFuture(newest, present)
  const inicio = now()
  const result = createSweepResult(loaded)
  const publisher = createPublisher({ store, newest, inicio, now })
  const before = await store.notes.readLastAttempt()
  const known = before?.publicado ?? loaded?.cabecalho
  try {
    const { commit, coleta } = await askAndPublish()
    const steps = [note(coleta, commit?.cabecalho)]
    if (commit) {
      steps.unshift(publisher.noteHeldBack)
      // Not after the first commit of a store, which is waited for.
      if (loaded) steps.push(async () => void (await store.sales.fold(dayOf(now()))))
      // Files the changes of commits before the clean-up removes them.
      steps.push(() => store.changes.file(commit), store.commits.cleanUp)
    }
    return { coleta, commit, emAndamento: false, avisos: await attemptAll(steps) }
  } catch (error) {
    const motivo = error instanceof GasolinaError ? error.message : FRASE_ERRO_INTERNO
    await attemptAll([note(failed(motivo))])
    throw error
  }

  function note(coleta: Coleta, told: PublishedCommit | undefined = known) {
    const publicado = told && { seq: told.seq, publicadoEm: told.publicadoEm }
    return () =>
      store.notes.writeLastAttempt({ coleta, proxima: null, publicado, ...keptInterval(before, inicio) })
  }

  async function askAndPublish(): Promise<Pick<Collected, 'coleta' | 'commit'>> {
    const fatias = dueSlices(source.fatias, result.remembered, inicio)
    const tell = (phase: Progress['phase']): void =>
      onProgress?.({ phase, done: doneOf(result), total: fatias.length })

    if (!loaded && source.earlierSales) {
      tell('anteriores')
      await publisher.begin(source.earlierSales())
    }

    tell('coletando')
    const ending = createDeadline({ after: deadlineMs, parent: signal })
    const progress = { now, signal: ending.signal, onSlice: () => tell('coletando') }
    const doubtOfClock = () => clockDoubt(result, now(), ahead ? loaded?.cabecalho.atualizadoEm : undefined)
    let asked = 0
    let cause: string | undefined
    const ask = async (count = fatias.length): Promise<void> => {
      const next = fatias.slice(asked, (asked += count))
      cause = await sweep(next, { source, result, ...progress })
    }
    const goesOn = (): boolean => !cause && !ending.signal.aborted && asked < fatias.length
    try {
      const part = loaded ? 0 : source.firstCommitAfter
      if (part > 0) await ask(part)
      // A wrong clock shows in the first answers: nothing more is asked.
      if (!doubtOfClock()) {
        if (part > 0) {
          while (goesOn() && toMs(now()) - toMs(inicio) < EARLY_COMMIT_AFTER) await ask(part)
          if (goesOn() && result.registros.length > 0 && !doubtOfClock()) {
            tell('publicando')
            await publisher.publish(result, FIRST_COMMIT)
            tell('coletando')
          }
        }
        if (goesOn()) await ask()
      }
    } finally {
      ending.release()
    }
    if (ending.signal.aborted && doneOf(result) < fatias.length)
      cause ??= `A coleta ${signal?.aborted ? 'foi interrompida' : 'parou no prazo'} com ${doneOf(result)} de ${fatias.length} consultas feitas.`

    const doubt = doubtOfClock()
    if (doubt || result.registros.length === 0)
      return { coleta: failed(doubt ?? cause ?? whyNothingCame(result)), commit: null }
    tell('publicando')
    if (ahead) await store.sales.moveFromFuture(now())
    const commit = await publisher.publish(result, cause)
    tell('concluindo')
    return { coleta: commit.cabecalho.coleta, commit }
  }

  /** Sales held back before wait on. */
  function failed(motivo: string): Coleta {
    const retidos = before?.coleta.retidos ?? []
    return describe(result, { inicio, fim: now(), resultado: 'falhou', motivo, retidos })
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
