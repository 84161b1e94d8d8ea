import type { Data, Station } from './downloads.ts'
import { rounded } from './numbers.ts'
import { DAY, HOUR } from './past.ts'
import { runsOf } from './sales.ts'

export interface Change {
  fuel: string
  cnpj: string
  code: string
  before: number
  /** The last price before it that enough sales back; undefined where they do not back this one, or it is the same. */
  settled: number | undefined
  after: number
  at: string
  sales: number
}

/** Changes of price of a place's stations since a day: a product's believed price against the one before it, within ten days. */
export function changesIn(data: Data, here: (station: Station) => boolean, since: string): Change[] {
  const found: Change[] = []
  const start = since === '' ? -Infinity : Date.parse(`${since}T00:00:00-03:00`) - 10 * DAY
  for (const [key, sales] of data.sales) {
    const [cnpj = '', fuel = ''] = key.split(' ')
    const station = data.stations.get(cnpj)
    if (!station || !here(station)) continue
    const believed = sales.filter(({ suspect, at }) => !suspect && at >= start)
    for (const code of new Set(believed.map(({ codigo }) => codigo))) {
      const runs = runsOf(believed.filter(({ codigo }) => codigo === code))
      let last: number | undefined
      for (const [i, { from, price, sales }] of runs.entries()) {
        const [before, backed] = [runs[i - 1], last]
        const isFar = backed !== undefined && Math.abs(price - backed) * 100 > backed * 2
        const isBacked = sales > (isFar ? 3 : 1)
        if (isBacked) last = price
        const isNew = backed !== undefined && rounded(backed / 1000, 2) !== rounded(price / 1000, 2)
        const settled = isBacked && isNew ? backed : undefined
        if (!before || from.slice(0, 10) < since) continue
        if (Date.parse(from) - Date.parse(before.to) > 240 * HOUR) continue
        found.push({ fuel, cnpj, code, before: before.price, settled, after: price, at: from, sales })
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

/** The same by the changes that enough sales back. */
export function confirmedIn(changes: readonly Change[], way: 'up' | 'down'): number {
  return movedIn(
    changes.flatMap(({ settled, ...change }) =>
      settled === undefined ? [] : { ...change, settled, before: settled },
    ),
    way,
  )
}
