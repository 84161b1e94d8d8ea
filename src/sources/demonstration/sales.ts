import { WINDOW } from '../../domain/facts/rules.ts'
import { DAY, HOUR, SECOND } from '../../domain/basics/time.ts'
import { chance, draw } from './chance.ts'
import { createPricing } from './prices.ts'
import type { Product } from './products.ts'

/** One product's sales; each is a function of the product and of its number in time. */
export interface Pump {
  product: Product
  /** The newest sale at or before a moment (milliseconds), within the source's window of days. */
  newest(ms: number): Sale | undefined
}

export interface Sale {
  ms: number
  valorDeclarado: number
  valorVenda: number
}

/** Maceió is three hours behind UTC. */
const OFFSET = -3 * HOUR
const OPENS = 5
const CLOSES = 23
/** Shares of all sales: at a discount of 5 to 9 %; paid a little under the declared price. */
const DISCOUNTED = 0.03
const REBATED = 0.06
/** Typing mistakes as seen on real invoices: from–to in reais, in every five days, in the odd or in the even ones. */
const MISTAKES = [
  { combustivel: 'gnv', from: 80, to: 92.53, spells: 'all' },
  { combustivel: 'diesel-aditivado', from: 65.88, to: 65.88, spells: 'odd' },
  { combustivel: 'diesel-aditivado', from: 2.9, to: 2.9, spells: 'even' },
  { combustivel: 'gasolina-comum', from: 3.11, to: 3.11, spells: 'odd' },
  { combustivel: 'gasolina-comum', from: 3.15, to: 3.88, spells: 'even' },
  { combustivel: 'alcool', from: 2.56, to: 2.56, spells: 'odd' },
] as const

type Mistake = (typeof MISTAKES)[number]

export function createPumps(products: readonly Product[]): Pump[] {
  const mistaken = new Map(
    MISTAKES.map((mistake, index) => {
      const candidates = products.filter((p) => p.combustivel === mistake.combustivel && p.surcharge === 0)
      return [draw(candidates, 1, 71 + index)[0], mistake]
    }),
  )
  return products.map((product) => createPump(product, mistaken.get(product)))
}

function createPump(product: Product, mistake: Mistake | undefined): Pump {
  const { seed, period, station } = product
  const closesAtNight = !station.allNight && period < 12 * HOUR
  const priceAt = createPricing(product)

  return {
    product,
    newest(ms) {
      for (let number = Math.floor(ms / period); number * period > ms - WINDOW; number--) {
        const at = timeOf(number)
        if (at <= ms && !(closesAtNight && isNight(at))) return { ms: at, ...pricesOf(number, at) }
      }
      return undefined
    },
  }

  function timeOf(number: number): number {
    const at = (number + chance(seed, number, 81)) * period
    return Math.floor(at / SECOND) * SECOND
  }

  function pricesOf(number: number, at: number): { valorDeclarado: number; valorVenda: number } {
    const luck = chance(seed, number, 82)
    const discount = luck < DISCOUNTED ? 0.05 + 0.04 * chance(seed, number, 83) : 0
    const rebate = luck > 1 - REBATED ? 0.005 + 0.03 * chance(seed, number, 84) : 0
    const usual = priceAt(at)
    const honest = discount ? cents(usual * (1 - discount)) : usual
    const valorDeclarado = mistake && isMistaken(mistake, at) ? slip(mistake, number) : honest
    // The amount paid in whole cents over the litres: many decimals, as in the source.
    const litres = Math.round(5000 + 45_000 * chance(seed, number, 85)) / 1000
    return { valorDeclarado, valorVenda: cents(valorDeclarado * (1 - rebate) * litres) / litres }
  }

  function slip({ from, to }: Mistake, number: number): number {
    return cents(from + (to - from) * chance(seed, number, 86))
  }
}

function isMistaken({ spells }: Mistake, ms: number): boolean {
  if (spells === 'all') return true
  return Math.floor(ms / (5 * DAY)) % 2 === (spells === 'odd' ? 1 : 0)
}

function isNight(ms: number): boolean {
  const hour = Math.floor((ms + OFFSET) / HOUR) % 24
  return hour < OPENS || hour >= CLOSES
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
