import type { Commit } from '../domain/state.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import type { Head, Loaded, Published, Store } from './store.ts'

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
  /** For how many milliseconds each look also inspects some of the store; not at all unless told. */
  inspectMs?: number
}

/**
 * Serves the newest commit that is there and whole, whatever its number: a store may be restored from a copy, emptied or
 * replaced while it is served. What was loaded stays while the store has nothing to give.
 */
export function followCommits(store: Store, options: FollowOptions): Follower {
  const { onError, prepare, inspectMs = 0 } = options
  let current: Loaded | null = null
  let problem: GasolinaError | null = null
  let lost: Published | null = null
  /** The newest commit ever seen or heard of. */
  let newest: Published | null = null
  /** The head of the store at the last look that found nothing amiss: while it is the same, there is nothing to do. */
  let settled: string | undefined
  /** The files known to be damaged then. */
  let damage = ''
  let told = ''
  let underWay: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
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
    let swapped = false
    try {
      swapped = await loadOther()
      problem = null
      told = ''
      if (inspectMs > 0) await store.inspect(inspectMs)
      if (damage !== String(store.damaged())) swapped = (await loadOther()) || swapped
    } catch (error) {
      problem =
        error instanceof GasolinaError
          ? error
          : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO, { cause: error })
      settled = undefined
      // Every five seconds the same sentence would hide all others.
      if (told !== String(error)) onError(error)
      told = String(error)
    }
    return swapped
  }

  async function loadOther(): Promise<boolean> {
    // The note before the list: a commit it tells of was there to be listed.
    newest ??= (await store.notes.readLastAttempt())?.publicado ?? null
    const isKnown = identityOf(await store.commits.head()) === settled
    if (isKnown && String(store.damaged()) === damage) return false
    const loaded = await store.commits.load(current?.commit)
    const swapped = loaded !== null && loaded.commit !== current?.commit
    if (swapped) await prepare?.(loaded)
    const before = lost
    if (loaded && (!newest || isNewer(loaded.commit.cabecalho, newest))) newest = loaded.commit.cabecalho
    lost = loaded ? missing(newest, loaded) : (current?.commit.cabecalho ?? newest)
    const next = loaded ?? (current && { commit: current.commit, damaged: [] })
    const found = String(store.damaged())
    if (swapped || found !== damage || lost !== before || String(next?.damaged) !== String(current?.damaged))
      await renew(next)
    damage = found
    settled = loaded && loaded.damaged.length > 0 ? undefined : identityOf(loaded && headOf(loaded.commit))
    return swapped
  }

  /** Another commit, or answers that rest on other files of the log: whatever was remembered of them ends here. */
  async function renew(next: Loaded | null): Promise<void> {
    await store.sales.refresh()
    current = next
    if (next) for (const callback of callbacks) callback(next)
  }
}

/** Numbers grow and so do times; a store begun anew begins its numbers anew, and a clock may be set back. */
function isNewer(a: Published, b: Published): boolean {
  return a.seq > b.seq || a.publicadoEm > b.publicadoEm
}

/** The newest known, when it is neither what was loaded nor damaged in its place. */
function missing(newest: Published | null, { commit, damaged }: Loaded): Published | null {
  const { seq, publicadoEm } = commit.cabecalho
  const isThere = newest?.seq === seq && newest.publicadoEm === publicadoEm
  return !newest || isThere || damaged.includes(newest.seq) ? null : newest
}

function headOf({ sha256, cabecalho }: Commit): Head {
  return { seq: cabecalho.seq, sha256 }
}

function identityOf(head: Head | null): string {
  return head ? `${head.seq} ${head.sha256}` : 'none'
}
