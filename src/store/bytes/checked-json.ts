import { jsonOrUndefined } from '../../domain/basics/text.ts'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gzip } from 'node:zlib'
import { slices } from '../../domain/basics/lists.ts'
import { pause } from '../../domain/basics/event-loop.ts'

/** 48 commits of all of Brazil must stay under half a gigabyte. */
const COMPRESS_ABOVE = 1024 * 1024
/** Strings parsed from 100 kB on go to V8's old space, where short-lived ones would stay for long. */
const BYTES_PARSED_AT_ONCE = 90 * 1024
/** Bytes hashed, and unpacked, at a time. Unpacking goes to another thread and back for each: by zlib's own 16 kB that took longer than the unpacking. */
const CHUNK = 1024 * 1024
const SUM = 64
export const BODY_AT = SUM + 1
const NEWLINE = 0x0a
/** Written at a time: the text of all of them would be copied twice, and from 128 kB on malloc takes each text from the system and gives it back. */
const RECORDS_AT_ONCE = 128
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Bytes as they are to be stored, perhaps compressed, and the checksum of the uncompressed ones. */
export type Encoded = Awaited<ReturnType<typeof encode>>

/** A JSON array, one record a line, so that it can be read strip by strip. */
export function encodeRecords(records: readonly unknown[]): Promise<Encoded> {
  return encode(records, ['[\n', ',\n', '\n]\n'])
}

/** The rows of `toRow`, one a line; at least one. */
export function encodeLines<T>(records: readonly T[], toRow?: (record: T) => unknown): Promise<Encoded> {
  return encode(records, ['', '\n', '\n'], toRow)
}

/** The records of `encodeRecords`, or null when the checksum differs. */
export function decodeRecords(stored: Buffer, sha256: string, take?: (record: unknown) => unknown) {
  return parse(
    stored,
    sha256,
    (lines) => lines.slice(lines.startsWith('[\n') ? 2 : 0, lines.endsWith(']\n') ? -3 : -2),
    take,
  )
}

/** The records of `encodeLines`, or null when the checksum differs. */
export function decodeLines(stored: Buffer, sha256: string): Promise<unknown[] | null> {
  return parse(stored, sha256, (lines) => lines.slice(0, -1).replaceAll('\n', ','))
}

/** The uncompressed bytes, or null when the checksum differs. */
export async function intactBytes(stored: Buffer, sha256: string): Promise<Buffer | null> {
  const bytes = await unpacked(stored).catch(() => null)
  return bytes && (await hashOf(bytes)) === sha256 ? bytes : null
}

/** True when the checksum of the uncompressed bytes holds, which are never whole in memory. */
export async function isIntact(stored: Buffer, sha256: string): Promise<boolean> {
  return (await hashOfChunks(bytesOf(stored)).catch(() => null)) === sha256
}

export async function packed(bytes: Buffer): Promise<Buffer> {
  return bytes.length > COMPRESS_ABOVE ? compress(bytes, { level: 1, chunkSize: CHUNK }) : bytes
}

/** The bytes of `packed`. Throws for damaged ones. */
export async function unpacked(stored: Buffer): Promise<Buffer> {
  return isCompressed(stored) ? decompress(stored, { chunkSize: CHUNK }) : stored
}

/** Bytes with their checksum: line 1 is the sha256 of the rest. */
export function withChecksum(body: string | Buffer): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return Buffer.concat([Buffer.from(`${sha256Of(bytes)}\n`), bytes])
}

export function sumOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, SUM)
}

/** The bytes after line 1, null when the checksum differs; yields to the event loop. */
export async function checkedBody(bytes: Buffer): Promise<Buffer | null> {
  const body = bodyOf(bytes)
  return body && (await hashOf(body)) === sumOf(bytes) ? body : null
}

/** The JSON after line 1 of a small file, at once; undefined when the checksum differs or it is not JSON. */
export function checkedJson(bytes: Buffer): unknown {
  const body = bodyOf(bytes)
  return body && sha256Of(body) === sumOf(bytes) ? jsonOrUndefined(body.toString('utf8')) : undefined
}

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function encode<T>(
  records: readonly T[],
  [start, between, end]: readonly [string, string, string],
  toRow: (record: T) => unknown = (record) => record,
) {
  const pieces: Buffer[] = [Buffer.from(start)]
  for (const slice of slices(records, RECORDS_AT_ONCE)) {
    const lines = slice.map((record) => JSON.stringify(toRow(record))).join(between)
    pieces.push(Buffer.from(pieces.length > 1 ? between + lines : lines))
  }
  const bytes = Buffer.concat([...pieces, Buffer.from(end)])
  return { sha256: sha256Of(bytes), stored: await packed(bytes) }
}

export function hashOf(bytes: Buffer): Promise<string> {
  const chunks = Math.ceil(bytes.length / CHUNK)
  return hashOfChunks(Array.from({ length: chunks }, (_, i) => bytes.subarray(i * CHUNK, (i + 1) * CHUNK)))
}

async function hashOfChunks(chunks: AsyncIterable<Buffer> | Buffer[]): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    await pause()
  }
  return hash.digest('hex')
}

function isCompressed(stored: Buffer): boolean {
  return stored[0] === 0x1f && stored[1] === 0x8b
}

/** The records mapped by `take`; null when the checksum differs. `inner` turns whole lines into the inside of a JSON array. */
async function parse(
  stored: Buffer,
  sha256: string,
  inner: (lines: string) => string,
  take = (record: unknown): unknown => record,
): Promise<unknown[] | null> {
  const records: unknown[] = []
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of bytesOf(stored)) {
      hash.update(chunk)
      rest = Buffer.concat([rest, chunk])
      // The closing bracket stays with the last line.
      for (let end = cut(rest); end > 0 && end < rest.length - 2; end = cut(rest)) {
        add(rest.toString('utf8', 0, end))
        rest = rest.subarray(end)
        await pause()
      }
    }
    add(rest.toString())
  } catch {
    // The checksum is known only at the end, so damaged bytes are parsed before: any error means damage.
    return null
  }
  return hash.digest('hex') === sha256 ? records : null

  function add(lines: string): void {
    for (const record of JSON.parse(`[${inner(lines)}]`) as unknown[]) records.push(take(record))
  }
}

/** The end of a line, so many bytes on; 0 without one. */
function cut(bytes: Buffer): number {
  return bytes.indexOf(NEWLINE, BYTES_PARSED_AT_ONCE) + 1
}

export function bytesOf(stored: Buffer, chunkSize = CHUNK): AsyncIterable<Buffer> | Buffer[] {
  return isCompressed(stored) ? createGunzip({ chunkSize }).end(stored) : [stored]
}

function bodyOf(bytes: Buffer): Buffer | null {
  return bytes[SUM] === NEWLINE ? bytes.subarray(BODY_AT) : null
}
