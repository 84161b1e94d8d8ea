import { type Clock, type Instante, instante, MINUTE, SECOND, toMs } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import { type Attempts, followAttempts } from '../../store/notes/last-attempt.ts'
import type { Refused } from '../../store/engines/checked-files.ts'
import type { LastAttempt, RegistryAttempt } from '../../store/notes/note-files.ts'
import type { Loaded } from '../../store/commits/commit-log.ts'
import type { Published } from '../../store/commits/commit-file.ts'
import type { Store } from '../../store/store.ts'
import { createSnapshot, type Snapshot } from '../lists/snapshot.ts'

/** Data behind every answer: the commit served now, the log of sales, and earlier changes. */
export interface Dataset extends Readonly<
  Pick<Store, 'fonte' | 'sales' | 'changes' | 'days' | 'monthlyFiles'>
> {
  /**
   * Call it once per question: a later call may return a newer snapshot, always as a new object.
   * @throws {GasolinaError} `dados_indisponiveis` before the first commit.
   */
  snapshot(): Snapshot
  /** Facts only `situacao` shows. */
  status(): Promise<Status>
  /** Synchronous: taken from the collector's note as last read. */
  collections(): Collections
}

/** Interval of collections, and the age from which data counts as old, in milliseconds. */
export interface Collections {
  /** null where this process does not collect and the collector's note lacks it. */
  interval: number | null
  oldAfter: number
}

export interface Status {
  snapshot: Snapshot | null
  /** Commits that could not be read, the one served or newer. */
  damaged: readonly number[]
  /** Keys of the files found damaged. */
  files: readonly string[]
  /** Files and folders that the store does not let this process read. */
  refused: readonly Refused[]
  /** The newest commit known to have been published, when the store holds neither it nor one after it. */
  lost: Published | null
  /** Why the newest state of the store could not be read, a Portuguese sentence; null when it could. */
  problem: string | null
  lastAttempt: LastAttempt | null
  proximaColeta: Instante | null
  /** The last attempt to take the registry of stations. */
  registryAttempt: RegistryAttempt | null
  /** Clock of this machine. */
  agora: Instante
  collections: Collections
}

/** The commit served: the newest of a store that is followed. */
export interface CurrentCommit {
  current(): Loaded | null
  problem(): { message: string } | null
  lost(): Published | null
}

/** Seconds after which a client may ask again while the first collection runs. */
const RETRY_SECONDS = 30

interface DatasetDeps {
  store: Pick<
    Store,
    'fonte' | 'sales' | 'days' | 'monthlyFiles' | 'changes' | 'notes' | 'damaged' | 'refused'
  >
  follow: CurrentCommit
  /** Shared with other callers; by default made from `store`. */
  attempts?: Attempts
  /** From the schedule of this process; without it, what the last collector noted. */
  proximaColeta?: (() => Instante | null) | undefined
  clock: Clock
  /** True where this process collects; with the configured interval. */
  coleta?: boolean
  intervaloMinutos: number
}

export function createDataset({
  store,
  follow,
  proximaColeta,
  clock,
  coleta = false,
  intervaloMinutos,
  attempts = followAttempts(store.notes),
}: DatasetDeps): Dataset {
  /** Asked for several times per request. */
  let latest: { loaded: Loaded; hours: Collections; snapshot: Snapshot } | undefined
  const collections = () => collectionsBy(coleta ? null : attempts.known())
  const { fonte, sales, changes, days, monthlyFiles } = store
  return {
    fonte,
    sales,
    changes,
    days,
    monthlyFiles,
    snapshot() {
      const loaded = follow.current()
      if (!loaded)
        throw new GasolinaError('dados_indisponiveis', follow.problem()?.message ?? NOT_YET, {
          tentarEm: RETRY_SECONDS,
        })
      const hours = collections()
      // Pages tell of the hours of collections, too.
      const isSame = latest?.hours.interval === hours.interval && latest.hours.oldAfter === hours.oldAfter
      if (!latest || latest.loaded !== loaded || !isSame) {
        const snapshot = createSnapshot(loaded.commit)
        // A copy for the same commit: memoized answers are dropped, the indexes are shared.
        const isCopy = loaded.commit === latest?.loaded.commit
        latest = { loaded, hours, snapshot: isCopy ? { ...snapshot } : snapshot }
      }
      return latest.snapshot
    },
    async status() {
      const loaded = follow.current()
      const lastAttempt = await attempts.latest()
      return {
        snapshot: loaded && createSnapshot(loaded.commit),
        damaged: loaded?.damaged ?? [],
        files: store.damaged(),
        refused: store.refused(),
        lost: follow.lost(),
        problem: follow.problem()?.message ?? null,
        lastAttempt,
        registryAttempt: attempts.registry(),
        proximaColeta: proximaColeta ? proximaColeta() : (lastAttempt?.proxima ?? null),
        agora: instante(clock()),
        collections: collectionsBy(lastAttempt),
      }
    },
    collections,
  }

  /** The schedule of this process where it collects, else the collector's note. */
  function collectionsBy(noted: LastAttempt | null): Collections {
    const minutes = coleta ? intervaloMinutos : noted?.intervalo
    if (minutes !== undefined) return { interval: minutes * MINUTE, oldAfter: INTERVALS * minutes * MINUTE }
    // Collectors of earlier versions only noted when the next collection was due, which by itself is no interval.
    const due = noted?.proxima ? toMs(noted.proxima) - toMs(noted.coleta.inicio) : 0
    return { interval: null, oldAfter: INTERVALS * Math.max(intervaloMinutos * MINUTE, due) }
  }
}

/** Missed collections before data counts as old: one may fail, one may take long. */
const INTERVALS = 3

const NOT_YET = 'Ainda não há dados: a primeira coleta não terminou. Tente de novo em instantes.'

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
