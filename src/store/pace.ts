import { setImmediate } from 'node:timers/promises'

/** Longest stretch of work on the event loop before others get their turn, in milliseconds. */
const STRETCH = 12

/** Returns `pause()`: call it often in long work; it gives way only when the stretch is over. */
export function createPace(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => (performance.now() - since < STRETCH ? undefined : giveWay())

  async function giveWay(): Promise<void> {
    await setImmediate()
    since = performance.now()
  }
}

/** `work` for every item, `width` at a time, results in order. */
export async function mapWide<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = Array.from<R>({ length: items.length })
  const queue = items.entries()
  const lane = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return results
}
