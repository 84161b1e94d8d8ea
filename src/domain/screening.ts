import type { Suspeito } from './answers.ts'
import type { Confirmacao } from './confirmation.ts'
import { ascending, fromThousandths, median, percentBetween, toThousandths } from './numbers.ts'
import { NEAR, PRICES_FOR_A_MEDIAN } from './rules.ts'
import type { Instante } from './time.ts'
import { HOUR, toMs } from './time.ts'

/** Farther than this from the reference a price is not believed, however often it was declared. */
const ABSURD_PERCENT = 35
/** Farther than this it must be backed by sales. */
const UNUSUAL_PERCENT = 20
/** How many sales in a row, and between the first and the last of them how long, back a price. */
const CONFIRMING_SALES = 3
const CONFIRMING_MS = 6 * HOUR
/** Reais; all that can be said when nothing is known of the fuel. */
const LIMITS = { minimo: 1, maximo: 30 }

/** The rule, for people. */
export const REGRA_DOS_SUSPEITOS =
  `Ficam fora os preços a mais de ${ABSURD_PERCENT} % da mediana estadual do combustível e, entre ${UNUSUAL_PERCENT} % e ` +
  `${ABSURD_PERCENT} %, os que o posto não sustentou com ao menos ${CONFIRMING_SALES} vendas seguidas a até ${NEAR * 100} % deles, ao longo de ` +
  `${CONFIRMING_MS / HOUR} horas ou mais.`

/**
 * The price, in reais, others of its fuel are compared with: the median of `prices` (one per station of the state), with
 * fewer than eight the last accepted median, null when there was none.
 */
export function referenceOf(prices: readonly number[], lastMedian: number | null): number | null {
  if (prices.length < PRICES_FOR_A_MEDIAN) return lastMedian
  const middle = median(ascending(prices.map(toThousandths)))
  return middle === null ? lastMedian : fromThousandths(middle)
}

/**
 * Why a price is suspect; undefined when it is not. `reference` is in reais, three decimals, so whoever reads the answer
 * can repeat the comparison; `confirmed` says whether sales in a row back the price.
 */
export function screen(price: number, confirmed: boolean, reference: number | null): Suspeito | undefined {
  const value = toThousandths(price)
  if (reference === null) return outsideLimits(value)
  const base = toThousandths(reference)
  // Whole numbers on both sides: exactly 20 % and exactly 35 % are still within.
  const away = Math.abs(value - base) * 100
  if (away > base * ABSURD_PERCENT) return suspect(value > base ? 'muito_acima' : 'muito_abaixo', value, base)
  if (away > base * UNUSUAL_PERCENT && !confirmed) return suspect('sem_confirmacao', value, base)
  return undefined
}

/** Whether `confirmacao`, whose newest sale was made at `soldAt`, backs its price. */
export function isConfirmed(soldAt: Instante, { vendas, desde }: Confirmacao): boolean {
  return vendas >= CONFIRMING_SALES && toMs(soldAt) - toMs(desde) >= CONFIRMING_MS
}

function outsideLimits(value: number): Suspeito | undefined {
  const [least, most] = [toThousandths(LIMITS.minimo), toThousandths(LIMITS.maximo)]
  if (value < least) return suspect('muito_abaixo', value, least)
  if (value > most) return suspect('muito_acima', value, most)
  return undefined
}

function suspect(motivo: Suspeito['motivo'], value: number, base: number): Suspeito {
  return { motivo, referencia: fromThousandths(base), desvio: percentBetween(base, value) }
}
