import type { Clock, Instante } from '../domain/time.ts'
import { SECOND, toMs } from '../domain/time.ts'
import type { LastAttempt, Store } from '../store/store.ts'

/** How often the note of another process is read, in milliseconds. */
const READ_AGAIN = 10 * SECOND

/**
 * When the next commit is expected, by the note of whoever collects into this store; null while it is being made, or when
 * nobody has said. At once, from what was read lately.
 */
export function createAgenda(store: Pick<Store, 'notes'>, clock: Clock): () => Instante | null {
  let noted: LastAttempt | null = null
  let readAt = -Infinity
  return () => {
    if (performance.now() - readAt >= READ_AGAIN) {
      readAt = performance.now()
      // A note that cannot be read shows in `situacao`; answers then hold for the shortest time.
      void store.notes.readLastAttempt().then((note) => (noted = note))
    }
    if (!noted?.proxima || clock() >= toMs(noted.proxima)) return null
    return noted.publicacao ?? noted.proxima
  }
}
