import { SECOND } from '../domain/time.ts'
import type { Publications } from '../query/holding.ts'
import { createHolding, SHORTEST } from '../query/holding.ts'

/** Gives the value of `cache-control`, which changes at most once a second. */
export function createFreshness(publications: Publications): () => string {
  const secondsLeft = createHolding(publications)
  let second = Number.NaN
  let value = ''

  return () => {
    const now = Math.floor(publications.clock() / SECOND)
    if (now !== second) {
      second = now
      value = `public, max-age=${SHORTEST}, s-maxage=${secondsLeft()}, stale-while-revalidate=60, stale-if-error=86400`
    }
    return value
  }
}
