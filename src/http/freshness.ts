import type { Clock, Instante } from '../domain/time.ts'
import { SECOND, toMs } from '../domain/time.ts'

/** How long answers hold: in shared caches until the next publication. */
export interface Freshness {
  /** When the next commit is expected; null while one is being made, or when nobody knows. */
  nextPublication(): Instante | null
  clock: Clock
}

/** Seconds; an answer that may soon change holds for the shortest time. */
const [SHORTEST, LONGEST] = [60, 3600]

/** Gives the value of `cache-control`, which changes at most once a second. */
export function createFreshness({ nextPublication, clock }: Freshness): () => string {
  let second = Number.NaN
  let value = ''

  return () => {
    const now = clock()
    if (Math.floor(now / SECOND) !== second) {
      second = Math.floor(now / SECOND)
      value = `public, max-age=${SHORTEST}, s-maxage=${secondsLeft(now)}, stale-while-revalidate=60, stale-if-error=86400`
    }
    return value
  }

  function secondsLeft(now: number): number {
    const next = nextPublication()
    const left = next === null ? 0 : Math.ceil((toMs(next) - now) / SECOND)
    return Math.min(LONGEST, Math.max(SHORTEST, left))
  }
}
