import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { constants, createBrotliCompress, createGzip, gzip, gzipSync } from 'node:zlib'
import Negotiator from 'negotiator'
import { lengthOf } from '../../format/json/list-text.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Compressed = Exclude<Encoding, 'identity'>

/** Below one network packet compression saves nothing. */
const WORTH_IT = 1400
/**
 * One quality of each for every answer, so equal answers have equal bytes and a strong `etag` holds. gzip is what is made when
 * somebody waits for it: level 3 takes half the time of 6 for an eighth more bytes.
 */
const BR_QUALITY = 5
const GZIP_LEVEL = 3

/**
 * Up to here gzip takes the event loop some 0.2 ms at most. Its threads would take twice as much processor time, more on the loop
 * itself too, and memory that never comes back: each thread allocates its own.
 */
const SHORT = 128 * 1024

const gzipWhole = promisify(gzip)

const compressors = {
  br: (byteLength: number) =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BR_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
      },
    }),
  gzip: () => createGzip({ level: GZIP_LEVEL }),
}

/** Encodings a request accepts, best first; `identity` is last unless the client refuses or prefers it. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return PLAIN
  let accepted = memory.get(header)
  if (!accepted) {
    accepted = negotiate(header)
    if (memory.size >= 200) memory.clear()
    memory.set(header, accepted)
  }
  return accepted
}

export function isWorthCompressing(byteLength: number): boolean {
  return byteLength >= WORTH_IT
}

/** Whether a body of so many bytes leaves as it is when nothing else is ready. */
export function leavesPlain(accepted: readonly Encoding[], byteLength: number): boolean {
  return accepted[0] === 'identity' || (!isWorthCompressing(byteLength) && accepted.includes('identity'))
}

/** The compressed form to make for somebody who waits. */
export function quickest(accepted: readonly Encoding[]): Compressed {
  return accepted.includes('gzip') || !accepted.includes('br') ? 'gzip' : 'br'
}

/** At once what is short, else a promise. */
export function gzipOf(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  return bytes.length > SHORT
    ? gzipWhole(bytes, { level: GZIP_LEVEL })
    : gzipSync(bytes, { level: GZIP_LEVEL })
}

/** Off the event loop, in zlib's threads, unless it is as soon done as handed over. */
export async function encodePieces(pieces: readonly Uint8Array[], encoding: Compressed): Promise<Uint8Array> {
  const [only] = pieces
  if (only && pieces.length === 1 && encoding === 'gzip') return gzipOf(only)
  const stream = compressors[encoding](lengthOf(pieces))
  for (const piece of pieces) stream.write(piece)
  return buffer(stream.end())
}

const PLAIN: readonly Encoding[] = ['identity']
/** Browsers send a handful of different headers. */
const memory = new Map<string, readonly Encoding[]>()

/** What its types do not know yet: which of equally liked encodings comes first. */
interface PreferringNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[]
}

function negotiate(header: string): readonly Encoding[] {
  const negotiator: PreferringNegotiator = new Negotiator({
    headers: { 'accept-encoding': header.slice(0, 500) },
  })
  const accepted = negotiator.encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] })
  // A client that accepts nothing we have still gets an answer, as RFC 9110 (12.5.3) allows.
  return accepted.length > 0 ? (accepted as Encoding[]) : PLAIN
}
