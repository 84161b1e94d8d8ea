import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { createPace } from './pace.ts'
import { createStrips } from './strips.ts'

const LINES_AT_ONCE = 256
const BYTES_AT_ONCE = 256 * 1024
const NEWLINE = 0x0a
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

/** What `toRow` makes of each record, one a line, nothing around them. */
export async function encodeLines<T>(records: readonly T[], toRow: (record: T) => unknown): Promise<Encoded> {
  return encode(records, '', '\n', '\n', toRow)
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

async function encode<T>(
  records: readonly T[],
  open: string,
  between: string,
  close: string,
  toRow: (record: T) => unknown = (record) => record,
): Promise<Encoded> {
  const hash = createHash('sha256')
  const strips = createStrips()
  const add = async (text: string): Promise<void> => {
    const strip = Buffer.from(text)
    hash.update(strip)
    await strips.add(strip)
  }
  const pause = createPace()
  if (open) await add(open)
  for (let at = 0; at < records.length; at += LINES_AT_ONCE) {
    const lines = records.slice(at, at + LINES_AT_ONCE).map((record) => JSON.stringify(toRow(record)))
    await add((at === 0 ? '' : between) + lines.join(between))
    await pause()
  }
  await add(close)
  return { sha256: hash.digest('hex'), stored: await strips.end() }
}

/** The uncompressed bytes, or null when they are not what `sha256` says. */
async function verified(stored: Buffer, sha256: string): Promise<Buffer | null> {
  const bytes = isCompressed(stored) ? await decompress(stored).catch(() => null) : stored
  return bytes && (await hashOf(bytes)) === sha256 ? bytes : null
}

async function hashOf(bytes: Buffer): Promise<string> {
  const pause = createPace()
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += 4 * BYTES_AT_ONCE) {
    hash.update(bytes.subarray(at, at + 4 * BYTES_AT_ONCE))
    await pause()
  }
  return hash.digest('hex')
}

function isCompressed(stored: Buffer): boolean {
  return stored[0] === 0x1f && stored[1] === 0x8b
}

/** `separator` is what stands before each newline between records. */
async function parseLines(bytes: Buffer, separator: ',' | ''): Promise<unknown[] | null> {
  const records: unknown[] = []
  const pause = createPace()
  let start = 0
  while (start < bytes.length) {
    const found = bytes.indexOf(NEWLINE, Math.min(start + BYTES_AT_ONCE, bytes.length - 1))
    const end = found === -1 ? bytes.length : found
    const text = bytes.toString('utf8', start, found === -1 ? end : end - separator.length)
    const strip = parseJson(`[${separator ? text : text.replaceAll('\n', ',')}]`)
    if (!Array.isArray(strip)) return null
    for (const record of strip) records.push(record)
    start = end + 1
    await pause()
  }
  return records
}
