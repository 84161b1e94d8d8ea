import { inSentence } from '../../format/words/names.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { type Dia, HOUR, type Instante, dayOf, instante, toMs } from '../../domain/basics/time.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { day, dayAndTime, decimal } from '../../format/words/formatting.ts'
import { type Snapshot, lastDayOfSales, newestSale, stoppedSince } from '../lists/snapshot.ts'

/** Sentences on sales that the source does not show yet: it has them hours after they were made, or has stopped. */

/** First moment of the hours asked for, in milliseconds; -Infinity when any age will do. */
export function sinceMs(horas: number | undefined, updatedAt: Instante | null): number {
  return horas === undefined || updatedAt === null ? -Infinity : toMs(updatedAt) - horas * HOUR
}

/** Where no sale of these fuels in the whole state is known of the last hours asked for. */
export function lateSource(snapshot: Snapshot, fuels: readonly Slug[], horas: number | undefined) {
  const [fuel, ...others] = fuels
  if (!fuel || horas === undefined) return undefined
  const isLate = (slug: Slug) => newestSale(snapshot, [slug]) < sinceMs(horas, snapshot.updatedAt(slug))
  const newest = fuels.every(isLate) ? newestSale(snapshot, fuels) : 0
  if (newest === 0) return undefined
  const sale = others.length > 0 ? 'venda' : `venda de ${inSentence(fuelOf(fuel).nomePopular)}`
  return `Não se conhece ${sale} ${lastHours(horas)} em todo o estado (a fonte pode mostrá-las com atraso): a mais nova é de ${dayAndTime(instante(newest))}.`
}

export function lastHours(horas: number): string {
  return horas === 1 ? 'na última hora' : `nas últimas ${decimal(horas)} horas`
}

/** Sentence on prices of a source that looks stopped. */
export const stoppedNote = oncePer((snapshot: Snapshot): string[] => {
  const newest = stoppedSince(snapshot)
  if (newest === undefined) return []
  return [
    `A venda mais nova que se conhece no estado é de ${dayAndTime(newest)}: do que se cobrou depois não se sabe.`,
  ]
})

/** Sentence on days of a period after the newest sale, which a series leaves out. */
export function daysUnknown(snapshot: Snapshot, ate: Dia): string[] {
  const last = lastDayOfSales(snapshot)
  if (last >= ate) return []
  return [
    `Os dias vão até ${day(last)}, o da venda mais nova que se conhece no estado: dos seguintes não se sabe o preço.`,
  ]
}

/** Sentence on changes of a period later than any sale. */
export function notYetSold(snapshot: Snapshot, fuel: Slug | undefined, desde: Dia): string[] {
  const ms = newestSale(snapshot, fuel && [fuel])
  const newest = instante(ms)
  if (ms === 0 || dayOf(newest) >= desde) return []
  return [
    `Ainda não se conhece venda de ${day(desde)}: a mais nova no estado é de ${dayAndTime(newest)}. Para as mudanças desse dia, desde=${dayOf(newest)}.`,
  ]
}
