import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gzipSync } from 'node:zlib'
import { createYield } from './event-loop.ts'

/** 48 commits of all of Brazil must stay under half a gigabyte. */
const COMPRESS_ABOVE = 1024 * 1024
/** V8 takes what is parsed from 100 kB on for lasting: of what is let go at once nothing would be freed for long. */
const BYTES_AT_ONCE = 90 * 1024
const BYTES_HASHED_AT_ONCE = 1024 * 1024
const NEWLINE = 0x0a
const decompress = promisify(gunzip)

export interface Encoded {
  /** Of the uncompressed bytes. */
  sha256: string
  /** As they are to be stored, perhaps compressed. */
  stored: Buffer
}

/** A JSON array, one record a line, so that it can be read strip by strip. */
export function encodeRecords(records: readonly unknown[]): Encoded {
  const lines = records.map((record) => JSON.stringify(record))
  return encode(`[\n${lines.join(',\n')}\n]\n`)
}

/** What `toRow` makes of each record, one a line, nothing around them. */
export function encodeLines<T>(records: readonly T[], toRow: (record: T) => unknown): Encoded {
  return encode(records.map((record) => `${JSON.stringify(toRow(record))}\n`).join(''))
}

/** The records of `encodeRecords`, or null when the bytes are not what `sha256` says. */
export function decodeRecords(
  stored: Buffer,
  sha256: string,
  take?: (record: unknown) => unknown,
): Promise<unknown[] | null> {
  return parse(
    stored,
    sha256,
    (lines) => lines.slice(lines.startsWith('[\n') ? 2 : 0, lines.endsWith(']\n') ? -3 : -2),
    take,
  )
}

/** The records of `encodeLines`, or null when the bytes are not what `sha256` says. */
export function decodeLines(stored: Buffer, sha256: string): Promise<unknown[] | null> {
  return parse(stored, sha256, (lines) => lines.slice(0, -1).replaceAll('\n', ','))
}

/** The uncompressed bytes, or null when they are not what `sha256` says. */
export async function intactBytes(stored: Buffer, sha256: string): Promise<Buffer | null> {
  const bytes = isCompressed(stored) ? await decompress(stored).catch(() => null) : stored
  return bytes && (await hashOf(bytes)) === sha256 ? bytes : null
}

/** Whether the uncompressed bytes are what `sha256` says; never holds them whole. */
export async function isIntact(stored: Buffer, sha256: string): Promise<boolean> {
  const hash = createHash('sha256')
  const yieldLoop = createYield()
  try {
    for await (const bytes of bytesOf(stored)) {
      hash.update(bytes)
      await yieldLoop()
    }
  } catch {
    return false
  }
  return hash.digest('hex') === sha256
}

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Undefined for what is no JSON: whole by its checksum, but not ours. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function encode(text: string): Encoded {
  const bytes = Buffer.from(text)
  const stored = bytes.length > COMPRESS_ABOVE ? gzipSync(bytes, { level: 1 }) : bytes
  return { sha256: sha256Of(bytes), stored }
}

export async function hashOf(bytes: Buffer): Promise<string> {
  const yieldLoop = createYield()
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += BYTES_HASHED_AT_ONCE) {
    hash.update(bytes.subarray(at, at + BYTES_HASHED_AT_ONCE))
    await yieldLoop()
  }
  return hash.digest('hex')
}

function isCompressed(stored: Buffer): boolean {
  return stored[0] === 0x1f && stored[1] === 0x8b
}

/**
 * What `take` makes of each record, some lines at a time; null when they are not what `sha256` says. `inner` makes whole lines the
 * inside of a JSON array.
 */
async function parse(
  stored: Buffer,
  sha256: string,
  inner: (lines: string) => string,
  take = (record: unknown): unknown => record,
): Promise<unknown[] | null> {
  const records: unknown[] = []
  const hash = createHash('sha256')
  const yieldLoop = createYield()
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const bytes of bytesOf(stored)) {
      hash.update(bytes)
      rest = Buffer.concat([rest, bytes])
      // What closes the list stays with the last line.
      const end = rest.lastIndexOf(NEWLINE, -4) + 1
      if (end > 0) add(rest.toString('utf8', 0, end))
      rest = rest.subarray(end)
      await yieldLoop()
    }
    add(rest.toString())
  } catch {
    // Nothing proves the bytes before the last one: what cannot be read, or taken for a record, is none.
    return null
  }
  return hash.digest('hex') === sha256 ? records : null

  function add(lines: string): void {
    for (const record of JSON.parse(`[${inner(lines)}]`) as unknown[]) records.push(take(record))
  }
}

/** Uncompressed, some at a time. */
async function* bytesOf(stored: Buffer): AsyncGenerator<Buffer> {
  if (isCompressed(stored)) yield* createGunzip({ chunkSize: BYTES_AT_ONCE }).end(stored)
  else for (let at = 0; at < stored.length; at += BYTES_AT_ONCE) yield stored.subarray(at, at + BYTES_AT_ONCE)
}
