import type { Confirmacao, Suspeito } from '../answers/shared-schemas.ts'
import type { Trecho } from '../state/commit-state.ts'
import { ascending, fromThousandths, median, percentBetween, toThousandths } from '../basics/numbers.ts'
import * as rules from '../facts/rules.ts'
import { HOUR, type Instante, toMs } from '../basics/time.ts'

const CONFIRMING_MS = rules.CONFIRMING_HOURS * HOUR
/** Bounds in thousandths of a real, used when the fuel has no reference price. */
const [LEAST, MOST] = [1000, 30_000] as const

/** The price, in reais, others of its fuel are compared with: the median of `prices`, one per station, or with fewer than eight the last one. */
export function referenceOf(prices: readonly number[], lastMedian: number | null): number | null {
  if (prices.length < rules.PRICES_FOR_A_MEDIAN) return lastMedian
  const middle = median(ascending(prices.map(toThousandths)))
  return middle === null ? lastMedian : fromThousandths(middle)
}

/** Why a price is suspect. `reference` has three decimals, so readers can repeat the comparison; `confirmed`: sales in a row back the price. */
export function screen(price: number, confirmed: boolean, reference: number | null): Suspeito | undefined {
  const value = toThousandths(price)
  if (reference === null) {
    const limit = Math.min(MOST, Math.max(LEAST, value))
    return value === limit ? undefined : farFrom(limit, value)
  }
  const base = toThousandths(reference)
  // Whole numbers on both sides: exactly 20 % and exactly 35 % are still within.
  const away = Math.abs(value - base) * 100
  if (away > base * rules.ABSURD_PERCENT) return farFrom(base, value)
  if (away > base * rules.UNUSUAL_PERCENT && !confirmed) return suspect('sem_confirmacao', value, base)
  return undefined
}

/** Sales in a row near the newest price, from stretches oldest first (`Atual.corrida`, never empty). */
export function confirmationOf(corrida: readonly Trecho[]): Confirmacao {
  const newest = corrida.at(-1)
  if (!newest) throw new Error('a corrida holds at least one stretch')
  let { vendas, desde } = newest
  for (const trecho of corrida.slice(0, -1).toReversed()) {
    if (!isNear(trecho.valor, newest.valor)) break
    vendas += trecho.vendas
    desde = trecho.desde
  }
  return { vendas, desde, nestePreco: newest.vendas, nestePrecoDesde: newest.desde }
}

export function isNear(price: number, reference: number, share = rules.NEAR): boolean {
  const base = toThousandths(reference)
  return Math.abs(toThousandths(price) - base) <= base * share
}

/** True when `confirmacao`, whose newest sale was made at `soldAt`, confirms its price. */
export function isConfirmed(soldAt: Instante, { vendas, desde }: Pick<Confirmacao, 'vendas' | 'desde'>) {
  return vendas >= rules.CONFIRMING_SALES && toMs(soldAt) - toMs(desde) >= CONFIRMING_MS
}

function farFrom(base: number, value: number): Suspeito {
  return suspect(value > base ? 'muito_acima' : 'muito_abaixo', value, base)
}

function suspect(motivo: Suspeito['motivo'], value: number, base: number): Suspeito {
  return { motivo, referencia: fromThousandths(base), desvio: percentBetween(base, value) }
}
