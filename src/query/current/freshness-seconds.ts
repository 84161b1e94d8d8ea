import { type Clock, type Instante, SECOND, toMs } from '../../domain/basics/time.ts'

/** Lifetimes in seconds; the shortest for an answer that may soon change. */
export const [SHORTEST, LONGEST] = [60, 3600] as const

/** Lifetime in seconds of an answer given now. `nextPublication`: null while a commit is being made, or when unknown. */
export function createHolding(nextPublication: () => Instante | null, clock: Clock): () => number {
  return () => {
    const next = nextPublication()
    const left = next === null ? 0 : Math.ceil((toMs(next) - clock()) / SECOND)
    return Math.min(LONGEST, Math.max(SHORTEST, left))
  }
}
