import { isNear } from './screening.ts'
import type { Venda } from '../facts/sale-record.ts'
import type { Anteriores } from '../state/commit-state.ts'
import type { Duvida, Usual } from '../answers/shared-schemas.ts'
import { ascending, fromThousandths, median, toThousandths } from '../basics/numbers.ts'
import { DOUBTFUL_SALES, USUAL_FEWEST_SALES, USUAL_HOURS, USUAL_MOST_SALES } from '../facts/rules.ts'
import { HOUR, SECOND, toMs } from '../basics/time.ts'

const WINDOW_SECONDS = (USUAL_HOURS * HOUR) / SECOND

type Sale = Pick<Venda, 'dataVenda' | 'valorDeclarado'>

/** Earlier sales with one more of the product, newer than `newest` or older; two of the same second are one, corrected. */
export function withSale(anteriores: Anteriores, sale: Sale, newest: Sale): Anteriores {
  if (sale.dataVenda === newest.dataVenda) return anteriores
  if (sale.dataVenda < newest.dataVenda) return withLateSale(anteriores, sale, newest)
  return withinWindow([secondsBetween(newest, sale), toThousandths(newest.valorDeclarado), ...anteriores])
}

/** `anteriores` is a flat list of pairs, newest first: seconds back from the sale before it, and price. The late sale splits the pair it falls in. */
function withLateSale(anteriores: Anteriores, late: Sale, newest: Sale): Anteriores {
  const [age, price] = [secondsBetween(late, newest), toThousandths(late.valorDeclarado)]
  let passed = 0
  let at = 0
  for (; at < anteriores.length; at += 2) {
    const [gap = 0, known] = anteriores.slice(at, at + 2)
    if (passed + gap > age) break
    passed += gap
    if (passed === age && known === price) return anteriores
  }
  const rest = anteriores.slice(at)
  const after = rest.length > 0 ? [(rest[0] ?? 0) - (age - passed), ...rest.slice(1)] : rest
  return withinWindow([...anteriores.slice(0, at), age - passed, price, ...after])
}

export function usualOf(anteriores: Anteriores): Usual | null {
  const prices = anteriores.filter((_, at) => at % 2 === 1)
  const middle = prices.length < USUAL_FEWEST_SALES ? null : median(ascending(prices))
  return middle === null ? null : { valor: fromThousandths(middle), vendas: prices.length }
}

/** Undefined where enough sales back the price, and where it is about the usual one. */
export function doubtAbout(price: number, vendas: number, usual: Usual | null): Duvida | undefined {
  if (!usual || vendas > DOUBTFUL_SALES || isNear(price, usual.valor)) return undefined
  return { motivo: price < usual.valor ? 'abaixo_do_usual' : 'acima_do_usual', usual: usual.valor, vendas }
}

/** Price of gasoline beside ethanol's: the usual one where it is in doubt, above it too, so that ethanol never pays by a few dear receipts. */
export function gasolineInParity({ precoProvavel, duvida }: Priced): number {
  return duvida?.usual ?? precoProvavel
}

/** The usual price of a gasoline that lies above it on few sales. */
export function usualBelow(gasoline: Priced) {
  const usual = gasolineInParity(gasoline)
  return usual < gasoline.precoProvavel ? { usualDaGasolina: usual } : {}
}

interface Priced {
  precoProvavel: number
  duvida?: Duvida | undefined
}

function secondsBetween(before: Sale, after: Sale): number {
  return (toMs(after.dataVenda) - toMs(before.dataVenda)) / SECOND
}

function withinWindow(anteriores: number[]): number[] {
  let age = 0
  let end = 0
  for (; end < Math.min(anteriores.length, USUAL_MOST_SALES * 2); end += 2) {
    age += anteriores[end] ?? 0
    if (age > WINDOW_SECONDS) break
  }
  return anteriores.slice(0, end)
}
