import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
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

function negotiate(header: string): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const part of header.slice(0, 500).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const q = parameters.find((text) => text.startsWith('q='))?.slice(2)
    const weight = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  const rest = weights.get('*')
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? rest ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  const accepted = (['br', 'gzip', 'identity'] as const)
    .filter((encoding) => weightOf(encoding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
  // A client that accepts nothing we have still gets an answer, as RFC 9110 (12.5.3) allows.
  return accepted.length > 0 ? accepted : PLAIN
}
