import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSchedule } from '../../src/collect/clock/schedule.ts'
import { DAY, HOUR, MINUTE } from '../../src/domain/basics/time.ts'
import { minutesBefore } from './records.ts'

const NOON = Date.parse('2026-04-16T12:00:00-03:00')

// The clock of the schedule is another one than that of its timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it.each([
  ['hourly, nothing collected yet: at once', 60, null, '12:00:00'],
  ['hourly, the newest commit older than an hour: at once', 60, 61, '12:00:00'],
  ['hourly, a fresh commit: at minute 45', 60, 20, '12:45:00'],
  ['every ten minutes, a fresh commit: ten minutes after it', 10, 4, '12:06:00'],
  ['a commit dated a little ahead waits one interval', 10, -59, '12:10:00'],
  ['a commit from a time to come: at once', 10, -600, '12:00:00'],
])('%s', async (_, intervalMinutes, age, first) => {
  const { schedule } = setUp({ intervalMinutes, age })
  expect(schedule.next()).toBeNull()
  schedule.start()
  expect(schedule.next()).toBe(`2026-04-16T${first}-03:00`)
  await schedule.stop()
  expect(schedule.next()).toBeNull()
})

it('begins at minute 45 of each hour, however long a collection takes', async () => {
  const world = setUp({ intervalMinutes: 60, age: null, takes: [7, 30, 1] })
  world.schedule.start()
  await world.pass(4 * HOUR)
  expect(world.began).toEqual(['12:00', '12:45', '13:45', '14:45', '15:45'])
})

it.each([
  [20, ['12:20', '12:45', '13:45']],
  [29, ['12:29', '12:45', '13:45']],
  [31, ['12:31', '13:45']],
])('started at minute %i, leaves no hour without a collection but one just made', async (start, began) => {
  const world = setUp({ intervalMinutes: 60, age: null, start })
  world.schedule.start()
  await world.pass((120 - start) * MINUTE)
  expect(world.began).toEqual(began)
})

it('other intervals run start to start', async () => {
  const world = setUp({ intervalMinutes: 20, age: null, takes: [5, 5, 5] })
  world.schedule.start()
  await world.pass(HOUR)
  expect(world.began).toEqual(['12:00', '12:20', '12:40', '13:00'])
})

it('never runs two at once: a collection longer than the interval delays the next', async () => {
  const world = setUp({ intervalMinutes: 10, age: null, takes: [25, 1] })
  world.schedule.start()
  await world.pass(30 * MINUTE)
  expect(world.began).toEqual(['12:00', '12:25'])
  expect(world.atOnce).toBe(1)
})

it('gives one time for the next collection, though its two clocks are read a moment apart', async () => {
  const world = setUp({ intervalMinutes: 60, age: 20 })
  world.schedule.start()
  for (const apart of [-3, 0, 4]) {
    world.clockJump = apart
    expect(world.schedule.next()).toBe('2026-04-16T12:45:00-03:00')
  }
  await world.schedule.stop()
})

it('a collection that hangs does not change the time of the next', async () => {
  const world = setUp({ intervalMinutes: 20, age: null, takes: [Infinity] })
  world.schedule.start()
  for (const minutes of [10, 20, 60]) {
    await world.pass(minutes * MINUTE)
    expect(world.schedule.next()).toBe('2026-04-16T12:20:00-03:00')
  }
  await world.schedule.stop()
})

it.each([
  ['back a day', -DAY],
  ['forward two days', 2 * DAY],
])('a clock set %s delays nothing', async (_, jump) => {
  const world = setUp({ intervalMinutes: 20, age: null })
  world.schedule.start()
  await world.pass(5 * MINUTE)
  world.clockJump = jump
  await world.pass(40 * MINUTE)
  expect(world.runs).toBe(3)
  const wait = Date.parse(world.schedule.next() ?? '') - (world.now() + jump)
  expect(wait).toBe(15 * MINUTE)
})

it('an hourly schedule survives the clock being set during a wait and during a collection', async () => {
  const world = setUp({ intervalMinutes: 60, age: 20, takes: [10, 10, 10] })
  world.schedule.start()
  world.clockJump = -DAY
  await world.pass(50 * MINUTE)
  expect(world.runs).toBe(1)
  world.clockJump = 2 * DAY
  await world.pass(2 * HOUR)
  expect(world.runs).toBe(3)
})

it('a failing collection is reported and does not end the schedule', async () => {
  const world = setUp({ intervalMinutes: 20, age: null, fails: true })
  world.schedule.start()
  await world.pass(50 * MINUTE)
  expect(world.runs).toBe(3)
  expect(world.errors.map(String)).toEqual(Array.from({ length: 3 }, () => 'Error: source is down'))
})

it('while there is nothing to serve the next comes within minutes, each time later, and never later than usual', async () => {
  const world = setUp({ intervalMinutes: 60, age: null, fruitless: 7, takes: [2] })
  world.schedule.start()
  await world.pass(2 * MINUTE)
  expect(world.schedule.next()).toBe('2026-04-16T12:03:00-03:00')
  await world.pass(3 * HOUR)
  expect(world.began).toEqual('12:00 12:03 12:05 12:09 12:17 12:33 13:05 13:45 14:45'.split(' '))
})

it('an interval of minutes is not exceeded after one that leaves nothing', async () => {
  const world = setUp({ intervalMinutes: 3, age: null, fruitless: 9 })
  world.schedule.start()
  await world.pass(10 * MINUTE)
  expect(world.began).toEqual(['12:00', '12:01', '12:03', '12:06', '12:09'])
})

it('stop ends a collection under way, waits for it and runs nothing after', async () => {
  const world = setUp({ intervalMinutes: 20, age: null, takes: [Infinity] })
  world.schedule.start()
  await world.pass(MINUTE)
  await world.schedule.stop()
  expect(world.finished).toBe(1)
  await world.pass(DAY)
  expect(world.runs).toBe(1)
})

it('looks every minute whether another collector is still at it, and is back at its minute of the hour', async () => {
  const world = setUp({ intervalMinutes: 60, age: null, busy: 3 })
  world.schedule.start()
  await world.pass(30 * MINUTE)
  expect(world.began).toEqual(['12:00', '12:01 again', '12:02 again', '12:03 again'])
  expect(world.schedule.next()).toBe('2026-04-16T12:45:00-03:00')
  await world.pass(30 * MINUTE)
  expect(world.began.at(-1)).toBe('12:45')
})

it('stops retrying when its next time comes, and at once on stop', async () => {
  const world = setUp({ intervalMinutes: 3, age: null, busy: Infinity })
  world.schedule.start()
  await world.pass(4 * MINUTE)
  expect(world.began).toEqual(['12:00', '12:01 again', '12:02 again', '12:03', '12:04 again'])
  await world.schedule.stop()
  await world.pass(HOUR)
  expect(world.runs).toBe(5)
})

interface Setting {
  intervalMinutes: number
  /** Minutes since the newest commit. */
  age: number | null
  /** Minutes each collection takes, in turn; then none. */
  takes?: number[]
  fails?: boolean
  /** How many runs leave nothing to serve. */
  fruitless?: number
  /** How many runs find another collector at it. */
  busy?: number
  /** Minutes after noon at which it starts. */
  start?: number
}

interface World {
  /** How far the clock is off the time that passes. */
  clockJump: number
  began: string[]
  runs: number
  finished: number
  atOnce: number
  errors: unknown[]
  schedule: ReturnType<typeof createSchedule>
  now(): number
  pass(ms: number): Promise<void>
}

/** A world whose time passes only when told to. */
function setUp({
  intervalMinutes,
  age,
  takes = [],
  fails = false,
  start = 0,
  busy = 0,
  fruitless = 0,
}: Setting): World {
  const began = NOON + start * MINUTE - performance.now()
  const now = (): number => began + performance.now()
  let atOnce = 0
  const world: World = {
    clockJump: 0,
    began: [],
    runs: 0,
    finished: 0,
    atOnce: 0,
    errors: [],
    now,
    async pass(ms: number) {
      await vi.advanceTimersByTimeAsync(ms)
    },
    schedule: createSchedule({
      async run(signal, again) {
        world.began.push(new Date(now() - 3 * HOUR).toISOString().slice(11, 16) + (again ? ' again' : ''))
        world.runs++
        world.atOnce = Math.max(world.atOnce, ++atOnce)
        const minutes = takes[world.runs - 1] ?? 0
        if (minutes > 0)
          await new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => resolve())
            if (minutes < Infinity) setTimeout(resolve, minutes * MINUTE)
          })
        atOnce--
        world.finished++
        if (world.runs <= fruitless) world.schedule.bringForward()
        if (fails) throw new Error('source is down')
        return world.runs <= busy ? 'busy' : 'done'
      },
      intervalMinutes,
      clock: () => now() + world.clockJump,
      lastCommitAt: age === null ? null : minutesBefore(age),
      onError: (error) => world.errors.push(error),
    }),
  }
  return world
}
