import { LRUCache } from 'lru-cache'
import { crc32 } from 'node:zlib'
import { byteLengthOf } from '../../format/json/list-text.ts'
import type { Resource } from './resource.ts'

/** Bound on the answers of one commit, compressed forms included. */
const MAX_BYTES = 32 * 1024 * 1024
/** Bound on the characters of their raw addresses, and of the questions these mean. */
const MAX_ADDRESSES = 4 * 1024 * 1024
/** Bound on the names asked for once. */
const ASKED_ONCE = 8192

/** Cache of one commit's answers, bounded by bytes; the least recently used is evicted first. */
export function createCache({ maxBytes = MAX_BYTES, maxAddresses = MAX_ADDRESSES } = {}) {
  let held: object | undefined
  const questions = new LRUCache<string, Resource>({
    maxSize: maxBytes,
    // One giant is not worth all the others.
    maxEntrySize: maxBytes / 2,
    sizeCalculation: costOf,
  })
  /** Address → question. The answer may be evicted and come back in between. */
  const addresses = new LRUCache<string, string>({
    maxSize: maxAddresses,
    sizeCalculation: (question, address) => question.length + address.length,
  })
  /** Checksums of names, as a name may have 4,000 characters. */
  const askedOnce = new LRUCache<number, true>({ max: ASKED_ONCE })

  return {
    /** The answer to an address exactly as received, for the listener before the router. */
    byAddress(address: string): Resource | undefined {
      const question = addresses.get(address)
      return question === undefined ? undefined : questions.get(question)
    },
    /** The answer to a question: the same one in other words (order, `utm_*`, defaults) has the same answer. */
    byQuestion: (question: string): Resource | undefined => questions.get(question),
    isFirstTime,
    /** Keeps an answer from its second request on: an answer asked for once would push out shared ones. */
    put(version: object, address: string, question: string, resource: Resource): void {
      if (version !== held) return
      const isNew = !questions.has(question) && isFirstTime(question) && isFirstTime(address)
      if (!isNew) keep(address, question, resource)
    },
    /** Keeps an answer that nobody asked for yet, where there is room without evicting another. */
    putAhead(version: object, address: string, question: string, resource: Resource): void {
      const bytes = questions.calculatedSize + costOf(resource, question)
      if (version === held && bytes <= maxBytes) keep(address, question, resource)
    },
    /** Empties the cache when `version` is another than before. Call it before asking. */
    follow(version: object | undefined): void {
      if (version === held) return
      held = version
      for (const memory of [questions, addresses, askedOnce]) memory.clear()
    },
    get bytes(): number {
      return questions.calculatedSize
    },
  }

  function keep(address: string, question: string, resource: Resource): void {
    if (!questions.has(question)) questions.set(question, resource)
    if (questions.has(question)) addresses.set(address, question)
  }

  /** True for a name's first request since the last commit (or long ago); the next call says false. */
  function isFirstTime(name: string): boolean {
    const checksum = crc32(name)
    const isFirst = !askedOnce.has(checksum)
    askedOnce.set(checksum, true)
    return isFirst
  }
}

/** Bytes of a resource with the compressed forms to come. A piece that does not fill its buffer is a view of the snapshot's entries, and costs nothing. */
function costOf({ pieces, byteLength }: Resource, question: string): number {
  const own = pieces.filter((piece) => pieces.length === 1 || piece.byteLength === piece.buffer.byteLength)
  const compressed = byteLength * (pieces.length === 1 ? 0.5 : 0.2)
  return 500 + question.length * 2 + byteLengthOf(own) + Math.ceil(compressed)
}
