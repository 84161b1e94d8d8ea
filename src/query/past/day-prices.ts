import { ascending } from '../../domain/basics/numbers.ts'
import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { type Dia, dayOfMonth, monthOf } from '../../domain/basics/time.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { changeFrom } from '../../domain/past/place-periods.ts'
import { valuesOn } from '../../domain/past/run-length-days.ts'
import { day } from '../../format/words/formatting.ts'
import type { Dataset } from '../current/dataset.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { PastPrice } from './trends.ts'

type Since = NonNullable<RespostaEstatisticas['combustiveis'][Slug]['variacao']['desde']>

/** Stations' believed prices at the end of a past day, by fuel. */
export interface DayPrices {
  dia: Dia
  of(slug: Slug): readonly PastPrice[]
}

/** From the files that the collector wrote of past days: no sale is read. A day that nobody collected has no prices. */
export async function readDayPrices(
  { days }: Pick<Dataset, 'days'>,
  { commit }: Snapshot,
  dia: Dia,
  cnpjs: readonly string[],
): Promise<DayPrices> {
  const month = monthOf(dia)
  const name = commit.cabecalho.dias?.[month]?.postos
  const found = name === undefined ? null : await days.rowsOf(month, name, cnpjs)
  const wanted = found?.dias.includes(dayOfMonth(dia)) ? [dayOfMonth(dia)] : []
  const prices = new Map<Slug, PastPrice[]>()
  for (const [cnpj, slug, steps] of found?.rows ?? [])
    for (const [, [price = 0]] of valuesOn(steps, wanted))
      prices.set(slug, [...(prices.get(slug) ?? []), { cnpj, price }])
  return { dia, of: (slug) => prices.get(slug) ?? [] }
}

/** Change of a median in thousandths; null where fewer than half of the place's stations have a price of that day. */
export function variationSince(
  { dia }: DayPrices,
  before: readonly number[],
  present: { stations: number; now: number | null },
): Since | null {
  const change = changeFrom(ascending(before), present)
  return change && { dia, ...change }
}

/** Note on the places without `variacao.desde`. */
export function unknownThen(dia: Dia): string {
  return `Onde falta a variação desde ${day(dia)}, esse dia não foi coletado ou menos da metade dos postos tem preço conhecido dele.`
}
