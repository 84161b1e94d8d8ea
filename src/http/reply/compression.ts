import { Readable, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Compressed, Encoding, Resource } from './resource.ts'

/** Makes compressed forms. Background ones are made one at a time, so that requests keep the other cores. */
export type Compressor = ReturnType<typeof createCompressor>

/** Bodies sent from which br is worth its time: a radius search from one point is never repeated. */
const ASKED_ENOUGH = 2
const MAX_WAITING = 64
/** Below one network packet compression saves nothing. */
const WORTH_IT = 1400
/** One quality for all: equal answers have equal bytes and a strong `etag`. Level 3 takes half the time of 6 for an eighth more bytes. */
const BR_QUALITY = 5
const GZIP_LEVEL = 3
/** Level for bodies sent once: two thirds of the processor time of an answer in gzip, for at most a tenth more bytes (bench/README.md). */
const BR_ONCE = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 }
/** Up to here compressing blocks the event loop for half a millisecond at most. zlib's threads take twice the processor time, and each keeps its memory. */
const AT_ONCE = 128 * 1024

const gzipInThread = promisify(gzip)
const brInThread = promisify(brotliCompress)

/** `onBug` gets the errors of background compressions. */
export function createCompressor(onBug: (error: unknown) => void) {
  let last: Promise<unknown> = Promise.resolve()
  // Keyed by resource, not by tag: two questions may have equal bodies and tags, but each resource has its own forms.
  const waiting = new Set<Resource>()
  /** Clients that wait for the same form share one compression. */
  const makeOnce = {
    br: oncePer((resource: Resource) => compress(resource, 'br')),
    gzip: oncePer((resource: Resource) => compress(resource, 'gzip')),
  }

  return {
    /** A form for a client that waits. */
    makeNow: (resource: Resource, encoding: Compressed) => makeOnce[encoding](resource),
    make,
    suggest,
  }

  /** Compresses in the background; resolves when the form is there. */
  function make(resource: Resource, encoding: Compressed): Promise<void> {
    const mine = last.then(() =>
      resource.compressed.has(encoding) ? undefined : compress(resource, encoding),
    )
    last = mine.catch(() => undefined)
    return mine
  }

  /** Asks for the smallest form, br, without waiting: small bodies and rare questions do not get one. */
  function suggest(resource: Resource): void {
    if (resource.compressed.has('br') || resource.asked < ASKED_ENOUGH || waiting.has(resource)) return
    if (waiting.size >= MAX_WAITING || !isWorthCompressing(resource.byteLength)) return
    waiting.add(resource)
    make(resource, 'br')
      .catch(onBug)
      .finally(() => waiting.delete(resource))
  }
}

async function compress({ pieces, byteLength, compressed }: Resource, encoding: Compressed): Promise<void> {
  if (encoding === 'gzip' && byteLength <= AT_ONCE)
    return void compressed.set(encoding, [await gzipOf(Buffer.concat(pieces))])
  const stream = compressing(Readable.from(pieces), encoding, byteLength)
  compressed.set(encoding, (await stream.toArray()) as Uint8Array[])
}

/** Piece by piece: a country's file at once holds the event loop for tens of milliseconds. Damage in the pieces destroys the stream. */
export function compressing(pieces: AsyncIterable<Uint8Array>, encoding: Compressed, byteLength: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: BR_QUALITY, [BROTLI_PARAM_SIZE_HINT]: byteLength }
  const stream = encoding === 'gzip' ? createGzip({ level: GZIP_LEVEL }) : createBrotliCompress({ params })
  return pipeline(pieces, stream, () => {})
}

function gzipOf(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  const options = { level: GZIP_LEVEL }
  return bytes.length > AT_ONCE ? gzipInThread(bytes, options) : gzipSync(bytes, options)
}

/** Compressed form of a body sent once: a short one at once, else a promise. */
export function compressedOnce(bytes: Uint8Array, encoding: Compressed): Uint8Array | Promise<Uint8Array> {
  if (encoding === 'gzip') return gzipOf(bytes)
  const params = { ...BR_ONCE, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return bytes.length > AT_ONCE ? brInThread(bytes, { params }) : brotliCompressSync(bytes, { params })
}

export function isWorthCompressing(byteLength: number): boolean {
  return byteLength >= WORTH_IT
}

/** True when a body of so many bytes is sent uncompressed unless a compressed form is ready. */
export function isSentPlain(accepted: readonly Encoding[], byteLength: number): boolean {
  return accepted[0] === 'identity' || (!isWorthCompressing(byteLength) && accepted.includes('identity'))
}

/** The compressed form to make while a client waits, of what is not sent once. */
export function quickest(accepted: readonly Encoding[]): Compressed {
  return accepted.includes('gzip') || !accepted.includes('br') ? 'gzip' : 'br'
}

const PLAIN: readonly Encoding[] = ['identity']
/** Browsers send a handful of different headers. */
const negotiated = new LRUCache<string, readonly Encoding[]>({ max: 200, memoMethod: negotiate })

/** Encodings a request accepts, best first; `identity` is last unless the client refuses or prefers it. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  return header ? negotiated.memo(header.slice(0, 500)) : PLAIN
}

/** An option its types do not know yet: the order of equally preferred encodings. */
interface PreferringNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[]
}

function negotiate(header: string): readonly Encoding[] {
  const negotiator: PreferringNegotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  const accepted = negotiator.encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] })
  // A client that accepts nothing we have still gets an answer, as RFC 9110 (12.5.3) allows.
  return accepted.length > 0 ? (accepted as Encoding[]) : PLAIN
}
