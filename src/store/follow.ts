import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import type { Loaded, Store } from './store.ts'

export interface Follower {
  /** Take it once per request: a later call may give the next commit. */
  current(): Loaded | null
  /** Looks for a newer commit, whoever made it; true when there was one. Never throws. */
  refresh(): Promise<boolean>
  /** Why the last look failed, null when it did not. What was current stays so. */
  problem(): GasolinaError | null
  /** Called after each swap; gives the function that ends it. */
  onSwap(callback: (loaded: Loaded) => void): () => void
  /** Refreshes every `everyMs`, on a timer that keeps no process alive. */
  start(everyMs: number): void
  stop(): void
}

/** A damaged newest commit is tried again this often, in milliseconds: somebody may have mended it. */
const LOOK_AGAIN = 60_000

const NEVER = { numbers: '', at: -Infinity }

export interface FollowOptions {
  onError: (error: unknown) => void
  /** Runs before a newer commit becomes current, so that no request waits for what can be made ready of it. */
  prepare?: (loaded: Loaded) => Promise<void>
}

export function followCommits(store: Store, { onError, prepare }: FollowOptions): Follower {
  let current: Loaded | null = null
  let problem: GasolinaError | null = null
  let told = ''
  /** The last look that came to an end: one that failed is made again, and told, for as long as it fails. */
  let looked = NEVER
  let underWay: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  const callbacks = new Set<(loaded: Loaded) => void>()

  return {
    current: () => current,
    problem: () => problem,
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
    try {
      const swapped = await loadNewer()
      problem = null
      told = ''
      return swapped
    } catch (error) {
      problem =
        error instanceof GasolinaError
          ? error
          : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO, { cause: error })
      looked = NEVER
      // Every five seconds the same sentence would hide all others.
      if (told !== String(error)) onError(error)
      told = String(error)
      return false
    }
  }

  async function loadNewer(): Promise<boolean> {
    const numbers = (await store.commits.list()).join()
    const settled = current !== null && current.damaged.length === 0
    if (numbers === looked.numbers && (settled || performance.now() - looked.at < LOOK_AGAIN)) return false
    const loaded = await store.commits.load()
    looked = { numbers, at: performance.now() }
    if (!loaded) return false
    if (current && !isNewer(loaded, current)) {
      current = { commit: current.commit, damaged: loaded.damaged }
      return false
    }
    await prepare?.(loaded)
    current = loaded
    for (const callback of callbacks) callback(loaded)
    return true
  }
}

/** A number is used twice only when its commit was deleted by hand: then the times differ. */
function isNewer({ commit: { cabecalho: a } }: Loaded, { commit: { cabecalho: b } }: Loaded): boolean {
  return a.seq > b.seq || (a.seq === b.seq && a.publicadoEm !== b.publicadoEm)
}
