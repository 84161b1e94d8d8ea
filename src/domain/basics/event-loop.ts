/** Longest stretch of work in one turn of the event loop before other requests run, in milliseconds. */
const STRETCH = 12

/** When work began in the present turn; undefined before the first. */
let begun: number | undefined

/** Work that yielded, the first to go on first. */
const waiting: (() => void)[] = []

/** Yields to the event loop where the work of its present turn, whoever does it, has taken long; awaited often in long work of a serving process. */
export function pause(): Promise<void> | undefined {
  if (begun === undefined) return void begin()
  if (!isLong()) return undefined
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}

/** In another turn: one after the other until its time is over, at least one, so that a dozen do not add up. */
async function goOn(): Promise<void> {
  begin()
  do {
    waiting.shift()?.()
    // Its continuation runs now, up to its next pause.
    await undefined
  } while (waiting.length > 0 && !isLong())
  if (waiting.length > 0) setImmediate(goOn)
}

function isLong(): boolean {
  return begun !== undefined && performance.now() - begun >= STRETCH
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
    const result = map(item)
    // Awaiting what is ready takes longer than making it.
    results.push(result instanceof Promise ? await result : result)
    const yielding = pause()
    if (yielding) await yielding
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
