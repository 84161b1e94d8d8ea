import { groupBy } from '../../domain/basics/lists.ts'
import { expected } from '../../errors.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { readOrDamaged } from '../engines/source-storage.ts'
import { createYield } from '../bytes/event-loop.ts'
import { monthFileKey } from './month-files.ts'
import { mapLimit } from '../bytes/event-loop.ts'
import { decodeLines } from '../bytes/records.ts'
import type { SaleColumns } from './sale-columns.ts'
import { createSaleColumns } from './sale-columns.ts'
import type { LogRow } from './sale-rows.ts'

/** Months kept indexed; a question about 30 days touches two or three. */
const MONTHS_IN_MEMORY = 6
const READ_AT_ONCE = 16
/** How often a reader starts over because parts went away under its eyes; one that is listed for ever is no part. */
const ROUNDS = 10
const NAME = /^vendas:(\d{4}-\d\d):([0-9a-f]{64})\.ndjson$/

export interface MonthIndex {
  /** Keys of the parts whose sales are in `sales`. */
  parts: Set<string>
  damaged: Set<string>
  sales: SaleColumns
}

interface Listing {
  /** Parts of the log, by month. */
  parts: Map<string, string[]>
  /** Files of closed months; undefined when they could not be listed. */
  files: ReadonlySet<string> | undefined
}

/**
 * The log of sales by month. Its parts never change, so an index only ever takes in the ones that came since. They are
 * listed once and the list is shared: a question lists nothing.
 */
export interface MonthLog {
  /** Parts present at this moment of each month, by month, months ascending. */
  list(): Promise<Map<string, string[]>>
  /** Those of one month at this moment. */
  parts(month: string): Promise<string[]>
  /** Lists anew, if anybody has asked before, and takes damaged parts for whole until they are read again. */
  refresh(): Promise<void>
  /** False when no file of that station and month was there when the log was listed; a question then reads none. */
  mayHaveFile(month: string, cnpj: string): Promise<boolean>
  /** Of what is listed. */
  index(month: string): Promise<MonthIndex>
  /** Whether an index in memory has the sales of that part, whatever became of it. */
  has(key: string): boolean
  append(month: string, sha256: string, stored: Buffer): Promise<void>
}

/** What the name of a part of the log says; undefined for another file's. */
export function logPartOf(key: string): { month: string; sha256: string } | undefined {
  const [, month, sha256] = NAME.exec(key) ?? []
  return month !== undefined && sha256 !== undefined ? { month, sha256 } : undefined
}

export function createMonthLog(storage: SourceStorage, checked: CheckedFiles): MonthLog {
  const indexes = new Map<string, MonthIndex>()
  /** Per month the reading under way: two questions at once do not read the same parts twice. */
  const underWay = new Map<string, Promise<MonthIndex>>()
  let listed: Promise<Listing> | undefined

  return {
    list: async () => (await list()).parts,
    parts: async (month) => (await storage.getKeys(`vendas:${month}`)).filter(logPartOf),
    async mayHaveFile(month, cnpj) {
      const { files } = (await listed?.catch(expected)) ?? {}
      return files?.has(monthFileKey(month, cnpj)) ?? true
    },
    index,
    async refresh() {
      for (const { damaged } of indexes.values()) damaged.clear()
      // What could not be listed, whoever asks next will list, and be told why not.
      if (listed) await list().catch(expected)
    },
    has: (key) => indexes.get(logPartOf(key)?.month ?? '')?.parts.has(key) === true,
    async append(month, sha256, stored) {
      const key = `vendas:${month}:${sha256}.ndjson`
      await storage.setItemRaw(key, stored)
      const { parts } = (await listed?.catch(expected)) ?? {}
      parts?.set(month, [...new Set([...(parts.get(month) ?? []), key])])
    },
  }

  async function list(): Promise<Listing> {
    const listing = listAll()
    listed = listing
    listing.catch(() => {
      if (listed === listing) listed = undefined
    })
    return listing
  }

  /** The log before the files: parts go only after all files hold them, so nothing falls in between. */
  async function listAll(): Promise<Listing> {
    const parts = await listByMonth()
    const keys = await storage.getKeys('historico').catch(expected)
    return { parts, files: keys && new Set(keys) }
  }

  async function listByMonth(): Promise<Map<string, string[]>> {
    const parts = (await storage.getKeys('vendas')).filter(logPartOf)
    return groupBy(parts, (key) => logPartOf(key)?.month ?? '')
  }

  async function index(month: string): Promise<MonthIndex> {
    const before = underWay.get(month)
    const turn = (before ? before.catch(() => undefined) : Promise.resolve()).then(() => bringUpToDate(month))
    underWay.set(month, turn)
    try {
      return await turn
    } finally {
      if (underWay.get(month) === turn) underWay.delete(month)
    }
  }

  async function bringUpToDate(month: string): Promise<MonthIndex> {
    for (let round = 1; ; round++) {
      const parts = (await (round === 1 ? (listed ?? list()) : list())).parts.get(month) ?? []
      const current = indexes.get(month) ?? emptyIndex()
      const known = parts.filter((key) => current.parts.has(key) || current.damaged.has(key)).length
      // Parts went: the month was folded. What remains is read anew, so nothing is held for nothing.
      const index = known === current.parts.size + current.damaged.size ? current : emptyIndex()
      const missing = parts.filter((key) => !index.parts.has(key) && !index.damaged.has(key))
      const gone = await takeIn(index, missing)
      if (round === ROUNDS)
        for (const key of gone) {
          index.damaged.add(key)
          checked.note(key, true)
        }
      keep(month, index)
      if (gone.length === 0 || round === ROUNDS) return index
    }
  }

  /** Gives the parts that went away between listing and reading: they have been folded meanwhile. */
  async function takeIn(index: MonthIndex, keys: string[]): Promise<string[]> {
    const gone: string[] = []
    const yieldLoop = createYield()
    for (let at = 0; at < keys.length; at += READ_AT_ONCE) {
      const some = keys.slice(at, at + READ_AT_ONCE)
      const stored = await mapLimit(some, READ_AT_ONCE, (key) => readOrDamaged(storage, key))
      for (const [i, key] of some.entries()) {
        const bytes = stored[i]
        if (bytes === null) {
          gone.push(key)
          continue
        }
        const rows = bytes && (await decodeLines(bytes, logPartOf(key)?.sha256 ?? ''))
        checked.note(key, !rows)
        if (!rows) {
          index.damaged.add(key)
          continue
        }
        for (const [n, row] of (rows as LogRow[]).entries()) {
          index.sales.add(row)
          if (n % 512 === 511) await yieldLoop()
        }
        index.parts.add(key)
      }
    }
    return gone
  }

  function keep(month: string, index: MonthIndex): void {
    indexes.delete(month)
    // A closed month has no parts: a question about a year must not drive the open one out.
    if (index.parts.size + index.damaged.size === 0) return
    indexes.set(month, index)
    for (const oldest of indexes.keys()) if (indexes.size > MONTHS_IN_MEMORY) indexes.delete(oldest)
  }
}

function emptyIndex(): MonthIndex {
  return { parts: new Set(), damaged: new Set(), sales: createSaleColumns() }
}
