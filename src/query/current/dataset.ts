import { type Clock, type Instante, instante, MINUTE, SECOND, toMs } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { LastAttempt } from '../../store/notes/note-files.ts'
import type { Loaded } from '../../store/commits/commit-log.ts'
import type { Follower } from '../../store/follow.ts'
import type { Store } from '../../store/store.ts'
import { createSnapshot, type Snapshot } from '../lists/snapshot.ts'
import { refusalOfEmpty } from './no-data.ts'

/** Data behind every answer: the commit served now, earlier changes, and the files of months. */
export type Dataset = ReturnType<typeof createDataset>

/** Facts only `situacao` shows. */
export type Status = Awaited<ReturnType<Dataset['status']>>

/** The commit served: the newest of a store that is followed. */
export type CurrentCommit = Pick<Follower, 'current' | 'lost'> & {
  problem(): Pick<GasolinaError, 'message' | 'motivo'> | null
}

interface DatasetDeps {
  store: Pick<Store, 'fonte' | 'sales' | 'days' | 'monthlyFiles' | 'changes' | 'damaged' | 'refused'> & {
    attempts: Omit<Store['attempts'], 'renew'>
  }
  follow: CurrentCommit
  /** Time by the schedule of this process; without it, what the last collector noted. */
  proximaColeta?: (() => Instante | null) | undefined
  /** True while a collection of this process is under way. */
  isCollecting?: () => boolean
  clock: Clock
  /** True where this process collects; with the configured interval. */
  coleta?: boolean
  intervaloMinutos: number
}

export function createDataset(deps: DatasetDeps) {
  const { store, follow, proximaColeta, clock, coleta = false, intervaloMinutos } = deps
  const { isCollecting = () => false } = deps
  const { fonte, changes, monthlyFiles, attempts } = store
  /** Asked for several times per request. */
  let latest: { loaded: Loaded; hours: ReturnType<typeof collections>; snapshot: Snapshot } | undefined
  return { fonte, changes, monthlyFiles, snapshot, status, collections }

  /** Once per question: a later call may return a newer one, as a new object. @throws {GasolinaError} `dados_indisponiveis` before the first commit. */
  function snapshot(): Snapshot {
    const loaded = follow.current()
    if (!loaded) {
      const { frase, tentarEm } = refusalOfEmpty({ lastAttempt: attempts.known(), ...present() })
      throw new GasolinaError('dados_indisponiveis', follow.problem()?.message ?? frase, { tentarEm })
    }
    const hours = collections()
    // Pages tell of the hours of collections, too.
    const isSame = latest?.hours.interval === hours.interval && latest.hours.oldAfter === hours.oldAfter
    if (!latest || latest.loaded !== loaded || !isSame) {
      const snapshot = createSnapshot(loaded.commit, store)
      // A copy for the same commit: memoized answers are dropped, the indexes are shared.
      const isCopy = loaded.commit === latest?.loaded.commit
      latest = { loaded, hours, snapshot: isCopy ? { ...snapshot } : snapshot }
    }
    return latest.snapshot
  }

  async function status() {
    const loaded = follow.current()
    const lastAttempt = await attempts.latest()
    return {
      snapshot: loaded && createSnapshot(loaded.commit, store),
      /** Commits that could not be read, the one served or newer. */
      damaged: loaded?.damaged ?? [],
      files: store.damaged(),
      /** Files and folders that the store does not let this process read. */
      refused: store.refused(),
      /** The newest commit known to have been published, when the store holds neither it nor one after it. */
      lost: follow.lost(),
      /** Why the newest state of the store could not be read; null when it could. */
      problem: follow.problem(),
      lastAttempt,
      registryAttempt: attempts.registry(),
      proximaColeta: proximaColeta ? proximaColeta() : (lastAttempt?.proxima ?? null),
      ...present(),
      collections: collectionsBy(lastAttempt),
    }
  }

  function present() {
    return { agora: instante(clock()), isCollecting: isCollecting() }
  }

  /** Synchronous: taken from the collector's note as last read. */
  function collections() {
    return collectionsBy(coleta ? null : attempts.known())
  }

  /** Interval of collections, null if unknown, and age from which data is old, in ms: by this process's schedule, or the collector's note. */
  function collectionsBy(noted: LastAttempt | null): { interval: number | null; oldAfter: number } {
    const minutes = coleta ? intervaloMinutos : noted?.intervalo
    if (minutes !== undefined) return { interval: minutes * MINUTE, oldAfter: INTERVALS * minutes * MINUTE }
    // Collectors of earlier versions only noted when the next collection was due, which by itself is no interval.
    const due = noted?.proxima ? toMs(noted.proxima) - toMs(noted.coleta.inicio) : 0
    return { interval: null, oldAfter: INTERVALS * Math.max(intervaloMinutos * MINUTE, due) }
  }
}

/** Missed collections before data counts as old: one may fail, one may take long. */
const INTERVALS = 3

/** Lifetimes in seconds; the shortest for an answer that may soon change. */
export const [SHORTEST_LIFETIME, LONGEST_LIFETIME] = [60, 3600] as const

/** Lifetime in seconds of an answer given now. `nextPublication`: null while a commit is being made, or when unknown. */
export function createHolding(nextPublication: () => Instante | null, clock: Clock): () => number {
  return () => {
    const next = nextPublication()
    const left = next === null ? 0 : Math.ceil((toMs(next) - clock()) / SECOND)
    return Math.min(LONGEST_LIFETIME, Math.max(SHORTEST_LIFETIME, left))
  }
}
