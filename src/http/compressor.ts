import type { Compressed } from './encoding.ts'
import { encodePieces, isWorthCompressing } from './encoding.ts'
import type { Resource } from './resource.ts'

/** Makes compressed forms. Those that nobody waits for are made one at a time, so serving keeps the other cores. */
export interface Compressor {
  /** For somebody who waits. */
  makeNow(resource: Resource, encoding: Compressed): Promise<void>
  /** After others; resolves when the form is there. */
  make(resource: Resource, encoding: Compressed): Promise<void>
  /** Asks for a form without waiting, if there is none: small bodies and rare questions are not worth one. */
  suggest(resource: Resource, encoding: Compressed): void
}

/** A body gets its smallest form when it is asked for again: radius searches, each from another point, never are. */
const ASKED_ENOUGH = 2
const MAX_WAITING = 64

/** `onBug` is told when one that nobody waits for cannot be made. */
export function createCompressor(onBug: (error: unknown) => void): Compressor {
  let last: Promise<unknown> = Promise.resolve()
  const waiting = new Set<string>()

  /** Two who wait for one form wait for the same work. */
  const underWay = new Map<string, Promise<void>>()

  return { makeNow, make, suggest }

  function makeNow(resource: Resource, encoding: Compressed): Promise<void> {
    const tag = resource.tags[encoding]
    const begun = underWay.get(tag)
    if (begun) return begun
    const mine = compress(resource, encoding).finally(() => underWay.delete(tag))
    underWay.set(tag, mine)
    return mine
  }

  function make(resource: Resource, encoding: Compressed): Promise<void> {
    const mine = afterOthers(last, resource, encoding)
    last = mine.catch(() => undefined)
    return mine
  }

  function suggest(resource: Resource, encoding: Compressed): void {
    const tag = resource.tags[encoding]
    if (resource.compressed.has(encoding) || resource.asked < ASKED_ENOUGH || waiting.has(tag)) return
    if (waiting.size >= MAX_WAITING || !isWorthCompressing(resource.byteLength)) return
    waiting.add(tag)
    make(resource, encoding)
      .catch(onBug)
      .finally(() => waiting.delete(tag))
  }
}

async function afterOthers(
  others: Promise<unknown>,
  resource: Resource,
  encoding: Compressed,
): Promise<void> {
  await others
  if (!resource.compressed.has(encoding)) await compress(resource, encoding)
}

async function compress(resource: Resource, encoding: Compressed): Promise<void> {
  resource.compressed.set(encoding, [await encodePieces(resource.pieces, encoding)])
}
