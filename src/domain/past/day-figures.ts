import { slugs } from '../facts/fuels.ts'
import { median, roundHalfAway } from '../basics/numbers.ts'
import type { Estado } from '../state/commit-state.ts'
import type { Dia } from '../basics/time.ts'

/** Of a place and fuel at the end of a day, in thousandths of a real. */
export type DayFigures = readonly [minimo: number, mediana: number, maximo: number, postos: number]

/** Of prices in thousandths, in any order; undefined of none. The median is rounded, as it is told. */
export function dayFigures(prices: readonly number[]): DayFigures | undefined {
  const sorted = Float64Array.from(prices).toSorted()
  const middle = median(sorted)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (middle === null || least === undefined || most === undefined) return undefined
  return [least, roundHalfAway(middle), most, sorted.length]
}

/** Days before `hoje` on which somebody collected, ascending: they left the median of some fuel. */
export function collectedDays(medianas: Estado['medianas'], hoje: Dia): Dia[] {
  const days = new Set(slugs.flatMap((slug) => medianas[slug].map(({ dia }) => dia)))
  return [...days].filter((dia) => dia < hoje).toSorted()
}
