import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import Negotiator from 'negotiator'
import { lengthOf } from '../format/list-text.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Compressed = Exclude<Encoding, 'identity'>

/** Below one network packet compression saves nothing. */
const WORTH_IT = 1400
/** One quality for every answer, so equal answers have equal bytes and a strong `etag` holds. */
const BR_QUALITY = 5
const GZIP_LEVEL = 6

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

/** Off the event loop, in zlib's threads. */
export function encodePieces(pieces: readonly Uint8Array[], encoding: Compressed): Promise<Uint8Array> {
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
