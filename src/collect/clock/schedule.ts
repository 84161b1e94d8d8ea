import { MINUTE_OF_HOUR } from '../../domain/facts/rules.ts'
import { type Clock, HOUR, type Instante, MINUTE, SECOND, instante, toMs } from '../../domain/basics/time.ts'
import { CLOCK_TOLERANCE } from './wrong-clock.ts'

interface ScheduleOptions {
  /** `busy` when another process is collecting: run again each minute, with `again`, until the next slot. */
  run(signal: AbortSignal, again: boolean): Promise<'busy' | 'done'>
  intervalMinutes: number
  clock: Clock
  lastCommitAt: Instante | null
  onError(error: unknown): void
}

/** After a collection at start an hourly slot this near is skipped; and a timer that fires early never fires twice. */
const LEAST_APART = 15 * MINUTE

/** A lock left behind is taken over within minutes, so it is looked at again before the hour is over. */
const BUSY_AGAIN = MINUTE

/** Wait after a first collection that failed; each next one doubles it. */
const FAILED_AGAIN = MINUTE

/** Runs collections start to start, the first at once when the newest commit is older than the interval. Waits by a monotonic clock. */
export function createSchedule(options: ScheduleOptions) {
  const { run, clock, lastCommitAt, onError } = options
  const interval = options.intervalMinutes * MINUTE
  const hourly = interval === HOUR
  const stopping = new AbortController()
  let handle: NodeJS.Timeout | undefined
  let dueAt: number | null = null
  let failedAgain = FAILED_AGAIN
  let running: Promise<void> | undefined

  const arm = (wait: number): void => {
    dueAt = performance.now() + wait
    handle = setTimeout(collectOnce, wait)
  }
  const collectOnce = (): void => {
    const wait = hourly ? untilNextSlot(clock() + LEAST_APART) + LEAST_APART : interval
    dueAt = performance.now() + wait
    running = runBefore(false)
  }
  const runBefore = async (again: boolean): Promise<void> => {
    const outcome = await run(stopping.signal, again).catch(onError)
    running = undefined
    if (stopping.signal.aborted || dueAt === null) return
    const left = Math.max(0, dueAt - performance.now())
    if (outcome !== 'busy' || left <= BUSY_AGAIN) return arm(left)
    handle = setTimeout(() => {
      running = runBefore(true)
    }, BUSY_AGAIN)
  }

  return {
    start(): void {
      if (dueAt !== null || stopping.signal.aborted) return
      const age = lastCommitAt === null ? Infinity : clock() - toMs(lastCommitAt)
      // One from a time to come was made by a wrong clock, and the next collection puts that right.
      if (age >= interval || age < -CLOCK_TOLERANCE) arm(0)
      else arm(hourly ? untilNextSlot(clock()) : Math.min(interval, interval - age))
    },
    /** Ends a collection under way and waits for it; nothing runs after. */
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(handle)
      dueAt = null
      await running
    },
    /** The next collection begins within minutes, for a store that the one under way leaves empty; later each time. */
    bringForward(): void {
      if (dueAt !== null) dueAt = Math.min(dueAt, performance.now() + failedAgain)
      failedAgain *= 2
    },
    /** When the next collection begins; null before `start` and after `stop`. */
    next(): Instante | null {
      if (dueAt === null || stopping.signal.aborted) return null
      // Rounded, as the two clocks are read a moment apart. A time that has passed is told as such: a collection may hang.
      return instante(Math.round((clock() + dueAt - performance.now()) / SECOND) * SECOND)
    },
  }
}

/** Maceió's offset is whole hours, so its minutes are UTC's. */
function untilNextSlot(ms: number): number {
  const slot = MINUTE_OF_HOUR * MINUTE
  const passed = (((ms - slot) % HOUR) + HOUR) % HOUR
  return HOUR - passed
}
