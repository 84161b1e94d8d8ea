import { crc32 } from 'node:zlib'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { EntryBytes } from './entry-bytes.ts'

/** The JSON of an answer that is mostly a list of entries, not yet put together. */
export interface ListText {
  readonly byteLength: number
  /** Of all bytes, computed from the checksums of the entries. */
  readonly checksum: number
  /** Copies it to the beginning of `target`, of at least `byteLength` bytes. */
  writeTo(target: Buffer): void
  /** The same for a cache: a long list as views of the shared block, one per run of neighbours, without copying. */
  pieces(): Uint8Array[]
}

export interface ListTextParts {
  /** Members before the list. */
  before: object
  entries: EntryBytes
  /** Positions of the entries, in the order of the answer. */
  at: readonly number[]
  /** Distance of each, in whole metres: written as `distanciaKm`. */
  metres?: readonly number[] | undefined
  /** Instead of `metres`: more members of each entry, all numbers, so that a character is a byte. */
  beside?: readonly object[] | undefined
  /** Members after the list; frozen, as their text is cached. */
  after: object
}

/** `{ ...before, conteudo: […], ...after }`. */
export function listText(parts: ListTextParts): ListText {
  const { before, entries, at, metres } = parts
  const members =
    metres?.map((each) => `,"distanciaKm":${each / 1000}`) ??
    parts.beside?.map((each) => `,${JSON.stringify(each).slice(1, -1)}`)
  const { block, starts } = entries
  const head = `${JSON.stringify(before).slice(0, -1)},"conteudo":[`
  const headLength = Buffer.byteLength(head)
  const after = endingOf(parts.after)
  // The first entry loses its comma.
  const byteLength = headLength + Math.max(0, bytesAt(entries, at, members) - 1) + after.bytes.length
  const checksum = checksumOf(crc32(head, after.checksum), entries, at, metres)
  return {
    byteLength,
    checksum: metres ? checksum : (members ?? []).reduce((sum, text) => crc32(text, sum), checksum),
    writeTo,
    pieces() {
      if (!members && byteLength > LONG) return views()
      const whole = Buffer.allocUnsafeSlow(byteLength)
      writeTo(whole)
      return [whole]
    },
  }

  function writeTo(target: Buffer): void {
    let end = headLength
    if (at.length > 0) end = members ? copyWith(members, target, end - 1) : copy(target, end - 1)
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

  function copyWith(members: readonly string[], target: Buffer, from: number): number {
    let end = from
    for (const [i, text] of members.entries()) {
      const open = entries.open(at[i] ?? 0)
      target.set(open, end)
      end += open.length
      end += target.write(text, end, 'latin1')
      target[end++] = BRACE
    }
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

const endingOf = oncePer((after: object) => {
  const bytes = Buffer.from(`],${JSON.stringify(after).slice(1)}`)
  return { bytes, checksum: crc32(bytes) }
})

function bytesAt(
  { starts }: EntryBytes,
  at: readonly number[],
  members: readonly string[] | undefined,
): number {
  let bytes = 0
  for (let i = 0; i < at.length; i++) {
    const entry = at[i] ?? 0
    bytes += (starts[entry + 1] ?? 0) - (starts[entry] ?? 0)
    if (members) bytes += members[i]?.length ?? 0
  }
  return bytes
}

/** FNV-1a over the checksums of the entries, by words. */
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

const BRACE = 0x7d

/** Calls back with the first and last entry of each run of neighbours. */
function forEachRun(at: readonly number[], callback: (first: number, last: number) => void): void {
  for (let i = 0; i < at.length; i++) {
    const first = at[i] ?? 0
    let last = first
    while (i + 1 < at.length && at[i + 1] === last + 1) last = at[++i] ?? 0
    callback(first, last)
  }
}
