import type { Data, Entry } from './downloads.ts'
import { median, quantile } from './numbers.ts'

/** What the believed prices of one fuel in one place say together. */
export interface Market {
  entries: Entry[]
  suspects: Entry[]
  /** Lowest declared and lowest likely price, with their stations. */
  lowest: Entry | undefined
  likeliest: Entry | undefined
  median: number | null
  mean: number | null
  highest: number | null
  highestLikely: number | null
}

export function marketOf(entries: readonly Entry[]): Market {
  const believed = entries.filter(({ suspect }) => !suspect)
  const prices = believed.map(({ price }) => price)
  const sum = prices.reduce((total, price) => total + price, 0)
  return {
    entries: believed,
    suspects: entries.filter(({ suspect }) => suspect),
    lowest: believed.toSorted((a, b) => a.price - b.price || bySupport(a, b) || b.at - a.at)[0],
    likeliest: believed.toSorted(byLikely)[0],
    median: median(prices),
    mean: prices.length === 0 ? null : sum / prices.length,
    highest: prices.length === 0 ? null : Math.max(...prices),
    highestLikely: prices.length === 0 ? null : Math.max(...believed.map(({ likely }) => likely)),
  }
}

/** A price without a doubt first, then that of most sales. */
export const bySupport = (a: Entry, b: Entry): number => supportOf(b) - supportOf(a)

function supportOf({ doubt, raw }: Entry): number {
  return doubt ? (raw.confirmacao?.nestePreco ?? 0) : Number.MAX_SAFE_INTEGER
}

export const byLikely = (a: Entry, b: Entry): number =>
  a.likely - b.likely || b.at - a.at || a.price - b.price

export function bandOf(price: number, entries: readonly Entry[]): 'barato' | 'normal' | 'caro' {
  const prices = entries.map((entry) => entry.price)
  const [low, middle, high] = [quantile(prices, 0.25), median(prices) ?? 0, quantile(prices, 0.75)]
  if (price <= low && price * 100 < middle * 99) return 'barato'
  return price >= high && price * 100 > middle * 101 ? 'caro' : 'normal'
}

const middles = new WeakMap<readonly Entry[], number>()

/** Of a fuel's whole file, suspects too: from it prices lie too far away. */
export function medianPrice(entries: readonly Entry[]): number {
  let middle = middles.get(entries)
  if (middle === undefined) middles.set(entries, (middle = median(entries.map(({ price }) => price)) ?? 0))
  return middle
}

export function stateMedian({ fuels }: Data, fuel: string): number {
  return medianPrice(fuels.find(({ slug }) => slug === fuel)?.entries ?? [])
}
