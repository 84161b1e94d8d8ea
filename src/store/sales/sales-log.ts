import { compareTexts } from '../../domain/basics/text.ts'
import { LRUCache } from 'lru-cache'
import { groupBy } from '../../domain/basics/lists.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { CNPJ, type Venda, newestFirst } from '../../domain/facts/sale-record.ts'
import { WINDOW, WINDOW_DAYS } from '../../domain/facts/rules.ts'
import * as time from '../../domain/basics/time.ts'
import type { Acervo } from '../../domain/state/commit-state.ts'
import { expected } from '../../errors.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { mapLimit, pause } from '../../domain/basics/event-loop.ts'
import { encodeLines } from '../bytes/checked-json.ts'
import { countFiles, expectFiles } from './file-counts.ts'
import { foldLog } from './fold-log.ts'
import { partsOfKey } from '../bytes/keys.ts'
import { createMonthLog } from './month-log.ts'
import { corrected, createMonthFiles, toRow, union } from './sale-rows.ts'

const SALES_PER_PART = 50_000
const STATIONS_PER_FOLD = 100
const READ_AT_ONCE = 16

/** A sale is stored under the month in which its collection began: up to ten days after the sale, or moments before it. */
const SEEN_UP_TO_DAYS_EARLIER = 1

export type SalesLog = ReturnType<typeof createSalesLog>

export function createSalesLog(files: CheckedFiles) {
  const log = createMonthLog(files)
  const monthFiles = createMonthFiles(files)

  return {
    append,
    ofStation,
    mayLack,
    latest,
    fileCounts,
    newestAsOf,
    /** Folds at most `limit` stations; true when something was done. Under the collector's lock only. */
    fold: (today: time.Dia, limit = STATIONS_PER_FOLD) => foldLog({ files, log, monthFiles }, today, limit),
    moveFromFuture,
    /** Lists the log anew and forgets its damaged parts; call it when another commit is served and when `Store.damaged` changed. */
    refresh: log.refresh,
  }

  /** Adds new sales to the log of `month` (AAAA-MM): of their collection, or of a backfill. Durable when it returns; call it before publishing: a sale without a commit is a true sale. */
  async function append(month: string, sales: readonly Venda[]): Promise<void> {
    for (let at = 0; at < sales.length; at += SALES_PER_PART) {
      const { sha256, stored } = await encodeLines(sales.slice(at, at + SALES_PER_PART), toRow)
      await log.append(month, sha256, stored)
    }
  }

  /** A station's sales with `dataVenda` from the start of `desde` to the end of `ate`, ascending, each once. */
  async function ofStation(cnpj: string, desde: time.Dia, ate: time.Dia): Promise<Venda[]> {
    if (!CNPJ.test(cnpj)) return []
    const [first, last] = [time.startOfDay(desde), time.endOfDay(ate)]
    const lists = await Promise.all(
      monthsOfLog(desde, ate).map(async (month) => {
        // The log first: a fold removes its parts after writing the files, so no sale is missed in between.
        const { sales } = await log.index(month)
        const folded = (await log.mayHaveFile(month, cnpj)) ? await monthFiles.read(month, cnpj) : []
        return sales
          .ofStation(cnpj, time.toMs(first), time.toMs(last))
          .concat(folded.filter(({ dataVenda }) => dataVenda >= first && dataVenda <= last))
      }),
    )
    return corrected(union(...lists))
  }

  /** All sales of the last two months with any: station by station, ascending, each once. */
  async function* latest(): AsyncGenerator<Venda[]> {
    const folded = (await files.getKeys('historico')).flatMap((key) => partsOfKey('stationMonth', key) ?? [])
    const known = [...(await log.list()).keys(), ...folded.map(({ mes }) => mes)]
    const months = [...new Set(known)].toSorted().slice(-2)
    // The log first, as in `ofStation`.
    const logged = await Promise.all(months.map((month) => log.index(month)))
    const stations = [
      ...folded.flatMap(({ cnpj, mes }) => (months.includes(mes) ? [cnpj] : [])),
      ...logged.flatMap(({ sales }) => sales.stations()),
    ]
    for (const cnpj of [...new Set(stations)].toSorted()) {
      const ofMonths = await Promise.all(months.map((month) => monthFiles.read(month, cnpj)))
      yield corrected(union(...logged.map(({ sales }) => sales.ofStation(cnpj)), ...ofMonths))
    }
  }

  /** Files that a commit is to name. A folder that cannot be listed does not prevent a publication; the inspection reports it. */
  async function fileCounts(before: Acervo | undefined, latestSale: time.Instante) {
    const lists = await Promise.all([files.getKeys('vendas'), files.getKeys('historico')]).catch(expected)
    return lists ? expectFiles(before, countFiles(lists.flat()), time.monthOf(latestSale)) : before
  }

  /** The newest sale per station and fuel at or before each instant, in their order, not older than 240 h. */
  async function newestAsOf(instants: readonly time.Instante[]): Promise<Venda[][]> {
    const moments = instants.map((to) => ({ from: time.addMs(to, -WINDOW), to }))
    /** The newest sale of each station and fuel at each moment. */
    const newest = new Map<string, Venda[]>()
    const first = Math.min(...moments.map(({ from }) => time.toMs(from)))
    const ends = moments.map(({ to }) => time.toMs(to)).toSorted((a, b) => a - b)
    const names = new Set(moments.flatMap(({ from, to }) => monthsOfLog(time.dayOf(from), time.dayOf(to))))
    const months = await mapLimit([...names], 1, async (month) => {
      // The log first, as in `ofStation`.
      const { sales } = await log.index(month)
      return { month, sales, folded: new Set(await monthFiles.stations(month)) }
    })
    const stations = new Set(months.flatMap(({ sales, folded }) => [...sales.stations(), ...folded]))
    await mapLimit([...stations], READ_AT_ONCE, async (cnpj) => {
      const lists = await Promise.all(
        months.map(async ({ month, sales, folded }) =>
          sales
            .newestOf(cnpj, ends, first)
            .concat(folded.has(cnpj) ? await monthFiles.read(month, cnpj) : []),
        ),
      )
      corrected(lists.flat()).forEach(consider)
      await pause()
    })
    const inOrder = [...newest].toSorted(([a], [b]) => compareTexts(a, b))
    return moments.map((_, n) => inOrder.flatMap(([, sales]) => sales[n] ?? []))

    function consider(sale: Venda): void {
      const key = `${sale.cnpj}|${sale.combustivel}`
      const known = newest.get(key) ?? []
      newest.set(key, known)
      for (const [n, { from, to }] of moments.entries()) {
        if (sale.dataVenda > to || sale.dataVenda < from) continue
        const other = known[n]
        if (!other || newestFirst(sale, other) < 0) known[n] = sale
      }
    }
  }

  /** Moves sales that a wrong clock logged under later months. Appended before the old parts go: killed in between, they count once. */
  async function moveFromFuture(now: time.Instante): Promise<void> {
    for (const month of (await log.list()).keys()) {
      if (month <= time.monthOf(now)) continue
      const { sales, parts } = await log.index(month)
      const listed = new Set(parts)
      const all = sales.stations().flatMap((cnpj) => sales.ofStation(cnpj))
      const past = all.filter(({ dataVenda }) => dataVenda <= now)
      for (const [own, vendas] of groupBy(past, ({ dataVenda }) => time.monthOf(dataVenda)))
        await append(own, vendas)
      // A part with a sale dated in the future stays: no other month is right for that sale.
      if (past.length === all.length) for (const key of listed) await files.removeItem(key)
    }
  }

  /** True when a file known to be damaged may contain sales that `ofStation` would give. */
  function mayLack(cnpj: string, desde: time.Dia, ate: time.Dia): boolean {
    const damaged = files.damaged()
    const months = damaged.length > 0 ? monthsOfLog(desde, ate) : []
    return damaged.some((key) => {
      const part = partsOfKey('sales', key)
      if (part) return months.includes(part.mes) && !log.has(key)
      if (months.some((month) => key === `vendas:${month}`)) return true
      const file = partsOfKey('stationMonth', key) ?? partsOfKey('setAside', key)
      return file?.cnpj === cnpj && months.includes(file.mes)
    })
  }
}

/** Months of the log that may have sales made from `desde` to `ate`. Asked for again and again, once for each station. */
function monthsOfLog(desde: time.Dia, ate: time.Dia): readonly string[] {
  return monthsOfDays(`${desde} ${ate}`, () =>
    time.monthsBetween(
      time.monthOf(time.addDays(desde, -SEEN_UP_TO_DAYS_EARLIER)),
      time.monthOf(time.addDays(ate, WINDOW_DAYS)),
    ),
  )
}

const monthsOfDays = createMemory<string, readonly string[]>(new LRUCache({ max: 100 }))
