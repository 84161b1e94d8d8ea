import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../../domain/basics/time.ts'
import type { LastAttempt, Notes, RegistryAttempt } from './note-files.ts'

/** Shortest time between reads of the note, and longest wait for one, in milliseconds. */
const READ_AGAIN = 5 * SECOND
const PATIENCE = 2 * SECOND

/** The last attempts of any process, cached for all callers: each read of an engine is a paid request, and may take long. */
export function followAttempts(notes: Pick<Notes, 'readLastAttempt' | 'readRegistryAttempt'>) {
  let noted: LastAttempt | null = null
  let registry: RegistryAttempt | null = null
  let readAt = -Infinity
  let underWay: Promise<void> | undefined

  return {
    /** Read now or a few seconds ago; while an engine does not answer, the last one known. */
    async latest(): Promise<LastAttempt | null> {
      await refresh()
      return noted
    },
    /** The cached one at once; a read for the next call is started. */
    known(): LastAttempt | null {
      // `situacao` reports a note that cannot be read.
      refresh().catch(() => {})
      return noted
    },
    registry: () => registry,
  }

  async function refresh(): Promise<void> {
    if (performance.now() - readAt < READ_AGAIN) return
    underWay ??= Promise.race([read(), setTimeout(PATIENCE, undefined, { ref: false })])
    await underWay
  }

  async function read(): Promise<void> {
    try {
      noted = await notes.readLastAttempt()
      registry = await notes.readRegistryAttempt()
    } finally {
      readAt = performance.now()
      underWay = undefined
    }
  }
}
