import { lowerBound } from '../basics/lists.ts'
import type { Judge } from './runs.ts'
import { screen } from './screening.ts'
import type { Estado, MedianaDoDia } from '../state/commit-state.ts'
import type { Dia } from '../basics/time.ts'
import { dayOf } from '../basics/time.ts'

/** Days to read on either side of past sales, only to see which prices other sales back. */
export const DAYS_AROUND = 10

/** Judges past sales, each by the median of its own day. */
export function pastJudge(medianas: Estado['medianas']): Judge {
  return ({ combustivel, dataVenda, valorDeclarado }, confirmada) =>
    screen(valorDeclarado, confirmada, nearestMedian(medianas[combustivel], dayOf(dataVenda)))
}

/**
 * The median of a day in reais, or of the nearest day on record; null when there is no record. Of two days equally near the
 * earlier one: the later may already show what is being judged. `medianas` are by day.
 */
function nearestMedian(medianas: readonly MedianaDoDia[], dia: Dia): number | null {
  const at = lowerBound(0, medianas.length, (i) => (medianas[i]?.dia ?? '') < dia)
  const [before, from] = [medianas[at - 1], medianas[at]]
  if (!before || !from) return (before ?? from)?.mediana ?? null
  return daysBetween(before.dia, dia) <= daysBetween(from.dia, dia) ? before.mediana : from.mediana
}

function daysBetween(a: Dia, b: Dia): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}
