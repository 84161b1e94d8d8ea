import { CNPJ } from '../../domain/facts/sale-record.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import type { Acervo } from '../../domain/state/commit-state.ts'
import type { Dia, Instante } from '../../domain/basics/time.ts'
import { addDays, endOfDay, monthAfter, monthOf, startOfDay, toMs } from '../../domain/basics/time.ts'
import { expected } from '../../errors.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { fold } from './fold-log.ts'
import { countHoldings, expectHoldings } from './file-counts.ts'
import { createMonthFiles, monthFileOf, setAsideOf } from './month-files.ts'
import { createMonthLog, logPartOf } from './month-log.ts'
import { newestAsOf } from './newest.ts'
import { encodeLines } from '../bytes/records.ts'
import { refile } from './refile.ts'
import { toRow, union } from './sale-rows.ts'
import type { SalesLog } from '../store.ts'

const SALES_PER_PART = 50_000
const STATIONS_PER_FOLD = 100

/** A sale lies in the log under the month its collection began: after it while the source shows it, or a moment before. */
const SEEN_UP_TO_DAYS_EARLIER = 1

export function createSalesLog(storage: SourceStorage, checked: CheckedFiles): SalesLog {
  const log = createMonthLog(storage, checked)
  const monthFiles = createMonthFiles(storage, checked)

  return {
    append,
    ofStation,
    mayLack,
    latest,
    holdings,
    newestAsOf: (instants) => newestAsOf({ log, monthFiles, monthsBetween }, instants),
    fold: (today, limit = STATIONS_PER_FOLD) => fold({ storage, log, monthFiles }, today, limit),
    refile: (latest) => refile({ storage, log, append }, latest),
    refresh: log.refresh,
  }

  async function append(month: string, sales: readonly Venda[]): Promise<void> {
    for (let at = 0; at < sales.length; at += SALES_PER_PART) {
      const { sha256, stored } = encodeLines(sales.slice(at, at + SALES_PER_PART), toRow)
      await log.append(month, sha256, stored)
    }
  }

  async function ofStation(cnpj: string, desde: Dia, ate: Dia): Promise<Venda[]> {
    if (!CNPJ.test(cnpj)) return []
    const [first, last] = [startOfDay(desde), endOfDay(ate)]
    const lists = await Promise.all(
      monthsBetween(desde, ate).map(async (month) => {
        // The log before the files: parts go only after all files hold them, so nothing falls in between.
        const { sales } = await log.index(month)
        const folded = (await log.mayHaveFile(month, cnpj)) ? await monthFiles.read(month, cnpj) : []
        return sales
          .ofStation(cnpj, toMs(first), toMs(last))
          .concat(folded.filter(({ dataVenda }) => dataVenda >= first && dataVenda <= last))
      }),
    )
    return union(...lists)
  }

  async function* latest(): AsyncGenerator<Venda[]> {
    const folded = (await storage.getKeys('historico')).map(monthFileOf).filter((file) => file !== undefined)
    const known = [...(await log.list()).keys(), ...folded.map(({ mes }) => mes)]
    const months = [...new Set(known)].toSorted().slice(-2)
    // Here too the log before the files.
    const logged = await Promise.all(months.map((month) => log.index(month)))
    const stations = [
      ...folded.flatMap(({ cnpj, mes }) => (months.includes(mes) ? [cnpj] : [])),
      ...logged.flatMap(({ sales }) => sales.stations()),
    ]
    for (const cnpj of [...new Set(stations)].toSorted()) {
      const files = await Promise.all(months.map((month) => monthFiles.read(month, cnpj)))
      yield union(...logged.map(({ sales }) => sales.ofStation(cnpj)), ...files)
    }
  }

  /** A folder that cannot be listed is told by who inspects, and no reason to publish nothing. */
  async function holdings(before: Acervo | undefined, latest: Instante): Promise<Acervo | undefined> {
    const lists = await Promise.all([storage.getKeys('vendas'), storage.getKeys('historico')]).catch(expected)
    return lists ? expectHoldings(before, countHoldings(lists.flat()), monthOf(latest)) : before
  }

  function mayLack(cnpj: string, desde: Dia, ate: Dia): boolean {
    const months = monthsBetween(desde, ate)
    return checked.damaged().some((key) => {
      const part = logPartOf(key)
      if (part) return months.includes(part.month) && !log.has(key)
      if (months.some((month) => key === `vendas:${month}`)) return true
      const file = monthFileOf(key) ?? setAsideOf(key)
      return file?.cnpj === cnpj && months.includes(file.mes)
    })
  }
}

/** Months of the log that can hold sales made from `desde` to `ate`. */
function monthsBetween(desde: Dia, ate: Dia): string[] {
  const last = addDays(ate, WINDOW_DAYS).slice(0, 7)
  const months: string[] = []
  let month = addDays(desde, -SEEN_UP_TO_DAYS_EARLIER).slice(0, 7)
  while (month <= last) {
    months.push(month)
    month = monthAfter(month)
  }
  return months
}
