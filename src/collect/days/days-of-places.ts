import { type DayFigures, collectedDays, dayFigures, knownDays } from '../../domain/past/place-periods.ts'
import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import type { Cabecalho, DiasDoMes, Estado } from '../../domain/state/commit-state.ts'
import { type Dia, addDays, dayOf, dayOfMonth, earlier, endOfDay, monthOf } from '../../domain/basics/time.ts'
import type { DaysRow, MonthOfDays, Store } from '../../store/store.ts'
import { type Closing, closeDaysOff } from './days-off.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { type Step, addDay, before } from '../../domain/past/run-length-days.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { DAYS_AROUND, isTrusted, pastJudge } from '../../domain/trust/judging-past.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'

/** Months of an older store that are caught up at one publication, newest first: about a second each. */
const MONTHS_CAUGHT_UP = 1

/**
 * The files of past days for a commit, by month. Days still open are computed again from the log; settled days are kept. A day without
 * a collection is left out, but for those before the first one: of them the log has the sales that were some stations' last.
 */
export async function closeDays(closing: Closing): Promise<NonNullable<Cabecalho['dias']>> {
  const { store, estado, base, hoje, hasNews } = closing
  const named = base?.cabecalho.dias ?? {}
  const last = base ? earlier(hoje, dayOf(base.cabecalho.coleta.fim)) : hoje
  const open = last < hoje || hasNews ? addDays(last, -WINDOW_DAYS) : addDays(hoje, 1)
  const plans = await planMonths(store, named, knownDays(estado.medianas, hoje), open)
  const closings = await closingsOf(
    store,
    estado,
    plans.flatMap(({ dias }) => dias),
  )
  const cities = new Map(
    estado.postos.map(({ estabelecimento }) => [
      estabelecimento.cnpj,
      String(estabelecimento.endereco.codigoIBGE),
    ]),
  )
  const daysOff = await closeDaysOff(closing, collectedDays(estado.medianas, hoje))
  const result: Record<string, DiasDoMes> = {}
  for (const { month, names, known, dias } of plans) {
    const { lugares, postos } =
      dias.length === 0 && names ? names : await write(store, month, withDays(known, dias, closings, cities))
    const folgas = daysOff.get(month)
    result[month] = { lugares, postos, ...(folgas !== undefined && { folgas }) }
  }
  return result
}

async function write({ days }: Pick<Store, 'days'>, month: string, whole: MonthOfDays): Promise<DiasDoMes> {
  const lugares = await days.write(month, only(whole, isPlace))
  return {
    lugares,
    postos: await days.write(
      month,
      only(whole, (row) => !isPlace(row)),
    ),
  }
}

interface Plan {
  month: string
  /** The present files of the month, when they have all its settled days. */
  names: DiasDoMes | undefined
  /** Their content, when days are to be added. */
  known: MonthOfDays | undefined
  /** Days to compute, ascending, the last of the month so far; all of them without `names`. */
  dias: Dia[]
}

async function planMonths(
  { days }: Pick<Store, 'days'>,
  named: NonNullable<Cabecalho['dias']>,
  all: readonly Dia[],
  open: Dia,
): Promise<Plan[]> {
  const plans: Plan[] = []
  let caughtUp = 0
  for (const month of [...new Set(all.map(monthOf))].toReversed()) {
    const ofMonth = all.filter((dia) => monthOf(dia) === month)
    const settled = ofMonth.filter((dia) => dia < open)
    const told = named[month]
    // A file that is damaged, or lacks a day, is made again.
    const names = told && (await tells(days, month, told, settled)) ? told : undefined
    if (!names && settled.length === ofMonth.length && caughtUp++ >= MONTHS_CAUGHT_UP) continue
    const dias = names ? ofMonth.filter((dia) => dia >= open) : ofMonth
    const known = names && dias.length > 0 ? await readBoth(days, month, names) : undefined
    plans.push({ month, names, known, dias })
  }
  return plans
}

async function tells(
  days: Store['days'],
  month: string,
  { lugares, postos }: DiasDoMes,
  dias: readonly Dia[],
): Promise<boolean> {
  for (const name of [lugares, postos]) {
    const told = await days.rowsOf(month, name, [])
    if (!told || !dias.every((dia) => told.dias.includes(dayOfMonth(dia)))) return false
  }
  return true
}

async function readBoth(
  days: Store['days'],
  month: string,
  { lugares, postos }: DiasDoMes,
): Promise<MonthOfDays | undefined> {
  const [places, stations] = [await days.read(month, lugares), await days.read(month, postos)]
  return places && stations ? { dias: places.dias, rows: [...places.rows, ...stations.rows] } : undefined
}

/** A CNPJ is twice as long as a municipality's code. */
function isPlace([key]: DaysRow): boolean {
  return key.length <= 7
}

function only({ dias, rows }: MonthOfDays, keep: (row: DaysRow) => boolean): MonthOfDays {
  return { dias, rows: rows.filter(keep) }
}

/** Per day the believed newest sale of every station and fuel. */
async function closingsOf(
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
