import { groupBy } from '../../domain/basics/lists.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { monthOf } from '../../domain/basics/time.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import type { MonthLog } from './month-log.ts'

export interface RefileDeps {
  storage: SourceStorage
  log: MonthLog
  append(month: string, sales: readonly Venda[]): Promise<void>
}

/**
 * Sales logged under months that have not come, by a clock that was wrong, go to the months they were made in. First they
 * are there, then they are gone here: killed anywhere it loses nothing, and what stands in both counts once.
 */
export async function refile({ storage, log, append }: RefileDeps, latest: Instante): Promise<void> {
  for (const month of (await log.list()).keys()) {
    if (month <= monthOf(latest)) continue
    const { sales, parts } = await log.index(month)
    const listed = new Set(parts)
    const all = sales.stations().flatMap((cnpj) => sales.ofStation(cnpj))
    const made = all.filter(({ dataVenda }) => dataVenda <= latest)
    for (const [own, vendas] of groupBy(made, ({ dataVenda }) => monthOf(dataVenda)))
      await append(own, vendas)
    // A sale that is itself of a time to come stays where it is: no month of the past has a place for it.
    if (made.length === all.length) for (const key of listed) await storage.removeItem(key)
  }
}
