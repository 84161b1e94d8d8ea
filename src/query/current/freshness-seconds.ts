import type { Clock, Instante } from '../../domain/basics/time.ts'
import { SECOND, toMs } from '../../domain/basics/time.ts'

/** What tells how long an answer holds: until the next publication. */
interface Publications {
  /** When the next commit is expected; null while one is being made, or when nobody knows. */
  nextPublication(): Instante | null
  clock: Clock
}

/** Seconds; an answer that may soon change holds for the shortest time. */
export const [SHORTEST, LONGEST] = [60, 3600] as const

/** Seconds for which what is answered now holds. */
export function createHolding({ nextPublication, clock }: Publications): () => number {
  return () => {
    const next = nextPublication()
    const left = next === null ? 0 : Math.ceil((toMs(next) - clock()) / SECOND)
    return Math.min(LONGEST, Math.max(SHORTEST, left))
  }
}
