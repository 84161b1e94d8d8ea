import { setImmediate } from 'node:timers/promises'

/** Longest stretch of work on the event loop before others get their turn, in milliseconds. */
const STRETCH = 12

/** Returns `giveWay()`: await it often in long work of a serving process; others get a turn only when a stretch is over. */
export function createGiveWay(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => (performance.now() - since < STRETCH ? undefined : letOthers())

  async function letOthers(): Promise<void> {
    await setImmediate()
    since = performance.now()
  }
}
