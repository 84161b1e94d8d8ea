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

interface ListTextParts {
  /** Members before the list. */
  before: object
  /** After them, an entry as a member of its own, with its distance; then more members, numbers and booleans. */
  logoDepois?: { at: number; metres: number } | undefined
  envelope?: object | undefined
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

/** `{ ...before, logoDepois, ...envelope, conteudo: […], ...after }`. */
export function listText(parts: ListTextParts): ListText {
  const { logoDepois, envelope, entries, at } = parts
  const aside = logoDepois && { at: [logoDepois.at], members: distances([logoDepois.metres]) }
  const members = parts.metres ? distances(parts.metres) : parts.beside && texts(parts.beside)
  const head = JSON.stringify(parts.before).slice(0, -1)
  const name = `${envelope ? `,${JSON.stringify(envelope).slice(1, -1)}` : ''},"conteudo":`
  const after = endingOf(parts.after)
  const headLength = Buffer.byteLength(head) + (aside ? ASIDE.length + bytesAt(entries, aside) : 0)
  // The bracket takes the place of the first entry's comma.
  const listLength = name.length + Math.max(1, bytesAt(entries, { at, members }))
  const byteLength = headLength + listLength + after.bytes.length
  const begun = crc32(name, crc32(head, after.checksum))
  const checksum = checksumAt(aside ? checksumAt(begun, entries, aside) : begun, entries, { at, members })
  return { byteLength, checksum, writeTo, pieces }

  function pieces(): Uint8Array[] {
    if (!members && !aside && byteLength > LONG) return views()
    const whole = Buffer.allocUnsafeSlow(byteLength)
    writeTo(whole)
    return [whole]
  }

  function writeTo(target: Buffer): void {
    let end = target.write(head)
    if (aside) {
      const colon = end + target.write(ASIDE, end, 'latin1')
      end = copy(target, colon, aside)
      target[colon] = COLON
    }
    const bracket = end + target.write(name, end, 'latin1')
    end = copy(target, bracket, { at, members })
    target[bracket] = BRACKET
    target.set(after.bytes, Math.max(end, bracket + 1))
  }

  function copy(target: Buffer, from: number, { at, members }: Listed): number {
    let end = from
    if (!members)
      forEachRun(at, (first, last) => {
        const run = entries.block.subarray(entries.starts[first], entries.starts[last + 1])
        target.set(run, end)
        end += run.length
      })
    else
      for (const [i, position] of at.entries()) {
        const open = entries.open(position)
        target.set(open, end)
        end = members.write(i, target, end + open.length)
        target[end++] = BRACE
      }
    return end
  }

  function views(): Uint8Array[] {
    const pieces: Uint8Array[] = [Buffer.from(`${head}${name}[`)]
    forEachRun(at, (first, last) => {
      const comma = pieces.length > 1 ? 0 : 1
      pieces.push(entries.block.subarray((entries.starts[first] ?? 0) + comma, entries.starts[last + 1]))
    })
    return [...pieces, after.bytes]
  }
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

/** Entries at these positions, each with its members of the question. */
interface Listed {
  at: readonly number[]
  members: Members | undefined
}

/** More members of each entry of a list. */
interface Members {
  lengthOf(i: number): number
  /** Returns the end of what was written. */
  write(i: number, target: Buffer, from: number): number
  addTo(checksum: number, i: number): number
}

function texts(beside: readonly object[]): Members {
  const written = beside.map((each) => `,${JSON.stringify(each).slice(1, -1)}`)
  return {
    lengthOf: (i) => written[i]?.length ?? 0,
    write: (i, target, from) => from + target.write(written[i] ?? '', from, 'latin1'),
    addTo: (checksum, i) => mixed(checksum, crc32(written[i] ?? '')),
  }
}

function distances(metres: readonly number[]): Members {
  return {
    lengthOf: (i) => writeDistance(SCRATCH, 0, metres[i] ?? 0),
    write: (i, target, from) => writeDistance(target, from, metres[i] ?? 0),
    addTo: (checksum, i) => mixed(checksum, metres[i] ?? 0),
  }
}

const DISTANCE = Buffer.from(',"distanciaKm":')
const SCRATCH = new Uint8Array(50)

/** `,"distanciaKm":12.3` for 12,300 metres, digit by digit: as strings, distances took a fifth of a radius search. */
function writeDistance(target: Uint8Array, from: number, metres: number): number {
  let end = from
  for (let i = 0; i < DISTANCE.length; i++) target[end++] = DISTANCE[i] ?? 0
  let unit = 1000
  while (unit * 10 <= metres) unit *= 10
  for (let rest = metres; unit >= 1000 || rest > 0; unit /= 10) {
    const digit = Math.floor(rest / unit)
    if (unit === 100) target[end++] = POINT
    target[end++] = ZERO + digit
    rest -= digit * unit
  }
  return end
}

const endingOf = oncePer((after: object) => {
  const bytes = Buffer.from(`],${JSON.stringify(after).slice(1)}`)
  return { bytes, checksum: crc32(bytes) }
})

function bytesAt({ starts }: EntryBytes, { at, members }: Listed): number {
  let bytes = 0
  for (let i = 0; i < at.length; i++) {
    const entry = at[i] ?? 0
    bytes += (starts[entry + 1] ?? 0) - (starts[entry] ?? 0)
    if (members) bytes += members.lengthOf(i)
  }
  return bytes
}

function checksumAt(start: number, { checksums }: EntryBytes, { at, members }: Listed): number {
  let checksum = start
  for (let i = 0; i < at.length; i++) {
    checksum = mixed(checksum, checksums[at[i] ?? 0] ?? 0)
    if (members) checksum = members.addTo(checksum, i)
  }
  return checksum >>> 0
}

/** FNV-1a by words. */
function mixed(checksum: number, word: number): number {
  return Math.imul(checksum ^ word, 16_777_619)
}

/** Its colon takes the place of the entry's comma, as the list's bracket does. */
const ASIDE = ',"logoDepois"'

/** Bytes from which a list is not copied any more. */
const LONG = 1 << 20

const [ZERO, POINT, COLON, BRACKET, BRACE] = [0x30, 0x2e, 0x3a, 0x5b, 0x7d] as const

/** Calls back with the first and last entry of each run of neighbours. */
function forEachRun(at: readonly number[], callback: (first: number, last: number) => void): void {
  for (let i = 0; i < at.length; i++) {
    const first = at[i] ?? 0
    let last = first
    while (i + 1 < at.length && at[i + 1] === last + 1) last = at[++i] ?? 0
    callback(first, last)
  }
}
