import type { Data, Station } from './downloads.ts'
import { HOUR } from './past.ts'
import { runsOf } from './sales.ts'

export interface Change {
  fuel: string
  cnpj: string
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
        found.push({ fuel, cnpj, before: before.price, after: price, at: from, sales })
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
