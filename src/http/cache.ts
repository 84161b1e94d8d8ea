import { crc32 } from 'node:zlib'
import type { Resource } from './resource.ts'

/** Ready answers of one commit, bounded by bytes. */
export interface Cache {
  /** By the address exactly as asked, for the listener before the router. */
  byAddress(address: string): Resource | undefined
  /** By question: the same one asked in other words (order, `utm_*`, defaults) finds the same answer. */
  byQuestion(question: string): Resource | undefined
  /**
   * Keeps an answer from its second time on, or at once when `surely`: radius searches, each from another point, would only
   * push out what people share. Does nothing when `version` is no longer the one held.
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

interface Entry {
  question: string
  resource: Resource | undefined
  cost: number
  /** Asked since the last round of eviction. */
  used: boolean
}

export function createCache({ maxBytes, maxKeys }: { maxBytes: number; maxKeys: number }): Cache {
  let held: object | undefined
  let bytes = 0
  let keys = 0
  /** In the order of entry; a used one gets a second round before it goes. */
  const questions = new Map<string, Entry>()
  const addresses = new Map<string, Entry>()
  /** Their checksums, each in its place: a set of ever new texts would be work for the collector of garbage. */
  const askedOnce = new Int32Array(ASKED_ONCE)

  return {
    byAddress: (address) => read(addresses.get(address)),
    byQuestion: (question) => read(questions.get(question)),
    isFirstTime,
    put(version, address, question, resource, surely = false) {
      if (version !== held || (!surely && !questions.has(question) && isFirstTime(question))) return
      const entry = questions.get(question) ?? enter(question, resource)
      if (!entry || addresses.has(address)) return
      if (keys + address.length > maxKeys) forgetAddresses()
      keys += address.length
      addresses.set(address, entry)
    },
    follow(version) {
      if (version === held) return
      held = version
      bytes = 0
      questions.clear()
      askedOnce.fill(0)
      forgetAddresses()
    },
    get bytes() {
      return bytes
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

  function enter(question: string, resource: Resource): Entry | undefined {
    const cost = costOf(resource) + question.length * 2
    if (cost > maxBytes / 2) return undefined
    const entry: Entry = { question, resource, cost, used: false }
    questions.set(question, entry)
    bytes += cost
    makeRoom()
    return entry
  }

  function makeRoom(): void {
    for (const entry of questions.values()) {
      if (bytes <= maxBytes) return
      questions.delete(entry.question)
      if (entry.used) {
        entry.used = false
        questions.set(entry.question, entry)
      } else {
        entry.resource = undefined
        bytes -= entry.cost
      }
    }
  }

  function forgetAddresses(): void {
    addresses.clear()
    keys = 0
  }
}

/** With the compressed forms to come. Pieces of a long body are shared with what the commit holds anyway. */
function costOf({ pieces, byteLength }: Resource): number {
  return 500 + Math.ceil(byteLength * (pieces.length === 1 ? 1.5 : 0.2))
}

function read(entry: Entry | undefined): Resource | undefined {
  if (!entry) return undefined
  entry.used = true
  return entry.resource
}
