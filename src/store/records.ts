import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { createPace } from './pace.ts'

/** Larger ones are kept compressed: 48 commits of all of Brazil must stay under half a gigabyte. */
const COMPRESS_ABOVE = 1024 * 1024
const LINES_AT_ONCE = 256
const BYTES_AT_ONCE = 256 * 1024
const NEWLINE = 0x0a
const compress = promisify(gzip)
const decompress = promisify(gunzip)

export interface Encoded {
  /** Of the uncompressed bytes. */
  sha256: string
  /** As they are to be stored, perhaps compressed. */
  stored: Buffer
}

/** A JSON array, one record a line, so that it is written and read in strips without holding up the event loop. */
export async function encodeRecords(records: readonly unknown[]): Promise<Encoded> {
  return encode(records, '[\n', ',\n', '\n]\n')
}

/** One record a line, nothing around them. */
export async function encodeLines(records: readonly unknown[]): Promise<Encoded> {
  return encode(records, '', '\n', '\n')
}

/** The records of `encodeRecords`, or null when the bytes are not what `sha256` says. */
export async function decodeRecords(stored: Buffer, sha256: string): Promise<unknown[] | null> {
  const bytes = await verified(stored, sha256)
  return bytes && parseLines(bytes.subarray(2, -3), ',')
}

/** The records of `encodeLines`, or null when the bytes are not what `sha256` says. */
export async function decodeLines(stored: Buffer, sha256: string): Promise<unknown[] | null> {
  const bytes = await verified(stored, sha256)
  return bytes && parseLines(bytes.subarray(0, -1), '')
}

/** The uncompressed bytes, or null when they are not what `sha256` says. */
export async function verified(stored: Buffer, sha256: string): Promise<Buffer | null> {
  const compressed = stored[0] === 0x1f && stored[1] === 0x8b
  const bytes = compressed ? await decompress(stored).catch(() => null) : stored
  if (!bytes) return null
  const pause = createPace()
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += 4 * BYTES_AT_ONCE) {
    hash.update(bytes.subarray(at, at + 4 * BYTES_AT_ONCE))
    await pause()
  }
  return hash.digest('hex') === sha256 ? bytes : null
}

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function encode(
  records: readonly unknown[],
  open: string,
  between: string,
  close: string,
): Promise<Encoded> {
  const hash: Hash = createHash('sha256')
  const strips: Buffer[] = []
  const add = (text: string) => {
    const strip = Buffer.from(text)
    hash.update(strip)
    strips.push(strip)
  }
  const pause = createPace()
  if (open) add(open)
  for (let at = 0; at < records.length; at += LINES_AT_ONCE) {
    const lines = records.slice(at, at + LINES_AT_ONCE).map((record) => JSON.stringify(record))
    add((at === 0 ? '' : between) + lines.join(between))
    await pause()
  }
  add(close)
  const bytes = Buffer.concat(strips)
  const stored = bytes.length > COMPRESS_ABOVE ? await compress(bytes, { level: 1 }) : bytes
  return { sha256: hash.digest('hex'), stored }
}

/** `separator` is what stands before each newline between records. */
async function parseLines(bytes: Buffer, separator: ',' | ''): Promise<unknown[]> {
  const records: unknown[] = []
  const pause = createPace()
  let start = 0
  while (start < bytes.length) {
    const found = bytes.indexOf(NEWLINE, Math.min(start + BYTES_AT_ONCE, bytes.length - 1))
    const end = found === -1 ? bytes.length : found
    const text = bytes.toString('utf8', start, found === -1 ? end : end - separator.length)
    const strip: unknown[] = JSON.parse(`[${separator ? text : text.replaceAll('\n', ',')}]`)
    for (const record of strip) records.push(record)
    start = end + 1
    await pause()
  }
  return records
}
