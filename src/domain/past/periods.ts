import type { Variacao, VariacaoDaMediana } from '../answers/shared-schemas.ts'
import type { Resumo, ResumoDoLugar, TrechoDoLugar } from '../answers/historico.ts'
import type { Venda } from '../facts/sale-record.ts'
import type { Valor } from '../questions/parameters.ts'
import type { VendaJulgada } from '../trust/judging-past.ts'
import { groupBy } from '../basics/lists.ts'
import * as numbers from '../basics/numbers.ts'
import { compareTexts } from '../basics/text.ts'
import { type Dia, addDays, dayOf } from '../basics/time.ts'
import { slugs } from '../facts/fuels.ts'
import type { EstadoDosPrecos } from '../state/commit-state.ts'
import { WINDOW_DAYS } from '../facts/rules.ts'

export type Granularidade = Valor<'granularidade'>
export type GranularidadeDoLugar = Exclude<Granularidade, 'mudancas'>

/** Figures per Maceió day, week (from Monday) or month, oldest first. Only believed sales of the question's days count. */
export function toPeriods(sales: readonly VendaJulgada[], granularidade: GranularidadeDoLugar) {
  const believed = sales.flatMap(({ venda, suspeito }) => (suspeito ? [] : venda))
  const periods = groupBy(believed, ({ dataVenda }) => firstDay[granularidade](dayOf(dataVenda)))
  return [...periods]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([periodo, sold]) => {
      const prices = sold.map(({ valorDeclarado }) => numbers.toThousandths(valorDeclarado))
      const { minimo, medio, maximo } = figuresOf(prices)
      return { periodo, minimo, medio, maximo, vendas: prices.length }
    })
}

/**
 * A period in a few figures, suspects left out; null when nothing else is left. A station may sell two products under one
 * fuel (plain and additive S10), so `atual`, `ultimaMudanca` and `variacao` follow one of them: the product of code `shown`,
 * else that of the newest sale. A difference between two products is no change of price.
 */
export function summarize(sales: readonly VendaJulgada[], shown?: string): Resumo {
  const trusted = sales.filter(({ suspeito }) => !suspeito).map(({ venda }) => venda)
  const newest = trusted.findLast(({ codigo }) => codigo === shown) ?? trusted.at(-1)
  if (!newest) return null
  const product = trusted.filter(({ codigo }) => codigo === newest.codigo)
  // A single sale tells nothing of a change.
  const first = product.length < 2 ? null : numbers.toThousandths(product[0]?.valorDeclarado ?? 0)
  return {
    ...figuresOf(trusted.map(({ valorDeclarado }) => numbers.toThousandths(valorDeclarado))),
    atual: newest.valorDeclarado,
    ultimaMudanca: lastChange(product),
    variacao: variation(first, numbers.toThousandths(newest.valorDeclarado)),
  }
}

/** Change from one price or median to another, in thousandths; null when one is unknown. */
export function variation(from: number | null | undefined, to: number | null | undefined): Variacao {
  if (!from || !to) return null
  return { valor: numbers.fromThousandths(to - from), percentual: numbers.percentBetween(from, to) }
}

const firstDay = {
  dia: (dia: Dia) => dia,
  semana: mondayOf,
  mes: (dia: Dia) => `${dia.slice(0, 7)}-01`,
}

/** `em` is the first sale seen at the new price. */
function lastChange(product: readonly Venda[]): NonNullable<Resumo>['ultimaMudanca'] {
  const at = product.findLastIndex((sale, i) => sale.valorDeclarado !== product[i - 1]?.valorDeclarado)
  const [before, after] = [product[at - 1], product[at]]
  return before && after
    ? { em: after.dataVenda, de: before.valorDeclarado, para: after.valorDeclarado }
    : null
}

/** Figures of prices in thousandths, at least one. */
function figuresOf(prices: readonly number[]) {
  const sorted = Float64Array.from(prices).toSorted()
  return {
    minimo: numbers.fromThousandths(sorted[0] ?? NaN),
    medio: numbers.fromThousandths(numbers.mean(prices) ?? NaN),
    maximo: numbers.fromThousandths(sorted.at(-1) ?? NaN),
  }
}

function mondayOf(dia: Dia): Dia {
  const sinceMonday = (new Date(`${dia}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(dia, -sinceMonday)
}

/** Figures of a place and fuel at the end of a day, in thousandths of a real. */
export type DayFigures = readonly [minimo: number, mediana: number, maximo: number, postos: number]

/** Summary of prices in thousandths, in any order; undefined for none. The median is rounded as shown. */
export function dayFigures(prices: readonly number[]): DayFigures | undefined {
  const sorted = Float64Array.from(prices).toSorted()
  const middle = numbers.median(sorted)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (middle === null || least === undefined || most === undefined) return undefined
  return [least, numbers.roundHalfAway(middle), most, sorted.length]
}

/** Days before `hoje` with a collection, ascending: those with a median of some fuel. */
export function collectedDays(medianas: EstadoDosPrecos['medianas'], hoje: Dia): Dia[] {
  const days = new Set(slugs.flatMap((slug) => medianas[slug].map(({ dia }) => dia)))
  return [...days].filter((dia) => dia < hoje).toSorted()
}

/** Days of `collectedDays` and, before the first, the days of which its collection had sales. */
export function knownDays(medianas: EstadoDosPrecos['medianas'], hoje: Dia): Dia[] {
  const collected = collectedDays(medianas, addDays(hoje, 1))
  const [first] = collected
  const before =
    first === undefined ? [] : Array.from({ length: WINDOW_DAYS }, (_, n) => addDays(first, n - WINDOW_DAYS))
  return [...before, ...collected.filter((dia) => dia < hoje)]
}

/** A median tells of a past time when half of today's stations have a price of it: after a first collection the few that have are odd ones. */
export function isRepresentative(known: number, stations: number): boolean {
  return known * 2 >= stations
}

/** Stations of a place, and their median in thousandths. */
export interface Present {
  stations: number
  now: number | null
}

/** Change of the median of ascending earlier prices to that of now, in thousandths; null where too few of the stations have an earlier price. */
export function changeFrom(before: ArrayLike<number>, { stations, now }: Present): VariacaoDaMediana {
  const change = isRepresentative(before.length, stations) ? variation(numbers.median(before), now) : null
  return change && { ...change, postos: before.length }
}

/** Days of a place, ascending, by day, week or month: the median of their medians, their extremes, and the most stations of a day. */
export function toPlacePeriods(
  days: readonly (readonly [Dia, DayFigures])[],
  granularidade: GranularidadeDoLugar,
): TrechoDoLugar[] {
  const periods = groupBy(days, ([dia]) => firstDay[granularidade](dia))
  return [...periods].map(([periodo, members]) => {
    const figures = members.map(([, ofDay]) => ofDay)
    return {
      periodo,
      minimo: numbers.fromThousandths(Math.min(...figures.map(([minimo]) => minimo))),
      mediana: numbers.fromThousandths(
        numbers.median(numbers.ascending(figures.map(([, mediana]) => mediana))) ?? NaN,
      ),
      maximo: numbers.fromThousandths(Math.max(...figures.map(([, , maximo]) => maximo))),
      postos: Math.max(...figures.map(([, , , postos]) => postos)),
    }
  })
}

export function summarizeDays(serie: readonly TrechoDoLugar[]): ResumoDoLugar {
  const [first, last] = [serie[0], serie.at(-1)]
  if (!first || !last) return null
  return {
    minimo: Math.min(...serie.map(({ minimo }) => minimo)),
    mediana: last.mediana,
    maximo: Math.max(...serie.map(({ maximo }) => maximo)),
    variacao:
      serie.length < 2
        ? null
        : variation(numbers.toThousandths(first.mediana), numbers.toThousandths(last.mediana)),
  }
}

/** The first and the last day of a series are of other stations. */
export function isWidened(serie: readonly Pick<TrechoDoLugar, 'postos'>[]): boolean {
  return fewerKnown(serie[0]?.postos ?? 0, serie.at(-1)?.postos ?? 0)
}

/** A tenth fewer stations were known before than now: the medians differ by that, too, and are no rise or fall. */
export function fewerKnown(before: number, now: number): boolean {
  return before * 10 < now * 9
}
