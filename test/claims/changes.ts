import type { Data, Station } from './downloads.ts'
import { HOUR } from './past.ts'
import { runsOf } from './sales.ts'

export interface Change {
  fuel: string
  cnpj: string
  code: string
  before: number
  after: number
  at: string
  sales: number
}

/** Changes of price of a place's stations since a day: a product's believed price against the one before it, within ten days. */
export function changesIn(data: Data, here: (station: Station) => boolean, since: string): Change[] {
  const found: Change[] = []
  for (const [key, sales] of data.sales) {
    const [cnpj = '', fuel = ''] = key.split(' ')
    const station = data.stations.get(cnpj)
    if (!station || !here(station)) continue
    const believed = sales.filter(({ suspect }) => !suspect)
    for (const code of new Set(believed.map(({ codigo }) => codigo))) {
      const runs = runsOf(believed.filter(({ codigo }) => codigo === code))
      for (const [i, { from, price, sales }] of runs.entries()) {
        const before = runs[i - 1]
        if (!before || from.slice(0, 10) < since) continue
        if (Date.parse(from) - Date.parse(before.to) > 240 * HOUR) continue
        found.push({ fuel, cnpj, code, before: before.price, after: price, at: from, sales })
      }
    }
  }
  return found
}

/** Stations with at least one such change; some have both. */
export function movedIn(changes: readonly Change[], way: 'up' | 'down'): number {
  const moved = changes.filter(({ before, after }) => (way === 'up' ? after > before : after < before))
  return new Set(moved.map(({ cnpj }) => cnpj)).size
}

/** Stations with a product that ended the period above, or below, its price before the first of these changes. */
export function endedIn(changes: readonly Change[], way: 'up' | 'down'): number {
  const ends = new Map<string, { cnpj: string; first: number; last: number }>()
  for (const { fuel, cnpj, code, before, after } of changes.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const product = [fuel, cnpj, code].join(' ')
    ends.set(product, { cnpj, first: ends.get(product)?.first ?? before, last: after })
  }
  const ended = [...ends.values()].filter(({ first, last }) => (way === 'up' ? last > first : last < first))
  return new Set(ended.map(({ cnpj }) => cnpj)).size
}
