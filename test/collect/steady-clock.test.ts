import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOCK_TOLERANCE, createSteadyClock } from '../../src/collect/clock/wrong-clock.ts'
import { DAY, MINUTE, instante } from '../../src/domain/basics/time.ts'

const NOON = Date.parse('2026-04-16T12:00:00-03:00')

// The monotonic time is another clock than the one that is set.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('the clock of a collection', () => {
  it.each([
    ['back a day', -DAY],
    ['forward two days', 2 * DAY],
  ])('set %s while it runs, goes on by the monotonic time', (_, jump) => {
    let shown = NOON
    const now = createSteadyClock(() => shown)
    expect(now()).toBe(instante(NOON))
    shown += jump + 5 * MINUTE
    vi.advanceTimersByTime(5 * MINUTE)
    expect(now()).toBe(instante(NOON + 5 * MINUTE))
  })

  it('corrected by less than the tolerance is believed, but never goes back', () => {
    let shown = NOON
    const now = createSteadyClock(() => shown)
    shown += CLOCK_TOLERANCE / 2
    expect(now()).toBe(instante(NOON + CLOCK_TOLERANCE / 2))
    shown = NOON
    expect(now()).toBe(instante(NOON + CLOCK_TOLERANCE / 2))
  })
})
