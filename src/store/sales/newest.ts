import type { Venda } from '../../domain/facts/sale-record.ts'
import { WINDOW } from '../../domain/facts/rules.ts'
import type { Dia, Instante } from '../../domain/basics/time.ts'
import { addMs, dayOf, toMs } from '../../domain/basics/time.ts'
import type { MonthFiles } from './month-files.ts'
import type { MonthLog } from './month-log.ts'
import { createYield } from '../bytes/event-loop.ts'
import { mapLimit } from '../bytes/event-loop.ts'
import { compareSales } from './sale-rows.ts'

const READ_AT_ONCE = 16

export interface NewestDeps {
  log: MonthLog
  monthFiles: MonthFiles
  monthsBetween(desde: Dia, ate: Dia): string[]
}

interface Moment {
  from: Instante
  to: Instante
  newest: Map<string, Venda>
}

/** Per instant the newest sale of each station and fuel; every month that can hold one is read once. */
export async function newestAsOf(deps: NewestDeps, instants: readonly Instante[]): Promise<Venda[][]> {
  const moments = instants.map((to): Moment => ({ from: addMs(to, -WINDOW), to, newest: new Map() }))
  const months = new Set(moments.flatMap(({ from, to }) => deps.monthsBetween(dayOf(from), dayOf(to))))
  for (const month of months) await lookThrough(deps, month, moments)
  return moments.map(({ newest }) => [...newest.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
}

async function lookThrough({ log, monthFiles }: NewestDeps, month: string, moments: Moment[]): Promise<void> {
  const yieldLoop = createYield()
  const first = Math.min(...moments.map(({ from }) => toMs(from)))
  const last = Math.max(...moments.map(({ to }) => toMs(to)))
  const { sales } = await log.index(month)
  for (const cnpj of sales.stations()) {
    for (const sale of sales.ofStation(cnpj, first, last)) weigh(sale, moments)
    await yieldLoop()
  }
  await mapLimit(await monthFiles.stations(month), READ_AT_ONCE, async (cnpj) => {
    for (const sale of await monthFiles.read(month, cnpj)) weigh(sale, moments)
    await yieldLoop()
  })
}

function weigh(sale: Venda, moments: Moment[]): void {
  for (const { from, to, newest } of moments) {
    if (sale.dataVenda > to || sale.dataVenda < from) continue
    const key = keyOf(sale)
    const known = newest.get(key)
    if (!known || compareSales(known, sale) < 0) newest.set(key, sale)
  }
}

function keyOf({ cnpj, combustivel }: Venda): string {
  return `${cnpj}|${combustivel}`
}
