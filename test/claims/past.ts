import type { Data, Sale, Station } from './downloads.ts'
import { median } from './numbers.ts'
import { newestOf } from './sales.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** What the stations of a place charged at a moment: each one's newest sale, no older than ten days, believed. */
export function pricesAsOf(
  data: Data,
  fuel: string,
  here: (station: Station) => boolean,
  at: number,
): number[] {
  const prices: number[] = []
  for (const { station, sales } of soldIn(data, fuel)) {
    if (!here(station)) continue
    const sale = asOf(sales, at)
    if (sale && !sale.suspect) prices.push(sale.price)
  }
  return prices
}

interface Sold {
  station: Station
  sales: readonly Sale[]
}

const known = new WeakMap<Data, Map<string, Sold[]>>()

function soldIn(data: Data, fuel: string): Sold[] {
  let byFuel = known.get(data)
  if (!byFuel) {
    known.set(data, (byFuel = new Map()))
    for (const [key, sales] of data.sales) {
      const [cnpj = '', slug = ''] = key.split(' ')
      const station = data.stations.get(cnpj)
      if (station) byFuel.set(slug, [...(byFuel.get(slug) ?? []), { station, sales }])
    }
  }
  return byFuel.get(fuel) ?? []
}

/** A day of a place, as it stood at its end; the newest day as it stands. */
export function dayOf(data: Data, fuel: string, here: (station: Station) => boolean, day: string) {
  const prices = pricesAsOf(data, fuel, here, endOf(day))
  return {
    postos: prices.length,
    minimo: prices.length === 0 ? null : Math.min(...prices),
    mediana: median(prices),
    maximo: prices.length === 0 ? null : Math.max(...prices),
  }
}

/** The newest sale of any fuel, in milliseconds. */
export function newestSaleOf(data: Data): number {
  return Math.max(...[...data.sales.values()].map((sales) => newestOf(sales)?.at ?? 0))
}

/** The last day of a place's history, at noon: that of the collection, or of the newest sale where the source has shown none since. */
export function lastDayOf(data: Data): number {
  const day = [data.collectedAt.slice(0, 10), dayAt(newestSaleOf(data))].toSorted()[0] ?? ''
  return Date.parse(`${day}T12:00:00Z`)
}

/** The last moment of a day in Maceió. */
export const endOf = (day: string): number => Date.parse(`${day}T23:59:59.999-03:00`)

/** The day of a moment in Maceió. */
export const dayAt = (at: number): string => new Date(at - 3 * HOUR).toISOString().slice(0, 10)

function asOf(sales: readonly Sale[], at: number): Sale | undefined {
  const sale = newestOf(sales.slice(0, countUpTo(sales, at)).slice(-12))
  return sale && at - sale.at <= 240 * HOUR ? sale : undefined
}

/** Of sales oldest first, how many are at or before a moment. */
function countUpTo(sales: readonly Sale[], at: number): number {
  let [low, high] = [0, sales.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sales[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
