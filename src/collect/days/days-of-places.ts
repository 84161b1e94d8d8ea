import { dayFigures, knownDays } from '../../domain/past/periods.ts'
import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import type { Cabecalho, DiasDoMes } from '../../domain/state/commit-state.ts'
import { type Dia, addDays, dayOf, dayOfMonth, earlier, endOfDay, monthOf } from '../../domain/basics/time.ts'
import type { DaysRow, MonthOfDays } from '../../store/commits/place-days.ts'
import { type Closing, closeDaysOff } from './prices-around-days-off.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { addDay } from '../../domain/past/run-length-days.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { isTrusted, pastJudge } from '../../domain/trust/judging-past.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'

/** Months of an older store that are caught up at one publication, newest first: about a second each. */
const MONTHS_CAUGHT_UP = 1

/** The files of past days, by month; open days are computed again. Days without a collection are left out, but for those before the first, which the log knows. */
export async function closeDays(closing: Closing): Promise<NonNullable<Cabecalho['dias']>> {
  const { store, estado, base, hoje, hasNews } = closing
  const { days, sales } = store
  const named = base?.cabecalho.dias ?? {}
  const last = base ? earlier(hoje, dayOf(base.cabecalho.coleta.fim)) : hoje
  const open = last < hoje || hasNews ? addDays(last, -WINDOW_DAYS) : addDays(hoje, 1)
  const plans = await planMonths(knownDays(estado.medianas, hoje))
  const closings = await closingsOf(plans.flatMap(({ dias }) => dias))
  const cities = new Map(
    estado.postos.map(({ estabelecimento: e }) => [e.cnpj, String(e.endereco.codigoIBGE)]),
  )
  const daysOff = await closeDaysOff(closing)
  const result: Record<string, DiasDoMes> = {}
  for (const { month, names, dias } of plans) {
    const known = names && dias.length > 0 ? await readBoth(month, names) : undefined
    const { lugares, postos } =
      names && dias.length === 0 ? names : await write(month, withDays(known, dias, closings, cities))
    const folgas = daysOff.get(month)
    result[month] = { lugares, postos, ...(folgas !== undefined && { folgas }) }
  }
  return result

  async function planMonths(all: readonly Dia[]): Promise<Plan[]> {
    const plans: Plan[] = []
    let caughtUp = 0
    for (const [month, ofMonth] of [...groupBy(all, monthOf)].toReversed()) {
      const settled = ofMonth.filter((dia) => dia < open)
      const told = named[month]
      // A file that is damaged, or lacks a day, is made again.
      const names = told && (await tells(month, told, settled)) ? told : undefined
      if (!names && settled.length === ofMonth.length && caughtUp++ >= MONTHS_CAUGHT_UP) continue
      const dias = names ? ofMonth.filter((dia) => dia >= open) : ofMonth
      plans.push({ month, names, dias })
    }
    return plans
  }

  async function tells(month: string, { lugares, postos }: DiasDoMes, dias: readonly Dia[]) {
    const heads = await Promise.all([lugares, postos].map((name) => days.read(month, name, [])))
    return heads.every((told) => told && dias.every((dia) => told.dias.includes(dayOfMonth(dia))))
  }

  async function readBoth(month: string, { lugares, postos }: DiasDoMes): Promise<MonthOfDays | undefined> {
    const [places, stations] = [await days.read(month, lugares), await days.read(month, postos)]
    return places && stations ? { dias: places.dias, rows: [...places.rows, ...stations.rows] } : undefined
  }

  async function write(month: string, { dias, rows }: MonthOfDays): Promise<DiasDoMes> {
    const fileOf = (isWanted: (row: DaysRow) => boolean) =>
      days.write(month, { dias, rows: rows.filter(isWanted) })
    return { lugares: await fileOf(isPlace), postos: await fileOf((row) => !isPlace(row)) }
  }

  /** Per day the believed newest sale of every station, by fuel. */
  async function closingsOf(dias: readonly Dia[]): Promise<Closings> {
    if (dias.length === 0) return new Map()
    const judge = pastJudge(estado.medianas)
    const newest = await sales.newestAsOf(dias.map(endOfDay))
    // A sale is the newest of its station on several days.
    const trusted = new Map<Venda, boolean>()
    for (const ofDay of newest)
      for (const sale of ofDay)
        trusted.set(sale, trusted.get(sale) ?? (await isTrusted(sale, judge, sales.ofStation)))
    const believed = (ofDay: readonly Venda[] = []) => ofDay.filter((sale) => trusted.get(sale))
    return new Map(
      dias.map((dia, i) => [dia, groupBy(believed(newest[i]), ({ combustivel }) => combustivel)]),
    )
  }
}

type Closings = ReadonlyMap<Dia, ReadonlyMap<Slug, readonly Venda[]>>

/** A CNPJ is twice as long as a municipality's code. */
function isPlace([key]: DaysRow): boolean {
  return key.length <= 7
}

interface Plan {
  month: string
  /** The present files of the month, when they have all its settled days. */
  names: DiasDoMes | undefined
  /** Days to compute, ascending, the last of the month so far; all of them without `names`. */
  dias: Dia[]
}

/** The month with these days, which end it, computed anew. */
function withDays(
  known: MonthOfDays | undefined,
  dias: readonly Dia[],
  closings: Closings,
  cities: ReadonlyMap<string, string>,
): MonthOfDays {
  const first = dayOfMonth(dias[0] ?? '')
  const knownRows = groupBy(known?.rows ?? [], ([, combustivel]) => combustivel)
  const rows = slugs.flatMap((slug) => {
    const stepsOf = new Map(
      (knownRows.get(slug) ?? []).map(
        ([key, , steps]) => [key, steps.filter(([from]) => from < first)] as const,
      ),
    )
    for (const dia of dias) {
      const day = valuesOfDay(closings.get(dia)?.get(slug) ?? [], cities)
      for (const key of day.keys()) if (!stepsOf.has(key)) stepsOf.set(key, [])
      for (const [key, steps] of stepsOf) addDay(steps, dayOfMonth(dia), day.get(key) ?? [])
    }
    return [...stepsOf].flatMap(([key, steps]): DaysRow[] => (steps.length > 0 ? [[key, slug, steps]] : []))
  })
  const told = (known?.dias ?? []).filter((dia) => dia < first)
  return { dias: [...told, ...dias.map(dayOfMonth)], rows }
}

/** Values of one fuel by key: prices of stations, figures of their municipalities and of the state. */
function valuesOfDay(sales: readonly Venda[], cities: ReadonlyMap<string, string>) {
  const priced = sales.map(({ cnpj, valorDeclarado }) => ({ cnpj, price: toThousandths(valorDeclarado) }))
  const places = groupBy(priced, ({ cnpj }) => cities.get(cnpj))
  places.set(ESTADO.codigo, priced)
  const values = new Map<string, readonly number[]>(priced.map(({ cnpj, price }) => [cnpj, [price]]))
  for (const [place, there] of places) {
    const figures = dayFigures(there.map(({ price }) => price))
    if (place !== undefined && figures) values.set(place, figures)
  }
  return values
}
