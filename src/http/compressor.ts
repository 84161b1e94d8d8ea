import type { Compressed } from './encoding.ts'
import { encodePieces, isWorthCompressing } from './encoding.ts'
import type { Resource } from './resource.ts'

/** Makes compressed forms one at a time, so serving keeps the other cores. */
export interface Compressor {
  /** Resolves when the form is there. */
  make(resource: Resource, encoding: Compressed): Promise<void>
  /** Asks for a form without waiting; small bodies and rare questions are not worth one. */
  suggest(resource: Resource, encoding: Compressed): void
}

/** A body is compressed unasked when it is asked for again: radius searches, each from another point, never are. */
const ASKED_ENOUGH = 2
const MAX_WAITING = 64

export function createCompressor(): Compressor {
  let last: Promise<unknown> = Promise.resolve()
  const waiting = new Set<string>()

  return { make, suggest }

  function make(resource: Resource, encoding: Compressed): Promise<void> {
    const mine = afterOthers(last, resource, encoding)
    last = mine.catch(() => undefined)
    return mine
  }

  function suggest(resource: Resource, encoding: Compressed): void {
    const tag = resource.tags[encoding]
    if (resource.asked < ASKED_ENOUGH || waiting.size >= MAX_WAITING || waiting.has(tag)) return
    if (!isWorthCompressing(resource.byteLength)) return
    waiting.add(tag)
    void make(resource, encoding).finally(() => waiting.delete(tag))
  }
}

async function afterOthers(
  others: Promise<unknown>,
  resource: Resource,
  encoding: Compressed,
): Promise<void> {
  await others
  if (!resource.compressed.has(encoding))
    resource.compressed.set(encoding, [await encodePieces(resource.pieces, encoding)])
}
