import { LRUCache } from 'lru-cache'
import { crc32 } from 'node:zlib'
import type { Resource } from './resource.ts'

/** Ready answers of one commit, bounded by bytes: what was asked for longest ago goes first. */
export interface Cache {
  /** By the address exactly as asked, for the listener before the router. */
  byAddress(address: string): Resource | undefined
  /** By question: the same one asked in other words (order, `utm_*`, defaults) finds the same answer. */
  byQuestion(question: string): Resource | undefined
  /**
   * Keeps an answer from its second time on, or at once when `surely`: what is asked once would only push out what people
   * share. Does nothing when `version` is no longer the one held.
   */
  put(version: object, address: string, question: string, resource: Resource, surely?: boolean): void
  /** Whether nobody asked by this name since the last commit, or long ago; from now on somebody has. */
  isFirstTime(name: string): boolean
  /** Forgets everything when `version` is another than before. Call it before asking. */
  follow(version: object | undefined): void
  readonly bytes: number
}

/** How many names asked for once are remembered, at most; a power of two. */
const ASKED_ONCE = 8192

export function createCache({ maxBytes, maxKeys }: { maxBytes: number; maxKeys: number }): Cache {
  let held: object | undefined
  const questions = new LRUCache<string, Resource>({
    maxSize: maxBytes,
    // One giant is not worth all the others.
    maxEntrySize: maxBytes / 2,
    sizeCalculation: costOf,
  })
  /** The question behind an address; when its answer has gone, the address leads nowhere until it is there again. */
  const addresses = new LRUCache<string, string>({
    maxSize: maxKeys,
    sizeCalculation: (_, address) => address.length,
  })
  /** Their checksums, each in its place: a set of ever new texts would be work for the collector of garbage. */
  const askedOnce = new Int32Array(ASKED_ONCE)

  return {
    byAddress(address) {
      const question = addresses.get(address)
      return question === undefined ? undefined : questions.get(question)
    },
    byQuestion: (question) => questions.get(question),
    isFirstTime,
    put(version, address, question, resource, surely = false) {
      if (version !== held) return
      const isNew = !surely && !questions.has(question) && isFirstTime(question) && isFirstTime(address)
      if (isNew) return
      if (!questions.has(question)) questions.set(question, resource)
      if (questions.has(question)) addresses.set(address, question)
    },
    follow(version) {
      if (version === held) return
      held = version
      questions.clear()
      addresses.clear()
      askedOnce.fill(0)
    },
    get bytes() {
      return questions.calculatedSize
    },
  }

  function isFirstTime(name: string): boolean {
    // Zero is an empty place.
    const checksum = crc32(name) | 1
    const place = (checksum >>> 1) % ASKED_ONCE
    if (askedOnce[place] === checksum) return false
    askedOnce[place] = checksum
    return true
  }
}

/** With the compressed forms to come. Pieces of a long body are shared with what the commit holds anyway. */
function costOf({ pieces, byteLength }: Resource, question: string): number {
  return 500 + question.length * 2 + Math.ceil(byteLength * (pieces.length === 1 ? 1.5 : 0.2))
}
