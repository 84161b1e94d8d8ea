import type { Clock, Instante } from '../domain/basics/time.ts'
import { toMs } from '../domain/basics/time.ts'
import type { Attempts } from '../store/notes/last-attempt.ts'

/**
 * When the next commit is expected, by the note of whoever collects into this store; null while it is being made, or when
 * nobody has said. At once, from what was read lately: answers hold for the shortest time until something was.
 */
export function createAgenda(attempts: Pick<Attempts, 'known'>, clock: Clock): () => Instante | null {
  return () => {
    const noted = attempts.known()
    if (!noted?.proxima || clock() >= toMs(noted.proxima)) return null
    return noted.publicacao ?? noted.proxima
  }
}
