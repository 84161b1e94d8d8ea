import { crc32 } from 'node:zlib'
import { pause } from '../../domain/basics/event-loop.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { EntryBytes } from './entry-bytes.ts'

/** The JSON of an answer that is mostly a list of entries, not yet put together. */
export interface ListText {
  readonly byteLength: number
  /** Checksum of all bytes, computed from those of the entries. */
  readonly checksum: number
  /** One where no page was asked for. */
  readonly totalPaginas: number
  /** Copies it to the beginning of `target`, of at least `byteLength` bytes. */
  writeTo(target: Buffer): void
  /** Copies it with turns of the event loop in between, until `isOver`: 26 MB in new memory, all stations of a country, hold the loop for 67 ms. */
  writeInTurns(target: Buffer, isOver?: () => boolean): Promise<void>
  /** Bytes for a cache: a long list as views of the shared block, one per run of neighbours, without copying. */
  pieces(): Promise<Uint8Array[]>
}

/** Writes a long list in turns of the event loop: work to begin when few others are under way. */
export type LaterText = () => Promise<ListText>

export function whole(text: ListText | LaterText): ListText | Promise<ListText> {
  return typeof text === 'function' ? text() : text
}

/** A line of the list: the position of its entry, and whole metres, written as `distanciaKm`. */
interface Line {
  readonly at: number
  readonly metres?: number
}

interface ListTextParts {
  /** Members before the list. */
  before: object
  /** After them, an entry as a member of its own, with its distance; then more members, numbers and booleans. */
  logoDepois?: Line | undefined
  envelope?: { readonly totalPaginas: number } | undefined
  entries: EntryBytes
  /** All with a distance, or none. */
  lines: readonly Line[]
  /** Instead of distances: more members of each line, as `membersText` writes them. */
  beside?: readonly string[] | undefined
  /** Members after the list; frozen, as their text is cached. */
  after: object
}

/** `{ ...before, logoDepois, ...envelope, conteudo: […], ...after }`. */
export function listText(parts: ListTextParts): ListText {
  const { logoDepois, envelope, entries, lines } = parts
  const members = parts.beside
    ? texts(parts.beside)
    : lines[0]?.metres === undefined
      ? undefined
      : distances(lines)
  const list = { lines, members }
  const aside = logoDepois && { lines: [logoDepois], members: distances([logoDepois]) }
  const head = JSON.stringify(parts.before).slice(0, -1)
  const name = `${envelope ? `,${JSON.stringify(envelope).slice(1, -1)}` : ''},"conteudo":`
  const after = endingOf(parts.after)
  const headLength = Buffer.byteLength(head) + (aside ? ASIDE.length + bytesOf(entries, aside) : 0)
  // The bracket takes the place of the first entry's comma.
  const listLength = name.length + Math.max(1, bytesOf(entries, list))
  const byteLength = headLength + listLength + after.bytes.length
  const begun = crc32(head + name, after.checksum)
  const checksum = checksumOf(aside ? checksumOf(begun, entries, aside) : begun, entries, list)
  return { byteLength, checksum, totalPaginas: envelope?.totalPaginas ?? 1, writeTo, writeInTurns, pieces }

  async function pieces(): Promise<Uint8Array[]> {
    if (!members && !aside && byteLength > LONG) return views()
    const whole = Buffer.allocUnsafeSlow(byteLength)
    await writeInTurns(whole)
    return [whole]
  }

  function writeTo(target: Buffer): void {
    const from = writeBefore(target)
    writeAfter(target, from, copy(target, from, list))
  }

  async function writeInTurns(target: Buffer, isOver = () => false): Promise<void> {
    const from = writeBefore(target)
    let end = from
    for (let first = 0; first < lines.length; first += STEP) {
      end = copy(target, end, list, first, first + STEP)
      await pause()
      if (isOver()) return
    }
    writeAfter(target, from, end)
  }

  /** Returns where the list begins. */
  function writeBefore(target: Buffer): number {
    let end = target.write(head)
    if (aside) {
      const colon = end + target.write(ASIDE, end, 'latin1')
      end = copy(target, colon, aside)
      target[colon] = COLON
    }
    return end + target.write(name, end, 'latin1')
  }

  function writeAfter(target: Buffer, bracket: number, end: number): void {
    target[bracket] = BRACKET
    target.set(after.bytes, Math.max(end, bracket + 1))
  }

  /** Copies the lines from `first` to before `until`; returns the end of what was written. */
  function copy(
    target: Buffer,
    from: number,
    { lines, members }: Listed,
    first = 0,
    until = Infinity,
  ): number {
    let end = from
    if (!members)
      for (const run of runsOf(lines.slice(first, until), entries)) {
        target.set(run, end)
        end += run.length
      }
    else
      for (let i = first; i < Math.min(until, lines.length); i++) {
        const open = entries.open(lines[i]?.at ?? 0)
        target.set(open, end)
        end = members.write(i, target, end + open.length)
        target[end++] = BRACE
      }
    return end
  }

  function views(): Uint8Array[] {
    const [first, ...others] = runsOf(lines, entries)
    return [Buffer.from(`${head}${name}[`), ...(first ? [first.subarray(1)] : []), ...others, after.bytes]
  }
}

export function byteLengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

interface Listed {
  lines: readonly Line[]
  members: Members | undefined
}

/** More members of each entry of a list. */
interface Members {
  lengthOf(i: number): number
  /** Returns the end of what was written. */
  write(i: number, target: Buffer, from: number): number
  /** Checksum of all texts, in order. */
  checksum: number
}

/** `,"name":value…`. Names and values are ASCII, so that a character is a byte. */
export function membersText(members: object): string {
  return `,${JSON.stringify(members).slice(1, -1)}`
}

function texts(written: readonly string[]): Members {
  return {
    lengthOf: (i) => written[i]?.length ?? 0,
    write: (i, target, from) => from + target.write(written[i] ?? '', from, 'latin1'),
    checksum: crc32(written.join('')),
  }
}

function distances(lines: readonly Line[]): Members {
  const metresOf = (i: number): number => lines[i]?.metres ?? 0
  return {
    lengthOf: (i) => lengthOfDistance(metresOf(i)),
    write: (i, target, from) => writeDistance(target, from, metresOf(i)),
    checksum: lines.reduce((checksum, { metres = 0 }) => mixed(checksum, metres), 0),
  }
}

const DISTANCE = Buffer.from(',"distanciaKm":')

function lengthOfDistance(metres: number): number {
  const decimals = decimalsOf(metres)
  let length = DISTANCE.length + 1 + decimals + (decimals > 0 ? 1 : 0)
  for (let least = 10_000; least <= metres; least *= 10) length++
  return length
}

/** Decimals of a distance written in kilometres. */
function decimalsOf(metres: number): 0 | 1 | 2 | 3 {
  if (metres % 1000 === 0) return 0
  return metres % 100 === 0 ? 1 : metres % 10 === 0 ? 2 : 3
}

/** Divisor that leaves out the final zeros, by the number of decimals. */
const TRAILING = [1000, 100, 10, 1] as const

/** `,"distanciaKm":12.3` for 12,300 metres, digit by digit: as strings, distances took a fifth of a radius search. */
function writeDistance(target: Uint8Array, from: number, metres: number): number {
  const decimals = decimalsOf(metres)
  const end = from + lengthOfDistance(metres)
  target.set(DISTANCE, from)
  let rest = metres / TRAILING[decimals]
  let place = end
  for (let written = 0; place > from + DISTANCE.length; written++) {
    if (written === decimals && written > 0) target[--place] = POINT
    target[--place] = ZERO + (rest % 10)
    rest = Math.trunc(rest / 10)
  }
  return end
}

const endingOf = oncePer((after: object) => {
  const bytes = Buffer.from(`],${JSON.stringify(after).slice(1)}`)
  return { bytes, checksum: crc32(bytes) }
})

function bytesOf({ lengthOf }: EntryBytes, { lines, members }: Listed): number {
  let bytes = 0
  for (let i = 0; i < lines.length; i++) {
    bytes += lengthOf(lines[i]?.at ?? 0)
    if (members) bytes += members.lengthOf(i)
  }
  return bytes
}

function checksumOf(start: number, entries: EntryBytes, { lines, members }: Listed): number {
  let checksum = start
  for (const { at } of lines) checksum = mixed(checksum, entries.checksumOf(at))
  return mixed(checksum, members?.checksum ?? 0) >>> 0
}

/** FNV-1a by words. */
function mixed(checksum: number, word: number): number {
  return Math.imul(checksum ^ word, 16_777_619)
}

/** Name of the entry beside the list; its colon takes the place of the entry's comma, as the list's bracket does. */
const ASIDE = ',"logoDepois"'

/** Bytes from which a list is copied in turns, or not at all where views do. */
export const LONG = 1 << 20

/** Entries copied without a look at the clock: less than a millisecond. */
const STEP = 500

const [ZERO, POINT, COLON, BRACKET, BRACE] = [0x30, 0x2e, 0x3a, 0x5b, 0x7d] as const

/** The bytes of the entries, neighbours together. */
function runsOf(lines: readonly Line[], entries: EntryBytes): Uint8Array[] {
  const runs: Uint8Array[] = []
  for (let i = 0; i < lines.length; i++) {
    const first = lines[i]?.at ?? 0
    let last = first
    while (lines[i + 1]?.at === last + 1) last = lines[++i]?.at ?? 0
    for (const run of entries.run(first, last)) runs.push(run)
  }
  return runs
}
