import type { Clock, Instante } from '../../domain/basics/time.ts'
import { HOUR, instante, toMs } from '../../domain/basics/time.ts'

/** What a clock may be off before it counts as wrong. */
export const CLOCK_TOLERANCE = HOUR

/**
 * The present of one collection. It never goes back, not even behind `floor`; a clock that is set meanwhile by more than an
 * hour is not followed: from its first word on, time passes as it does.
 */
export function createSteadyClock(clock: Clock, floor?: Instante): () => Instante {
  const begun = clock() - performance.now()
  let latest = floor ? toMs(floor) : -Infinity
  return () => {
    const passed = begun + performance.now()
    const told = clock()
    latest = Math.max(latest, Math.abs(told - passed) > CLOCK_TOLERANCE ? passed : told)
    return instante(latest)
  }
}
