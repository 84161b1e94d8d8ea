import { isDeepStrictEqual } from 'node:util'
import type { Commit } from '../domain/state/commit-state.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import type { PresentFiles } from './monthly-files/published-months.ts'
import { isAway } from './engines/checked-files.ts'
import { NOT_STORED, type PublishedCommit } from './commits/commit-file.ts'
import type { Head, Loaded } from './commits/commit-log.ts'
import type { Store } from './store.ts'

export type Follower = ReturnType<typeof followCommits>

export interface FollowOptions {
  onError: (error: unknown) => void
  /** Prepares another commit before it becomes current, so that no request waits. */
  prepare?: (loaded: Loaded) => Promise<void>
  /** Makes a commit of the log of sales where none of the store is intact; null where that fails too. It is served only while no other is. */
  rebuild?: () => Promise<Commit | null>
  /** Milliseconds of inspection of the store at a look; 0 by default. */
  inspectMs?: number
  /** One look in so many inspects the store, and looks for new monthly files; 1 by default. Each read of an engine is a paid request. While a file is damaged, every look does. */
  inspectEvery?: number
}

/** Tasks of a look at the store, in this order. */
type Task = 'commits' | 'monthly files' | 'inspection'

/** Follows the newest intact commit, of any number: a store may be restored from a copy, or emptied; then the current one is kept. */
export function followCommits(store: Store, options: FollowOptions) {
  const { onError, prepare, rebuild, inspectMs = 0, inspectEvery = 1 } = options
  const callbacks = new Set<(loaded: Loaded) => void>()
  let current: Loaded | null = null
  /** The newest commit ever seen, here or by a collector, to notice a store that has lost it: emptied, replaced, restored from a copy. */
  let newest: PublishedCommit | null = null
  let lost: PublishedCommit | null = null
  /** The error of the last look; undefined when it succeeded. */
  let failure: unknown
  /** Messages of failures that are not over, by task. Each is logged once: repeated every five seconds it would hide others. */
  const logged = new Map<Task, string>()
  /** The store as last loaded: while it is the same nothing is loaded. An undefined `head` is like no other. */
  let seen: { head: Head | null | undefined; damaged: readonly string[] } = { head: undefined, damaged: [] }
  let monthlyFiles: PresentFiles | undefined
  let looks = 0
  let underWay: Promise<boolean> | undefined
  let following: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined

  return {
    /** The commit to answer from; call it once per request. A new object whenever commit or files have changed. */
    current: () => current,
    /** The failure of the last look, null when it succeeded. The current commit is kept. */
    problem: () => problemOf(failure),
    /** The newest commit ever seen, when the store has lost it. */
    lost: () => lost,
    refresh,
    /** Called after each swap; gives the function that ends it. */
    onSwap(callback: (loaded: Loaded) => void): () => void {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    /** Refreshes every `everyMs`, on a timer that keeps no process alive. */
    start(everyMs: number): void {
      clearInterval(timer)
      timer = setInterval(() => void refresh(), everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }

  /** Looks for another commit, of any process; true when there was one. Never throws. A look under way may have begun before the commit: another follows it. */
  function refresh(): Promise<boolean> {
    if (underWay) return (following ??= underWay.then(async (swapped) => (await refresh()) || swapped))
    following = undefined
    underWay = look().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function look(): Promise<boolean> {
    const swapped = await attempt('commits', loadOther)
    const isDueAnyway = looks++ % inspectEvery === 0
    // Monthly files are published without a commit.
    if (isDueAnyway && failure === undefined) await attempt('monthly files', noticeMonthlyFiles)
    const before = store.damaged()
    if (inspectMs === 0 || (!isDueAnyway && before.length === 0) || isAway(failure)) return swapped
    await store.inspect(inspectMs).then(
      () => logged.delete('inspection'),
      (error: unknown) => logOnce('inspection', error),
    )
    const isSame = isDeepStrictEqual(before, store.damaged())
    return isSame ? swapped : (await attempt('commits', loadOther)) || swapped
  }

  async function attempt(task: Task, load: () => Promise<boolean | void>): Promise<boolean> {
    try {
      const swapped = await load()
      failure = undefined
      logged.delete(task)
      return swapped === true
    } catch (error) {
      logOnce(task, error)
      failure = error
      seen = { ...seen, head: undefined }
      return false
    }
  }

  function logOnce(task: Task, error: unknown): void {
    if (logged.get(task) !== String(error)) onError(error)
    logged.set(task, String(error))
  }

  async function noticeMonthlyFiles(): Promise<void> {
    await store.monthlyFiles.refresh()
    const present = await store.monthlyFiles.present()
    if (present !== monthlyFiles && current) await swap({ ...current })
  }

  async function loadOther(): Promise<boolean> {
    // Read before the listing, so that the commit named by the note is listed.
    newest ??= (await store.notes.readLastAttempt())?.publicado ?? null
    if (isDeepStrictEqual({ head: await store.commits.head(), damaged: store.damaged() }, seen)) return false
    const loaded = await store.commits.load(current?.commit).catch(async (error: unknown) => {
      await serveRebuilt(error)
      throw error
    })
    const missing = missingFrom(loaded)
    const next = loaded ?? (current && { commit: current.commit, damaged: [] })
    const isOther = next?.commit !== current?.commit
    if (next && isOther) await prepare?.(next)
    const isSame = !isOther && missing === lost && isDeepStrictEqual(next?.damaged, current?.damaged)
    lost = missing
    const damaged = store.damaged()
    if (!isSame || !isDeepStrictEqual(damaged, seen.damaged)) await swap(next)
    seen = { head: headOf(loaded), damaged }
    return isOther
  }

  /** The newest commit, when the store gave another and does not have it as damaged; of an empty store the one in memory. */
  function missingFrom(given: Loaded | null): PublishedCommit | null {
    if (!given) {
      const held = current?.commit.cabecalho
      return held && held.seq !== NOT_STORED ? held : newest
    }
    const { seq, publicadoEm } = given.commit.cabecalho
    // Numbers grow and so do times; a store begun anew begins its numbers anew, and a clock may be set back.
    if (!newest || seq > newest.seq || publicadoEm > newest.publicadoEm) newest = { seq, publicadoEm }
    const isGiven = newest.seq === seq && newest.publicadoEm === publicadoEm
    return isGiven || given.damaged.includes(newest.seq) ? null : newest
  }

  /** Serves a rebuilt commit where none is intact and none in memory; rebuilds when the damage changes. */
  async function serveRebuilt(error: unknown): Promise<void> {
    const isStale = !isDeepStrictEqual(store.damaged(), seen.damaged)
    const isNeeded = !current || (current.commit.cabecalho.seq === NOT_STORED && isStale)
    if (!rebuild || !isNeeded) return
    if (!(error instanceof GasolinaError) || error.codigo !== 'dados_indisponiveis') return
    const commit = await rebuild()
    seen = { head: undefined, damaged: store.damaged() }
    if (!commit) return
    const next = { commit, damaged: [] }
    await prepare?.(next)
    await swap(next)
  }

  /** Changes the current object, for another commit or other files of the log: caches of answers end with it. */
  async function swap(next: Loaded | null): Promise<void> {
    await store.sales.refresh()
    await store.monthlyFiles.refresh()
    monthlyFiles = await store.monthlyFiles.present()
    current = next
    if (next) for (const callback of callbacks) callback(next)
  }
}

/** Undefined where newer commits are damaged, which may be mended at any time. */
function headOf(loaded: Loaded | null): Head | null | undefined {
  if (!loaded) return null
  const { commit, damaged } = loaded
  return damaged.length > 0 ? undefined : { seq: commit.cabecalho.seq, sha256: commit.sha256 }
}

function problemOf(failure: unknown): GasolinaError | null {
  if (failure === undefined || failure instanceof GasolinaError) return failure ?? null
  return new GasolinaError('erro_interno', FRASE_ERRO_INTERNO, { cause: failure })
}
