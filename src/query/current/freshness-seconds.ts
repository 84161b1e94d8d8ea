import { type Clock, type Instante, SECOND, toMs } from '../../domain/basics/time.ts'

/** Facts that bound an answer's lifetime: the next publication. */
interface Publications {
  /** Expected time of the next commit; null while one is being made, or when unknown. */
  nextPublication(): Instante | null
  clock: Clock
}

/** Lifetimes in seconds; the shortest for an answer that may soon change. */
export const [SHORTEST, LONGEST] = [60, 3600] as const

/** Lifetime in seconds of an answer given now. */
export function createHolding({ nextPublication, clock }: Publications): () => number {
  return () => {
    const next = nextPublication()
    const left = next === null ? 0 : Math.ceil((toMs(next) - clock()) / SECOND)
    return Math.min(LONGEST, Math.max(SHORTEST, left))
  }
}
