/**
 * Limits for data from other machines: servers behind `--api` and the package's client, buckets of an S3 store, the source, clients
 * of MCP. Time is limited by `deadline.ts`.
 */

/** The largest honest answer, twenty thousand changes, has 6.4 MB in 600,000 values. */
export const MOST_JSON_BYTES = 16 * 1024 * 1024
/** Counts names, lists and objects as well: a million of the most expensive take 130 MB when parsed. */
const MOST_VALUES = 1_000_000
/** The deepest honest answer, `estatisticas`, has seven. */
const DEEPEST = 32

/** Pages of an S3 listing: a million names. */
const MOST_PAGES = 1000

/** An answer beyond these bounds. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** Counts levels and values first: `JSON.parse` would take 1.5 GB for 30 MB of `[`. @throws {TooMuch} @throws {SyntaxError} */
export function parseJson(bytes: Uint8Array, reviver?: (key: string, value: unknown) => unknown): unknown {
  if (bytes.length > MOST_JSON_BYTES || !isBounded(bytes)) throw new TooMuch()
  return JSON.parse(new TextDecoder().decode(bytes), reviver)
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
/** Brackets and braces differ in this bit. */
const CASE = 0x20
const [OPENING, CLOSING] = [0x7b, 0x7d]

/** Bytewise: in UTF-8 no byte of another character equals one of these. */
function isBounded(bytes: Uint8Array): boolean {
  let [depth, values] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = endOfText(bytes, at + 1)
    else if (byte === COMMA || byte === COLON) values++
    else if ((byte | CASE) === OPENING) {
      values++
      if (++depth > DEEPEST) return false
    } else if ((byte | CASE) === CLOSING) depth--
    if (values > MOST_VALUES) return false
  }
  return true
}

function endOfText(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** Guards a walk through pages: `again` for a page requested before, `enough` after the last page allowed. */
export function createPageGuard(most = MOST_PAGES): (next: string | number) => 'new' | 'again' | 'enough' {
  const asked = new Set<string | number>()
  return (next) => {
    if (asked.has(next)) return 'again'
    if (asked.size >= most - 1) return 'enough'
    asked.add(next)
    return 'new'
  }
}

/** The decoded body; null past `max` bytes. `signal` cancels the stream and closes its connection: fetch's own signal may be lost. */
export async function readBody(
  { body }: Pick<Response, 'body'>,
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

/** Chunks joined without Buffer, for browsers. */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
