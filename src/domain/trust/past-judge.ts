import { lowerBound } from '../basics/lists.ts'
import { type Venda, identityOf } from '../facts/sale-record.ts'
import { type Judge, judgeSales } from './runs.ts'
import { screen } from './screening.ts'
import type { Estado, MedianaDoDia } from '../state/commit-state.ts'
import { type Dia, dayOf } from '../basics/time.ts'

/** Days to read on either side of past sales, only to see which prices other sales back. */
export const DAYS_AROUND = 10

/** Judges past sales, each by the median of its own day. */
export function pastJudge(medianas: Estado['medianas']): Judge {
  return ({ combustivel, dataVenda, valorDeclarado }, confirmada) =>
    screen(valorDeclarado, confirmada, nearestMedian(medianas[combustivel], dayOf(dataVenda)))
}

/**
 * Judges one past sale. The day's median decides for most; for one so far off that only its own run can tell,
 * `around` gives the station's sales of the days on either side.
 */
export async function isTrusted(
  sale: Venda,
  judge: Judge,
  around: (sale: Venda) => Promise<readonly Venda[]>,
): Promise<boolean> {
  const alone = judge(sale, false)
  if (alone?.motivo !== 'sem_confirmacao') return !alone
  const ofFuel = (await around(sale)).filter(({ combustivel }) => combustivel === sale.combustivel)
  const found = judgeSales(ofFuel, judge).find(({ venda }) => identityOf(venda) === identityOf(sale))
  return found !== undefined && !found.suspeito
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
