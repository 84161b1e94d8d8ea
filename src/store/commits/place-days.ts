import { LRUCache } from 'lru-cache'
import { lowerBound } from '../../domain/basics/lists.ts'
import { compareTexts, jsonOrUndefined } from '../../domain/basics/text.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { storeKey } from '../bytes/keys.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { DayStep } from '../../domain/past/run-length-days.ts'
import { encodeLines, intactBytes } from '../bytes/checked-json.ts'

/** About five years of a state's places, or two of its stations. */
const BYTES_IN_MEMORY = 16 * 1024 * 1024
const NEWLINE = 0x0a

/** A place or station, a fuel, and the values of the days of a month. */
export type DaysRow = readonly [key: string, combustivel: Slug, steps: readonly DayStep[]]

export interface MonthOfDays {
  /** Days of the month with values, ascending. */
  dias: readonly number[]
  rows: readonly DaysRow[]
}

/** Values at the end of past days: one immutable file a month that commits name by its checksum, computed from the log of sales. */
export function createPlaceDays(files: CheckedFiles) {
  const recent = new LRUCache<string, Lines>({
    maxSize: BYTES_IN_MEMORY,
    sizeCalculation: ({ bytes }) => bytes,
  })

  return {
    async write(mes: string, { dias, rows }: MonthOfDays): Promise<string> {
      const inOrder = rows.toSorted(([a], [b]) => compareTexts(a, b))
      const { sha256, stored } = await encodeLines<unknown>([['dias', dias], ...inOrder])
      await files.write(storeKey('days', { mes, sha256 }), stored)
      return sha256
    },
    /** Days of a file, and all rows or those of `keys`: other rows are not parsed. Null when there is no intact file. */
    async read(month: string, name: string, keys?: readonly string[]): Promise<MonthOfDays | null> {
      const lines = await linesOf(month, name)
      return lines && parse(keys ? [lines.text(0), ...keys.flatMap(lines.ofKey)] : lines.all())
    },
  }

  async function linesOf(mes: string, sha256: string): Promise<Lines | null> {
    const known = recent.get(sha256)
    if (known) return known
    const bytes = await files.read(storeKey('days', { mes, sha256 }), (stored) => intactBytes(stored, sha256))
    if (!bytes) return null
    const lines = createLines(bytes)
    recent.set(sha256, lines)
    return lines
  }
}

type Lines = ReturnType<typeof createLines>

function createLines(bytes: Buffer) {
  const ends: number[] = []
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, end + 1)) ends.push(end)
  const startOf = (at: number): number => (ends[at - 1] ?? -1) + 1
  const text = (at: number): string => bytes.toString('utf8', startOf(at), ends[at])
  /** The key in `["key","fuel",…`. */
  const keyOfLine = (at: number): string => {
    const start = startOf(at) + 2
    return bytes.toString('utf8', start, bytes.indexOf('"', start))
  }
  return {
    bytes: bytes.length,
    all: (): string[] => ends.map((_, at) => text(at)),
    text,
    /** All lines of one key, by binary search: after the first line they are in the order of their keys. */
    ofKey(key: string): string[] {
      const found: string[] = []
      const first = lowerBound(1, ends.length, (at) => keyOfLine(at) < key)
      for (let at = first; at < ends.length && keyOfLine(at) === key; at++) found.push(text(at))
      return found
    },
  }
}

/** Null when the lines are not ours. */
function parse(lines: readonly string[]): MonthOfDays | null {
  const [head, ...rows] = lines.map(jsonOrUndefined) as [unknown, ...DaysRow[]]
  return Array.isArray(head) && head[0] === 'dias' ? { dias: head[1] as number[], rows } : null
}
