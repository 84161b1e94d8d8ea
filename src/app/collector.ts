import { collectionLine, nothingAsked } from '../collect/asking/collection-report.ts'
import { dueRegistry } from '../collect/registry/publish-registry.ts'
import { expected } from '../errors.ts'
import { createSchedule } from '../collect/clock/schedule.ts'
import type { Config } from '../config.ts'
import { ascending, median } from '../domain/basics/numbers.ts'
import type { Coleta, Commit } from '../domain/state/commit-state.ts'
import { type Clock, type Instante, addMs, instante, toMs } from '../domain/basics/time.ts'
import type { Log } from '../format/terminal/log.ts'
import type { Follower } from '../store/follow.ts'
import type { Store } from '../store/store.ts'
import type { CollectionEnd } from './collection-process.ts'

export type Collector = ReturnType<typeof createCollector>

export interface CollectorDeps {
  store: Store
  follower: Follower
  config: Pick<Config, 'intervaloMinutos' | 'fonte' | 'cadastro'>
  clock: Clock
  log: Log
  writeLine(line: string): void
  onError(error: unknown): void
  /** Makes one collection; never rejects. `onOutput` is called when it may have published, some seconds before its end. */
  run(signal: AbortSignal, onOutput: () => void): Promise<CollectionEnd>
  /** Takes the registry from that address; never rejects, and leaves a note of its own. */
  takeRegistry(origem: string, signal: AbortSignal): Promise<unknown>
}

/** Number of collections for the usual duration. */
const DURATIONS = 5

/** Runs collections on schedule, and records each in the store and in the log. */
export function createCollector(deps: CollectorDeps) {
  const { store, follower, config, clock, log, writeLine, onError, run } = deps
  const newest = follower.current()?.commit
  const durations: number[] = newest ? [durationOf(newest.cabecalho.coleta)] : []
  /** A collection is under way: here, or in another process that this one waits for. */
  let isUnderWay = false
  let foundBusyAt: Commit | undefined
  const schedule = createSchedule({
    intervalMinutes: config.intervaloMinutos,
    clock,
    // A rebuilt state has no commit: the next collection has to publish one now.
    lastCommitAt: follower.problem() ? null : (newest?.cabecalho.coleta.fim ?? null),
    onError,
    async run(signal, again) {
      if (!again) foundBusyAt = follower.current()?.commit
      else if (await isCollected()) {
        isUnderWay = false
        return 'done'
      }
      const inicio = instante(clock())
      isUnderWay = true
      const end = await run(signal, () => void follower.refresh())
      isUnderWay = end.kind === 'busy'
      // First, as an attempt that left nothing to serve is noted with its next one.
      await follower.refresh()
      if (!(again && end.kind === 'busy')) await recordAttempt(inicio, end)
      if (end.kind === 'done') await refreshRegistry(signal)
      return end.kind === 'busy' ? 'busy' : 'done'
    },
  })

  const { start, stop, next } = schedule
  return { start, stop, next, nextPublication, isCollecting: () => isUnderWay }

  /** When the next commit is expected; null while it is being made. */
  function nextPublication(): Instante | null {
    const next = schedule.next()
    return next === null || isUnderWay ? null : addMs(next, median(ascending(durations)) ?? 0)
  }

  /** After a collection, once a week. */
  async function refreshRegistry(signal: AbortSignal): Promise<void> {
    const { cadastro } = follower.current()?.commit ?? {}
    const attempt = await store.notes.readRegistryAttempt().catch(expected)
    const asked = { fonte: config.fonte, escolhido: config.cadastro.escolhido }
    const origem = dueRegistry(asked, cadastro, attempt ?? null, instante(clock()))
    if (origem === undefined || signal.aborted) return
    await deps.takeRegistry(origem, signal)
    await follower.refresh()
  }

  /** True when the other collector has completed. */
  async function isCollected(): Promise<boolean> {
    await follower.refresh()
    const newest = follower.current()?.commit
    return newest !== undefined && newest !== foundBusyAt && newest.cabecalho.coleta.resultado === 'completa'
  }

  /** Records the collection's own note, or without one the end of its process. */
  async function recordAttempt(inicio: Instante, { kind, motivo, avisos, stderrTail }: CollectionEnd) {
    if (stderrTail) log('erro', { causa: stderrTail })
    for (const aviso of avisos) log('aviso', { aviso })
    const noted = await store.notes.readLastAttempt()
    const own = noted && noted.coleta.inicio >= inicio ? noted.coleta : undefined
    // Sales held back before wait on.
    const retidos = noted?.coleta.retidos ?? []
    const coleta = own ?? { ...nothingAsked(inicio, instante(clock()), motivo), retidos }
    writeLine(collectionLine(coleta))
    if (kind === 'busy') return
    if (!follower.current() && !coleta.recusada) schedule.bringForward()
    durations.push(durationOf(coleta))
    durations.splice(0, durations.length - DURATIONS)
    const attempt = {
      ...noted,
      coleta,
      proxima: schedule.next(),
      publicacao: nextPublication(),
      intervalo: config.intervaloMinutos,
    }
    // A failed write of the note is reported by the attempt itself, which stays in memory.
    await store.notes.writeLastAttempt(attempt).catch(() => {})
    await store.attempts.renew().catch(() => {})
  }
}

function durationOf({ inicio, fim }: Coleta): number {
  return Math.max(0, toMs(fim) - toMs(inicio))
}
