import { crc32 } from 'node:zlib'
import type { Entrada } from '../../domain/answers/precos.ts'

/** The JSON of a list's entries, made once, in one block: neighbours are sent together, and the garbage collector has one object. */
export interface EntryBytes {
  /** `,{…}` for each entry, in the order of the list. */
  readonly block: Uint8Array
  /** Offset of each, at its comma; then the end of the last one. */
  readonly starts: Int32Array
  /** CRC-32 of each. */
  readonly checksums: Int32Array
  /** An entry with its comma, open at its end: without the last brace. */
  open(at: number): Uint8Array
}

/** Entries between two turns of the event loop: some milliseconds. */
const SLICE = 500
/** Entries from all over the list, by which its size in bytes is guessed. */
const SAMPLES = 200

/** A generator, so that the event loop can run between slices. `entries` are frozen, as their bytes are cached. */
export function* writeEntries(entries: readonly Entrada[]): Generator<void, EntryBytes> {
  const starts = new Int32Array(entries.length + 1)
  const checksums = new Int32Array(entries.length)
  let room: Buffer = Buffer.allocUnsafeSlow(roomFor(entries))
  let end = 0
  for (const [i, entry] of entries.entries()) {
    const text = `,${JSON.stringify(entry)}`
    // No character takes more than three bytes.
    if (end + text.length * 3 > room.length) room = enlarged(room, end, text.length * 3)
    starts[i] = end
    end += room.write(text, end)
    checksums[i] = crc32(room.subarray(starts[i], end))
    if (i % SLICE === SLICE - 1) yield
  }
  starts[entries.length] = end
  return opened(room.subarray(0, end), starts, checksums)
}

/** A fiftieth more than the samples promise: enlarging copies all that is written, 30 MB of 42,000 stations. */
function roomFor(entries: readonly Entrada[]): number {
  const every = Math.ceil(entries.length / SAMPLES)
  const samples = entries.filter((_, at) => at % every === 0)
  const bytes = samples.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)) + 1, 0)
  return Math.ceil((bytes / Math.max(1, samples.length)) * entries.length * 1.02)
}

function enlarged(room: Uint8Array, used: number, wanted: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.ceil(used * 1.1) + wanted)
  larger.set(room.subarray(0, used))
  return larger
}

function opened(block: Uint8Array, starts: Int32Array, checksums: Int32Array): EntryBytes {
  const views: (Uint8Array | undefined)[] = Array.from({ length: checksums.length })
  return {
    block,
    starts,
    checksums,
    open: (at) => (views[at] ??= block.subarray(starts[at], (starts[at + 1] ?? 1) - 1)),
  }
}
