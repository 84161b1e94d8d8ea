import type { Compressed } from './encoding.ts'
import { encodePieces, isWorthCompressing } from './encoding.ts'
import type { Resource } from './resource.ts'

/** Makes compressed forms. Those that nobody waits for are made one at a time, so serving keeps the other cores. */
export interface Compressor {
  /** For somebody who waits. */
  makeNow(resource: Resource, encoding: Compressed): Promise<void>
  /** After others; resolves when the form is there. */
  make(resource: Resource, encoding: Compressed): Promise<void>
  /** Asks for the smallest form, br, without waiting: small bodies and rare questions are not worth one. */
  suggest(resource: Resource): void
}

/** A body gets its smallest form when it is asked for again: radius searches, each from another point, never are. */
const ASKED_ENOUGH = 2
const MAX_WAITING = 64

/** `onBug` is told when one that nobody waits for cannot be made. */
export function createCompressor(onBug: (error: unknown) => void): Compressor {
  let last: Promise<unknown> = Promise.resolve()
  /**
   * Both are kept by resource, never by tag: the bodies of two questions may be equal byte for byte, and so may their tags,
   * but each resource has forms of its own.
   */
  const waiting = new Set<Resource>()
  const underWay = new WeakMap<Resource, Map<Compressed, Promise<void>>>()

  return { makeNow, make, suggest }

  function makeNow(resource: Resource, encoding: Compressed): Promise<void> {
    const forms = underWay.get(resource) ?? new Map<Compressed, Promise<void>>()
    underWay.set(resource, forms)
    const begun = forms.get(encoding)
    if (begun) return begun
    const mine = compress(resource, encoding).finally(() => forms.delete(encoding))
    forms.set(encoding, mine)
    return mine
  }

  function make(resource: Resource, encoding: Compressed): Promise<void> {
    const mine = afterOthers(last, resource, encoding)
    last = mine.catch(() => undefined)
    return mine
  }

  function suggest(resource: Resource): void {
    if (resource.compressed.has('br') || resource.asked < ASKED_ENOUGH || waiting.has(resource)) return
    if (waiting.size >= MAX_WAITING || !isWorthCompressing(resource.byteLength)) return
    waiting.add(resource)
    make(resource, 'br')
      .catch(onBug)
      .finally(() => waiting.delete(resource))
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
