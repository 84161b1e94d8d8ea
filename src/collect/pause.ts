import { setImmediate } from 'node:timers/promises'

/** A collection runs inside the HTTP server: long loops let others have a turn after each chunk. */
const CHUNK = 2_000

export async function* inChunks<T>(items: readonly T[], size = CHUNK): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await setImmediate()
    yield items.slice(start, start + size)
  }
}
