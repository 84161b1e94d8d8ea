import { LRUCache } from 'lru-cache'
import type { DaysRow, MonthOfDays, PlaceDays } from '../store.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { encodeLines, intactBytes, parseJson } from '../bytes/records.ts'

/** About five years of a state's places, or two of its stations. */
const BYTES_IN_MEMORY = 16 * 1024 * 1024
const NAME = /^dias:(\d{4}-\d\d):([0-9a-f]{64})\.ndjson$/
const NEWLINE = 0x0a

/** Month and checksum from the key of such a file; undefined for other files. */
export function placeDaysOf(key: string): { month: string; sha256: string } | undefined {
  const [, month, sha256] = NAME.exec(key) ?? []
  return month !== undefined && sha256 !== undefined ? { month, sha256 } : undefined
}

export function createPlaceDays(storage: SourceStorage, checked: CheckedFiles): PlaceDays {
  const recent = new LRUCache<string, Lines>({
    maxSize: BYTES_IN_MEMORY,
    sizeCalculation: ({ bytes }) => bytes,
  })

  return {
    async write(month, { dias, rows }) {
      const inOrder = rows.toSorted(([a], [b]) => compareTexts(a, b))
      const { sha256, stored } = encodeLines<unknown>([['dias', dias], ...inOrder], (line) => line)
      await storage.setItemRaw(keyOf(month, sha256), stored)
      checked.note(keyOf(month, sha256), false)
      return sha256
    },
    async read(month, name) {
      const lines = await linesOf(month, name)
      return lines && parse(Array.from({ length: lines.count }, (_, at) => lines.text(at)))
    },
    async rowsOf(month, name, keys) {
      const lines = await linesOf(month, name)
      return lines && parse([lines.text(0), ...keys.flatMap((key) => lines.ofKey(key))])
    },
  }

  async function linesOf(month: string, name: string): Promise<Lines | null> {
    const known = recent.get(name)
    if (known) return known
    const bytes = await checked.read(keyOf(month, name), (stored) => intactBytes(stored, name))
    if (!bytes) return null
    const lines = createLines(bytes)
    recent.set(name, lines)
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
    count: ends.length,
    text,
    /** All lines of one key, by binary search: after the first line they are in the order of their keys. */
    ofKey(key: string): string[] {
      let [low, high] = [1, ends.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (keyOfLine(middle) < key) low = middle + 1
        else high = middle
      }
      const found: string[] = []
      for (let at = low; at < ends.length && keyOfLine(at) === key; at++) found.push(text(at))
      return found
    },
  }
}

function parse(lines: readonly string[]): MonthOfDays | null {
  const [head, ...rows] = lines.map(parseJson) as [unknown, ...DaysRow[]]
  return Array.isArray(head) && head[0] === 'dias' ? { dias: head[1] as number[], rows } : null
}

function keyOf(month: string, sha256: string): string {
  return `dias:${month}:${sha256}.ndjson`
}
