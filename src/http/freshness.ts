import type { Clock } from '../domain/time.ts'
import { SECOND, toMs } from '../domain/time.ts'
import type { Dataset } from '../query/dataset.ts'

/** How long answers hold: until the next collection. */
export interface Freshness {
  /** Learns when the next collection is due, at most every few seconds; never rejects. */
  update(): Promise<void>
  /** Whether that was learnt lately. */
  isKnown(): boolean
  /** Value of `cache-control`. Changes at most once a second. */
  cacheControl(): string
}

const ASK_AGAIN = 10 * SECOND

export function createFreshness(dataset: Pick<Dataset, 'status'>, clock: Clock): Freshness {
  let next: number | undefined
  let asked = -Infinity
  let asking: Promise<void> | undefined
  let second = Number.NaN
  let value = ''

  return {
    update,
    isKnown: () => !isOld(clock()),
    cacheControl() {
      const now = clock()
      if (isOld(now)) void update()
      if (Math.floor(now / SECOND) !== second) {
        second = Math.floor(now / SECOND)
        value = `public, max-age=${maxAge(now)}, stale-while-revalidate=60, stale-if-error=86400`
      }
      return value
    },
  }

  function update(): Promise<void> {
    if (!isOld(clock())) return Promise.resolve()
    asking ??= ask().finally(() => {
      asked = clock()
      second = Number.NaN
      asking = undefined
    })
    return asking
  }

  async function ask(): Promise<void> {
    // A store that cannot be read shows in `situacao`; answers then hold for the shortest time.
    const status = await dataset.status().catch(() => null)
    next = status?.proximaColeta ? toMs(status.proximaColeta) : undefined
  }

  /** A clock set back must not stop the asking. */
  function isOld(now: number): boolean {
    return now - asked >= ASK_AGAIN || now < asked
  }

  function maxAge(now: number): number {
    const left = next === undefined ? 0 : Math.ceil((next - now) / SECOND)
    return Math.min(3600, Math.max(60, left))
  }
}
