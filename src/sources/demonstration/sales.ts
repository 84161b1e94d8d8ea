import { WINDOW } from '../../domain/facts/rules.ts'
import { DAY, HOUR, SECOND, dayOf, instante } from '../../domain/basics/time.ts'
import { chance, draw } from './chance.ts'
import figures from './figures.json' with { type: 'json' }
import type { InventedProduct } from './products.ts'
import { isDayOff } from '../../domain/alagoas/holidays.ts'
import { MACEIO } from '../../domain/alagoas/known-places.ts'

/** One product's sales; each is a function of the product and of its number in time. */
export type Pump = ReturnType<typeof createPump>

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
type Mistake = (typeof figures.mistakes)[number]

export function createPumps(products: readonly InventedProduct[]) {
  const mistaken = new Map(
    figures.mistakes.map((mistake, index) => {
      const candidates = products.filter((p) => p.combustivel === mistake.combustivel && p.surcharge === 0)
      return [draw(candidates, 1, 71 + index)[0], mistake]
    }),
  )
  return products.map((product) => createPump(product, mistaken.get(product)))
}

function createPump(product: InventedProduct, mistake: Mistake | undefined) {
  const { seed, period, station } = product
  const closesAtNight = !station.allNight && period < 12 * HOUR
  const priceAt = createPricing(product)

  return {
    product,
    /** The newest sale at or before a moment (milliseconds), within the source's window of days. */
    newest(ms: number): Sale | undefined {
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

  function pricesOf(number: number, at: number): Omit<Sale, 'ms'> {
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

/** Towns where most stations sell gasoline cheaper on days off, and by what share: Palmeira dos Índios, União dos Palmares, Delmiro Gouveia. */
const WITH_WEEKENDS = new Set([2706307, 2709301, 2702405])
const WEEKEND_FALL = 0.045

/** The price of the pump at a moment, in reais, without discounts. A station changes its price about every 5 to 12 days. */
function createPricing(product: InventedProduct): (ms: number) => number {
  const { station, combustivel, seed, surcharge } = product
  // In reais, April 2026: the usual price outside the capital and the reduction in it; the spread between stations, as a share; the
  // cheapest and dearest honest price seen. Fuels of one phase go up and down together.
  const { usual, capital, spread, min, max, phase } = figures.markets[combustivel]
  const base = usual - (station.codigoIBGE === MACEIO ? capital : 0) + surcharge
  // Half of a station's deviation is common to its fuels; one product in fifty is far from the others.
  const eccentric = chance(seed, 0, 61) < 0.02 ? 3 : 1
  const own = (bell(station.seed, 62) * 0.7 + bell(seed, 63) * 0.7) * spread * eccentric
  const stretch = (5 + 7 * chance(station.seed, 0, 64)) * DAY
  const ending = chance(station.seed, 0, 65)
  const known = new Map<number, number>()
  const fallsOnDaysOff =
    combustivel.startsWith('gasolina') &&
    WITH_WEEKENDS.has(station.codigoIBGE) &&
    chance(station.seed, 0, 68) < 0.85

  return (ms) => {
    const block = Math.floor(ms / stretch)
    const price = level(ms < startOf(block) ? block - 1 : block)
    const falls = fallsOnDaysOff && isDayOff(dayOf(instante(ms)))
    return falls ? Math.max(min, rounded(price * (1 - WEEKEND_FALL), ending)) : price
  }

  function startOf(block: number): number {
    return (block + 0.7 * chance(station.seed, block, 66)) * stretch
  }

  function level(block: number): number {
    const cached = known.get(block)
    if (cached !== undefined) return cached
    const mood = (chance(seed, block, 67) - 0.5) * 0.02
    const wanted = base * (1 + own + mood + drift(phase, startOf(block)))
    const price = Math.min(max, Math.max(min, rounded(wanted, ending)))
    known.set(block, price)
    return price
  }
}

/** The whole state goes up and down by up to 2 % over weeks. */
function drift(phase: number, ms: number): number {
  const turn = (days: number) => Math.sin((ms / DAY / days) * 2 * Math.PI + phase)
  return 0.013 * turn(41) + 0.006 * turn(13)
}

/** Pump prices end in 9, some in any cent, some in 9 thousandths. */
function rounded(price: number, ending: number): number {
  if (ending < 0.6) return Math.round(Math.round(price * 10) * 10 - 1) / 100
  if (ending < 0.92) return Math.round(price * 100) / 100
  return (Math.round(price * 100) * 10 - 1) / 1000
}

/** About a normal deviation: mean 0, standard deviation 1, never beyond 3. */
function bell(seed: number, salt: number): number {
  return (chance(seed, 1, salt) + chance(seed, 2, salt) + chance(seed, 3, salt) - 1.5) * 2
}
