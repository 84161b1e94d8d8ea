import { crc32 } from 'node:zlib'
import type { EntryBytes } from './entry-bytes.ts'
import { lengthOfKm, writeKm } from './km.ts'

/** The JSON of an answer that is mostly a list of entries, not yet put together. */
export interface ListText {
  readonly byteLength: number
  /** Of everything in it, had without reading the entries again. */
  readonly checksum: number
  /** Copies it to the beginning of `target`, which has room for it. */
  writeTo(target: Buffer): void
  /** The same to be kept: a long list as views of the shared block, one per run of neighbours, so that nothing is copied. */
  pieces(): Uint8Array[]
}

export interface ListTextParts {
  /** What stands before the list. */
  before: object
  entries: EntryBytes
  /** Which entries, in the order of the answer. */
  at: readonly number[]
  /** Distance of each, in whole metres: written as `distanciaKm`. */
  metres?: readonly number[] | undefined
  /** In place of it, what more each entry is to say: members of its object. */
  beside?: readonly object[] | undefined
  /** What stands after it; frozen, as its text is made once. */
  after: object
}

/** `{ ...before, conteudo: […], ...after }`. */
export function listText(parts: ListTextParts): ListText {
  const { before, entries, at, metres } = parts
  const beside = parts.beside?.map((members) => Buffer.from(`,${JSON.stringify(members).slice(1, -1)}`))
  const { block, starts } = entries
  const head = `${JSON.stringify(before).slice(0, -1)},"conteudo":[`
  const headLength = Buffer.byteLength(head)
  const after = endingOf(parts.after)
  // The first entry loses its comma.
  const extra = beside?.reduce((sum, { length }) => sum + length, 0) ?? 0
  const byteLength = headLength + Math.max(0, bytesAt(entries, at, metres) + extra - 1) + after.bytes.length
  const checksum = checksumOf(crc32(head, after.checksum), entries, at, metres)
  return {
    byteLength,
    checksum: beside ? beside.reduce((sum, members) => crc32(members, sum), checksum) : checksum,
    writeTo,
    pieces() {
      if (!metres && !beside && byteLength > LONG) return views()
      const whole = Buffer.allocUnsafeSlow(byteLength)
      writeTo(whole)
      return [whole]
    },
  }

  function writeTo(target: Buffer): void {
    let end = headLength
    if (at.length > 0)
      end = beside
        ? copyWithMembers(target, end - 1, entries, at, beside)
        : metres
          ? copyWithDistances(target, end - 1, entries, at, metres)
          : copy(target, end - 1)
    // After the entries: its bracket takes the place of the first one's comma.
    target.write(head)
    target.set(after.bytes, end)
  }

  function copy(target: Uint8Array, from: number): number {
    let end = from
    forEachRun(at, (first, last) => {
      const run = first === last ? entries.open(first) : block.subarray(starts[first], starts[last + 1])
      target.set(run, end)
      end += run.length
      if (first === last) target[end++] = BRACE
    })
    return end
  }

  function views(): Uint8Array[] {
    const pieces: Uint8Array[] = [Buffer.from(head)]
    forEachRun(at, (first, last) => {
      const comma = pieces.length > 1 ? 0 : 1
      pieces.push(block.subarray((starts[first] ?? 0) + comma, starts[last + 1]))
    })
    return [...pieces, after.bytes]
  }
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

interface Ending {
  bytes: Uint8Array
  checksum: number
}

const endings = new WeakMap<object, Ending>()

function endingOf(after: object): Ending {
  let ending = endings.get(after)
  if (!ending) {
    const bytes = Buffer.from(`],${JSON.stringify(after).slice(1)}`)
    endings.set(after, (ending = { bytes, checksum: crc32(bytes) }))
  }
  return ending
}

function bytesAt(
  { starts }: EntryBytes,
  at: readonly number[],
  metres: readonly number[] | undefined,
): number {
  let bytes = 0
  for (let i = 0; i < at.length; i++) {
    const entry = at[i] ?? 0
    bytes += (starts[entry + 1] ?? 0) - (starts[entry] ?? 0)
    if (metres) bytes += NAME.length + lengthOfKm(metres[i] ?? 0)
  }
  return bytes
}

/** Of the checksums of what is in it, as entries were read when they were written: FNV-1a, by words. */
function checksumOf(
  start: number,
  { checksums }: EntryBytes,
  at: readonly number[],
  metres: readonly number[] | undefined,
): number {
  let checksum = start
  for (let i = 0; i < at.length; i++) {
    checksum = Math.imul(checksum ^ (checksums[at[i] ?? 0] ?? 0), FNV_PRIME)
    if (metres) checksum = Math.imul(checksum ^ (metres[i] ?? 0), FNV_PRIME)
  }
  return checksum >>> 0
}

const FNV_PRIME = 16_777_619

/** Bytes from which a list is not copied any more. */
const LONG = 1 << 20

const NAME = Buffer.from(',"distanciaKm":')
const [NAME_0, NAME_4, NAME_8, NAME_11] = [0, 4, 8, 11].map((at) => NAME.readInt32BE(at))
const BRACE = 0x7d

/** Returns where the last one ends. */
function copyWithDistances(
  target: Uint8Array,
  from: number,
  entries: EntryBytes,
  at: readonly number[],
  metres: readonly number[],
): number {
  const view = new DataView(target.buffer, target.byteOffset)
  let end = from
  for (let i = 0; i < at.length; i++) {
    const open = entries.open(at[i] ?? 0)
    target.set(open, end)
    end += open.length
    end = writeKm(target, writeName(view, end), metres[i] ?? 0)
    target[end++] = BRACE
  }
  return end
}

/** Returns where the last one ends. */
function copyWithMembers(
  target: Uint8Array,
  from: number,
  entries: EntryBytes,
  at: readonly number[],
  beside: readonly Uint8Array[],
): number {
  let end = from
  for (const [i, members] of beside.entries()) {
    const open = entries.open(at[i] ?? 0)
    target.set(open, end)
    target.set(members, end + open.length)
    end += open.length + members.length
    target[end++] = BRACE
  }
  return end
}

/** Four bytes at a time, the last four one back. Returns where it ends. */
function writeName(target: DataView, at: number): number {
  target.setInt32(at, NAME_0 ?? 0)
  target.setInt32(at + 4, NAME_4 ?? 0)
  target.setInt32(at + 8, NAME_8 ?? 0)
  target.setInt32(at + 11, NAME_11 ?? 0)
  return at + NAME.length
}

/** Calls back with the first and last entry of each run of neighbours. */
function forEachRun(at: readonly number[], callback: (first: number, last: number) => void): void {
  for (let i = 0; i < at.length; i++) {
    const first = at[i] ?? 0
    let last = first
    while (i + 1 < at.length && at[i + 1] === last + 1) last = at[++i] ?? 0
    callback(first, last)
  }
}
