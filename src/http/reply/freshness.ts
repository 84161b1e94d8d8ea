import type { Clock } from '../../domain/basics/time.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { SHORTEST } from '../../query/current/freshness-seconds.ts'

/** Gives the value of `cache-control`, which changes at most once a second. */
export function createFreshness(secondsLeft: () => number, clock: Clock): () => string {
  let second = Number.NaN
  let value = ''

  return () => {
    const now = Math.floor(clock() / SECOND)
    if (now !== second) {
      second = now
      value = `public, max-age=${SHORTEST}, s-maxage=${secondsLeft()}, stale-while-revalidate=60, stale-if-error=86400`
    }
    return value
  }
}
