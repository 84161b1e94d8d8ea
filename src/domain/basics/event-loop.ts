import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest stretch of work in one turn of the event loop before other requests run, in milliseconds. */
export const STRETCH = 12

/** Turns without long work after each stretch: node accepts one connection per turn, and each of a hundred at once would wait for a stretch. */
const FREE_TURNS = 8

/** When work began in the present turn; undefined before the first. */
let begun: number | undefined

/** The turn in which the last of those that yield goes on: each has one of its own, so that a dozen do not add up. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Yields to the event loop where the work of its present turn, whoever does it, has taken long; awaited often in long work of a serving process.
 * Several going on in one turn until its time is over answered a fifth fewer front pages, 32 at a time (28 November 2026).
 */
export function pause(): Promise<void> | undefined {
  if (begun === undefined) return void begin()
  return performance.now() - begun < STRETCH ? undefined : yieldLoop()
}

/** `pause` of work that began in the present turn, at `since` of `performance.now()`, without a look at the clock of others. */
export function pauseSince(since: number): Promise<void> | undefined {
  return performance.now() - since < STRETCH ? undefined : yieldLoop()
}

async function yieldLoop(): Promise<void> {
  turn = turn.then(freeTurns)
  await turn
  begin()
}

export async function freeTurns(): Promise<void> {
  for (let i = 0; i < FREE_TURNS; i++) await nextTurn()
}

function begin(): void {
  const own = performance.now()
  begun = own
  setImmediate(() => {
    if (begun === own) begun = undefined
  })
}

/** Maps in order, with yields to the event loop between items. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    // Not after the last item: a short answer never waits behind long ones.
    const yielding = results.length > 0 && pause()
    if (yielding) await yielding
    const result = map(item)
    // Awaiting what is ready takes longer than making it.
    results.push(result instanceof Promise ? await result : result)
  }
  return results
}

export function bytesInTurns(texts: Iterable<string>): Promise<Uint8Array[]> {
  return mapInTurns(texts, (text) => Buffer.from(text))
}

/** Maps with at most `limit` calls of `work` at once; results in the order of the items. */
export async function mapLimit<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>) {
  const results = Array.from<R>({ length: items.length })
  const queue = items.entries()
  const lane = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
  return results
}

/** Runs at most `limit` works at a time; the others wait in order. */
export function createLanes(limit: number) {
  let free = limit
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
