import { LRUCache } from 'lru-cache'
import { groupBy } from '../../domain/basics/lists.ts'
import { expected } from '../../errors.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { readOrDamaged } from '../engines/source-storage.ts'
import { mapLimit, pause } from '../../domain/basics/event-loop.ts'
import { storeKey, partsOfKey } from '../bytes/keys.ts'
import { decodeLines } from '../bytes/checked-json.ts'
import { createSaleColumns } from './sale-columns.ts'
import type { LogRow } from './sale-rows.ts'

/** Months kept indexed; a question about 30 days needs two or three. */
const MONTHS_IN_MEMORY = 6
const READ_AT_ONCE = 16
/** Listings of the log for one question, as a fold may remove parts meanwhile. A part listed each time and never there is damaged. */
const ROUNDS = 10

/** `parts`: the keys of those whose sales are in `sales`. */
export type MonthIndex = ReturnType<typeof emptyIndex>

/** Keys of the parts of the log, by month, and of the files of closed months; undefined when those could not be listed. */
type Listing = Awaited<ReturnType<typeof listAll>>

/** The log of sales by month, in immutable parts: an index only adds new ones. One listing is shared by all questions. */
export type MonthLog = ReturnType<typeof createMonthLog>

export function createMonthLog(files: CheckedFiles) {
  const indexes = new LRUCache<string, MonthIndex>({ max: MONTHS_IN_MEMORY })
  /** Reads in progress by month: two questions at once share one. */
  const underWay = new Map<string, Promise<MonthIndex>>()
  let listed: Promise<Listing> | undefined

  return {
    /** Lists the parts of the log by month, ascending. */
    list: async () => (await list()).parts,
    parts: async (month: string) => (await files.getKeys(`vendas:${month}`)).filter(isPart),
    /** False when the listing has no file of that station and month; a question then reads none. */
    async mayHaveFile(month: string, cnpj: string): Promise<boolean> {
      const { folded } = (await listed?.catch(expected)) ?? {}
      return folded?.has(storeKey('stationMonth', { mes: month, cnpj })) ?? true
    },
    index,
    /** Lists again, if it has been listed before, and forgets damaged parts until they are read again. */
    async refresh(): Promise<void> {
      for (const { damaged } of indexes.values()) damaged.clear()
      // After a failure the next question lists, and fails with the reason.
      if (listed) await list().catch(expected)
    },
    has: (key: string): boolean => indexes.get(monthOf(key))?.parts.has(key) === true,
    async append(month: string, sha256: string, stored: Buffer): Promise<void> {
      const key = storeKey('sales', { mes: month, sha256 })
      await files.setItemRaw(key, stored)
      const { parts } = (await listed?.catch(expected)) ?? {}
      parts?.set(month, [...new Set([...(parts.get(month) ?? []), key])])
    },
  }

  async function list(): Promise<Listing> {
    const listing = listAll(files)
    listed = listing
    listing.catch(() => {
      if (listed === listing) listed = undefined
    })
    return listing
  }

  async function index(month: string): Promise<MonthIndex> {
    const before = Promise.resolve(underWay.get(month)).catch(() => undefined)
    const turn = before.then(() => bringUpToDate(month))
    underWay.set(month, turn)
    try {
      return await turn
    } finally {
      if (underWay.get(month) === turn) underWay.delete(month)
    }
  }

  async function bringUpToDate(month: string): Promise<MonthIndex> {
    let listing = await (listed ?? list())
    for (let round = 1; ; round++) {
      const parts = listing.parts.get(month) ?? []
      const index = indexFor(month, parts)
      const gone = await readInto(index, parts)
      if (round === ROUNDS) for (const key of gone) setDamaged(index, key)
      // A closed month has no parts: a question about a year must not evict the open month.
      if (index.parts.size + index.damaged.size > 0) indexes.set(month, index)
      else indexes.delete(month)
      if (gone.length === 0 || round === ROUNDS) return index
      listing = await list()
    }
  }

  /** The index in memory, or a new one when parts of it are gone: a fold of the month has removed them. */
  function indexFor(month: string, parts: readonly string[]): MonthIndex {
    const index = indexes.get(month) ?? emptyIndex()
    const known = parts.filter((key) => index.parts.has(key) || index.damaged.has(key)).length
    return known === index.parts.size + index.damaged.size ? index : emptyIndex()
  }

  /** Reads the parts that the index does not have. Gives the keys of those removed since the listing. */
  async function readInto(index: MonthIndex, parts: readonly string[]): Promise<string[]> {
    const gone: string[] = []
    const missing = parts.filter((key) => !index.parts.has(key) && !index.damaged.has(key))
    await mapLimit(missing, READ_AT_ONCE, async (key) => {
      const bytes = await readOrDamaged(files, key)
      const rows = bytes && (await decodeLines(bytes, partsOfKey('sales', key)?.sha256 ?? ''))
      if (bytes === null) gone.push(key)
      else if (!rows) setDamaged(index, key)
      else {
        for (const [n, row] of (rows as LogRow[]).entries()) {
          index.sales.add(row)
          if (n % 512 === 511) await pause()
        }
        index.parts.add(key)
        files.note(key, false)
      }
    })
    return gone
  }

  function setDamaged(index: MonthIndex, key: string): void {
    index.damaged.add(key)
    files.note(key, true)
  }
}

/** The log first: a fold removes its parts after writing the files, so no sale is missed in between. */
async function listAll(files: CheckedFiles) {
  const parts = (await files.getKeys('vendas')).filter(isPart)
  const folded = await files.getKeys('historico').catch(expected)
  return { parts: groupBy(parts, monthOf), folded: folded && new Set(folded) }
}

function isPart(key: string): boolean {
  return partsOfKey('sales', key) !== undefined
}

function monthOf(key: string): string {
  return partsOfKey('sales', key)?.mes ?? ''
}

function emptyIndex() {
  return { parts: new Set<string>(), damaged: new Set<string>(), sales: createSaleColumns() }
}
