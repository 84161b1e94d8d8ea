import { type DayFigures, dayFigures } from '../../domain/past/place-periods.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { type Step, addDay, before } from '../../domain/past/run-length-days.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { DAYS_AROUND, pastJudge, isTrusted } from '../../domain/trust/past-judge.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'
import type { Estado } from '../../domain/state/commit-state.ts'
import { type Dia, addDays, dayOf, dayOfMonth, endOfDay } from '../../domain/basics/time.ts'
import type { DaysRow, MonthOfDays, Store } from '../../store/store.ts'

/** Per day the believed newest sale of every station and fuel. */
export async function closingsOf(
  { sales }: Pick<Store, 'sales'>,
  estado: Estado,
  dias: readonly Dia[],
): Promise<Map<Dia, Venda[]>> {
  if (dias.length === 0) return new Map()
  const judge = pastJudge(estado.medianas)
  const around = ({ cnpj, dataVenda }: Venda) =>
    sales.ofStation(cnpj, addDays(dayOf(dataVenda), -DAYS_AROUND), addDays(dayOf(dataVenda), DAYS_AROUND))
  /** A sale is the newest of its station on several days. */
  const verdicts = new Map<Venda, boolean>()
  const newest = await sales.newestAsOf(dias.map(endOfDay))
  const closings = new Map<Dia, Venda[]>()
  for (const [i, dia] of dias.entries()) {
    const trusted: Venda[] = []
    for (const sale of newest[i] ?? []) {
      const verdict = verdicts.get(sale) ?? (await isTrusted(sale, judge, around))
      verdicts.set(sale, verdict)
      if (verdict) trusted.push(sale)
    }
    closings.set(dia, trusted)
  }
  return closings
}

/** The month with these days, which end it, computed anew. */
export function withDays(
  known: MonthOfDays | undefined,
  dias: readonly Dia[],
  closings: ReadonlyMap<Dia, readonly Venda[]>,
  cities: ReadonlyMap<string, string>,
): MonthOfDays {
  const first = dayOfMonth(dias[0] ?? '')
  const rows = new Map<string, [key: string, combustivel: Slug, steps: Step[]]>()
  for (const [key, slug, steps] of known?.rows ?? [])
    rows.set(`${key} ${slug}`, [key, slug, before(steps, first)])
  for (const dia of dias) {
    const day = valuesOfDay(closings.get(dia) ?? [], cities)
    for (const [name, [key, slug]] of day) if (!rows.has(name)) rows.set(name, [key, slug, []])
    for (const [name, [, , steps]] of rows) addDay(steps, dayOfMonth(dia), day.get(name)?.[2] ?? [])
  }
  const told = (known?.dias ?? []).filter((dia) => dia < first)
  const kept: DaysRow[] = [...rows.values()].filter(([, , steps]) => steps.length > 0)
  return { dias: [...told, ...dias.map(dayOfMonth)], rows: kept }
}

/** By key and fuel: prices of stations, figures of their municipalities and of the state. */
function valuesOfDay(
  sales: readonly Venda[],
  cities: ReadonlyMap<string, string>,
): Map<string, [key: string, slug: Slug, values: readonly number[]]> {
  const prices = new Map<string, [key: string, slug: Slug, prices: number[]]>()
  const values = new Map<string, [key: string, slug: Slug, values: readonly number[]]>()
  for (const { cnpj, combustivel, valorDeclarado } of sales) {
    const price = toThousandths(valorDeclarado)
    values.set(`${cnpj} ${combustivel}`, [cnpj, combustivel, [price]])
    for (const place of [ESTADO.codigo, cities.get(cnpj)]) {
      if (place === undefined) continue
      const there = prices.get(`${place} ${combustivel}`)
      if (there) there[2].push(price)
      else prices.set(`${place} ${combustivel}`, [place, combustivel, [price]])
    }
  }
  for (const [name, [place, slug, list]] of prices) {
    const figures: DayFigures | undefined = dayFigures(list)
    if (figures) values.set(name, [place, slug, figures])
  }
  return values
}
