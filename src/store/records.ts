import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gzipSync } from 'node:zlib'
import { createGiveWay } from './give-way.ts'

/** 48 commits of all of Brazil must stay under half a gigabyte. */
const COMPRESS_ABOVE = 1024 * 1024
const BYTES_AT_ONCE = 256 * 1024
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
export async function decodeRecords(stored: Buffer, sha256: string): Promise<unknown[] | null> {
  const bytes = await intactBytes(stored, sha256)
  return bytes && parseLines(bytes.subarray(2, -3), ',')
}

/** The records of `encodeLines`, or null when the bytes are not what `sha256` says. */
export async function decodeLines(stored: Buffer, sha256: string): Promise<unknown[] | null> {
  const bytes = await intactBytes(stored, sha256)
  return bytes && parseLines(bytes.subarray(0, -1), '')
}

/** The uncompressed bytes, or null when they are not what `sha256` says. */
export async function intactBytes(stored: Buffer, sha256: string): Promise<Buffer | null> {
  const bytes = isCompressed(stored) ? await decompress(stored).catch(() => null) : stored
  return bytes && (await hashOf(bytes)) === sha256 ? bytes : null
}

/** Whether the uncompressed bytes are what `sha256` says; never holds them whole. */
export async function isIntact(stored: Buffer, sha256: string): Promise<boolean> {
  if (!isCompressed(stored)) return (await hashOf(stored)) === sha256
  const hash = createHash('sha256')
  const zip = createGunzip({ chunkSize: BYTES_AT_ONCE })
  zip.end(stored)
  try {
    for await (const bytes of zip) hash.update(bytes as Buffer)
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
  const giveWay = createGiveWay()
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += 4 * BYTES_AT_ONCE) {
    hash.update(bytes.subarray(at, at + 4 * BYTES_AT_ONCE))
    await giveWay()
  }
  return hash.digest('hex')
}

function isCompressed(stored: Buffer): boolean {
  return stored[0] === 0x1f && stored[1] === 0x8b
}

/** `separator` is what stands before each newline between records. */
async function parseLines(bytes: Buffer, separator: ',' | ''): Promise<unknown[] | null> {
  const records: unknown[] = []
  const giveWay = createGiveWay()
  let start = 0
  while (start < bytes.length) {
    const found = bytes.indexOf(NEWLINE, Math.min(start + BYTES_AT_ONCE, bytes.length - 1))
    const end = found === -1 ? bytes.length : found
    const text = bytes.toString('utf8', start, found === -1 ? end : end - separator.length)
    const strip = parseJson(`[${separator ? text : text.replaceAll('\n', ',')}]`)
    if (!Array.isArray(strip)) return null
    for (const record of strip) records.push(record)
    start = end + 1
    await giveWay()
  }
  return records
}
