import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../../domain/basics/time.ts'
import type { LastAttempt, Notes, Store } from '../store.ts'

/** The last attempt to collect, whoever made it, for those who are asked about it all the time. */
export interface Attempts {
  /** As it was read lately, or now; of an engine that says nothing, as it was last known. */
  latest(): Promise<LastAttempt | null>
  /** The same at once, and read again for the next time. */
  known(): LastAttempt | null
}

/** How often the note is read at most, and how long anybody waits for that, in milliseconds. */
const READ_AGAIN = 5 * SECOND
const PATIENCE = 2 * SECOND

/** One note for all who ask: each read of an engine is a request that somebody pays, and a silent one is silent for long. */
export function followAttempts(notes: Pick<Notes, 'readLastAttempt'>): Attempts {
  let noted: LastAttempt | null = null
  let readAt = -Infinity
  let underWay: Promise<void> | undefined

  return {
    async latest() {
      await refresh()
      return noted
    },
    known() {
      // A note that cannot be read shows in `situacao`.
      if (isDue()) refresh().catch(() => {})
      return noted
    },
  }

  function isDue(): boolean {
    return performance.now() - readAt >= READ_AGAIN
  }

  async function refresh(): Promise<void> {
    if (!isDue()) return
    underWay ??= Promise.race([read(), setTimeout(PATIENCE, undefined, { ref: false })])
    await underWay
  }

  async function read(): Promise<void> {
    try {
      noted = await notes.readLastAttempt()
    } finally {
      readAt = performance.now()
      underWay = undefined
    }
  }
}

/**
 * The same store, whose last attempt to collect is kept in memory too: a disk that is full or gone takes no note, and
 * `situacao` is to tell just that. A note of another process counts when its collection began later.
 */
export function rememberAttempts(store: Store): Store {
  let own: LastAttempt | null = null
  return {
    ...store,
    notes: {
      ...store.notes,
      async writeLastAttempt(attempt) {
        own = attempt
        await store.notes.writeLastAttempt(attempt)
      },
      async readLastAttempt() {
        const noted = await store.notes.readLastAttempt()
        return noted && (!own || noted.coleta.inicio > own.coleta.inicio) ? noted : own
      },
    },
  }
}
