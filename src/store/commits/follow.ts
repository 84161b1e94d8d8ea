import type { Commit } from '../../domain/state/commit-state.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../../errors.ts'
import type { BulkPresent } from '../bulk/bulk-months.ts'
import { isAway } from '../engines/checked-files.ts'
import { NOT_STORED } from './commit-file.ts'
import type { Head, Loaded, Published, Store } from '../store.ts'
import { createLostCommits } from './lost-commits.ts'

export interface Follower {
  /** Take it once per request: a later call may give another. A new object whenever what answers rest on has changed. */
  current(): Loaded | null
  /** Looks for another commit, whoever made it; true when there was one. Never throws. */
  refresh(): Promise<boolean>
  /** Why the last look failed, null when it did not. What was current stays so. */
  problem(): GasolinaError | null
  /** The newest commit known to have been published, when the store holds it no more, nor one after it. */
  lost(): Published | null
  /** Called after each swap; gives the function that ends it. */
  onSwap(callback: (loaded: Loaded) => void): () => void
  /** Refreshes every `everyMs`, on a timer that keeps no process alive. */
  start(everyMs: number): void
  stop(): void
}

export interface FollowOptions {
  onError: (error: unknown) => void
  /** Runs before another commit becomes current, so that no request waits for what can be made ready of it. */
  prepare?: (loaded: Loaded) => Promise<void>
  /** Makes a commit of what is left of a store in which none is whole; served only where there is nothing else. */
  rebuild?: () => Promise<Commit | null>
  /** For how many milliseconds a look also inspects some of the store; not at all unless told. */
  inspectMs?: number
  /** Every how many looks it does, while nothing is known to be damaged: each read of an engine is a request that somebody pays. */
  inspectEvery?: number
}

/**
 * Serves the newest commit that is there and whole, whatever its number: a store may be restored from a copy, emptied or
 * replaced while it is served. What was loaded stays while the store has nothing to give.
 */
export function followCommits(store: Store, options: FollowOptions): Follower {
  const { onError, prepare, rebuild, inspectMs = 0, inspectEvery = 1 } = options
  let current: Loaded | null = null
  let problem: GasolinaError | null = null
  let lost: Published | null = null
  /** The head of the store at the last look that found nothing amiss: while it is the same, there is nothing to do. */
  let settled: string | undefined
  /** The files known to be damaged then. */
  let damage = ''
  let told = ''
  let underWay: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  let bulk: BulkPresent | undefined
  const lostCommits = createLostCommits()
  const callbacks = new Set<(loaded: Loaded) => void>()

  return {
    current: () => current,
    problem: () => problem,
    lost: () => lost,
    refresh,
    onSwap(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    start(everyMs) {
      clearInterval(timer)
      timer = setInterval(() => void refresh(), everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }

  function refresh(): Promise<boolean> {
    underWay ??= look().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function look(): Promise<boolean> {
    const swapped = await attempt(loadOther)
    const isDueAnyway = looks++ % inspectEvery === 0
    // Made beside commits, and noticed by looking.
    if (isDueAnyway && !problem) await attempt(noticeBulk)
    const before = String(store.damaged())
    const isDue = isDueAnyway || before !== ''
    if (inspectMs === 0 || !isDue || isAway(problem)) return swapped
    await store.inspect(inspectMs).catch(onError)
    return before === String(store.damaged()) ? swapped : (await attempt(loadOther)) || swapped
  }

  async function noticeBulk(): Promise<boolean> {
    await store.bulk.refresh()
    const present = await store.bulk.present()
    if (present !== bulk && current) await renew({ ...current })
    bulk = present
    return false
  }

  async function attempt(load: () => Promise<boolean>): Promise<boolean> {
    try {
      const swapped = await load()
      problem = null
      told = ''
      return swapped
    } catch (error) {
      problem =
        error instanceof GasolinaError
          ? error
          : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO, { cause: error })
      settled = undefined
      // Every five seconds the same sentence would hide all others.
      if (told !== String(error)) onError(error)
      told = String(error)
      return false
    }
  }

  async function loadOther(): Promise<boolean> {
    // The note before the list: a commit it tells of was there to be listed.
    if (!lostCommits.newest()) lostCommits.hear((await store.notes.readLastAttempt())?.publicado)
    const isKnown = identityOf(await store.commits.head()) === settled
    if (isKnown && String(store.damaged()) === damage) return false
    const loaded = await store.commits.load(current?.commit).catch(async (error: unknown) => {
      await serveRebuilt(error)
      throw error
    })
    const missing = lostCommits.missing(loaded, current?.commit.cabecalho)
    const next = loaded ?? (current && { commit: current.commit, damaged: [] })
    const swapped = next?.commit !== current?.commit
    if (next && swapped) await prepare?.(next)
    const isSame = !swapped && missing === lost && String(next?.damaged) === String(current?.damaged)
    lost = missing
    const found = String(store.damaged())
    if (!isSame || found !== damage) await renew(next)
    settled = loaded && loaded.damaged.length > 0 ? undefined : identityOf(loaded && headOf(loaded.commit))
    damage = found
    return swapped
  }

  /** Where nothing is whole and nothing held; made anew when more or less of the store can be read. */
  async function serveRebuilt(error: unknown): Promise<void> {
    const isNeeded =
      !current || (current.commit.cabecalho.seq === NOT_STORED && damage !== String(store.damaged()))
    if (!rebuild || !isNeeded) return
    if (!(error instanceof GasolinaError) || error.codigo !== 'dados_indisponiveis') return
    const commit = await rebuild()
    damage = String(store.damaged())
    if (!commit) return
    const next = { commit, damaged: [] }
    await prepare?.(next)
    await renew(next)
  }

  /** Another commit, or answers that rest on other files of the log: whatever was remembered of them ends here. */
  async function renew(next: Loaded | null): Promise<void> {
    await store.sales.refresh()
    await store.bulk.refresh()
    bulk = await store.bulk.present()
    current = next
    if (next) for (const callback of callbacks) callback(next)
  }
}

function headOf({ sha256, cabecalho }: Commit): Head {
  return { seq: cabecalho.seq, sha256 }
}

function identityOf(head: Head | null): string {
  return head ? `${head.seq} ${head.sha256}` : 'none'
}
