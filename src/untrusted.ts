/**
 * Bounds on what other machines send: the servers behind `--api` and the package's client, the buckets of an S3 store, the
 * source. Time is bounded by `deadline.ts`.
 */

/** The largest honest answer, twenty thousand changes, has 6.4 MB in 600,000 values. */
export const MOST_JSON_BYTES = 16 * 1024 * 1024
/** Names, lists and objects are counted as well: a million of the most expensive take 130 MB when parsed. */
const MOST_VALUES = 1_000_000
/** The deepest honest answer, `estatisticas`, has seven. */
const DEEPEST = 32

/** Of an S3 listing: a million names. */
const MOST_PAGES = 1000

/** An answer beyond these bounds. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/**
 * Reads JSON of another machine. Levels and values are counted before `JSON.parse`, which would take 1.5 GB for 30 MB of `[`.
 * @throws {TooMuch}
 * @throws {SyntaxError}
 */
export function parseJson(bytes: Uint8Array, reviver?: (key: string, value: unknown) => unknown): unknown {
  if (bytes.length > MOST_JSON_BYTES || !isBounded(bytes)) throw new TooMuch()
  return JSON.parse(new TextDecoder().decode(bytes), reviver)
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** In UTF-8 no byte of another character is one of these. */
function isBounded(bytes: Uint8Array): boolean {
  let [depth, values, isText] = [0, 0, false]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA || byte === COLON) values++
    else if (OPENING.has(byte)) {
      values++
      if (++depth > DEEPEST) return false
    } else if (CLOSING.has(byte)) depth--
    if (values > MOST_VALUES) return false
  }
  return true
}

/**
 * Judges where the pages of one call lead, the first of which is asked for already: `again` when to a page that was asked for
 * before, `enough` after the last page that is followed.
 */
export function createPages(most = MOST_PAGES): (next: string | number) => 'new' | 'again' | 'enough' {
  const asked = new Set<string | number>()
  return (next) => {
    if (asked.has(next)) return 'again'
    if (asked.size >= most - 1) return 'enough'
    asked.add(next)
    return 'new'
  }
}

/**
 * The decoded body of an answer, or null when it passes `max` bytes. As soon as `signal` aborts the reading ends, and the
 * connection with it: cancelling the stream does that, where fetch's own signal may be lost.
 */
export async function readBody(
  { body }: Response,
  max: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const cancel = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  try {
    if (signal.aborted) cancel()
    const chunks: Uint8Array[] = []
    let size = 0
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength
      if (size > max) {
        cancel()
        return null
      }
      chunks.push(next.value)
    }
    // A cancelled stream ends like a whole one.
    signal.throwIfAborted()
    return join(chunks, size)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Also in browsers, which have no Buffer. */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
