import type { Sale } from './downloads.ts'
import { median, rounded } from './numbers.ts'

const HOUR = 3_600_000

/** Facts of one product of a station, by its single sales alone. */
export interface Facts {
  newest: Sale
  /** Sales in a row within 2 % of the newest price, and the first of them. */
  inARow: number
  since: string
  /** Of them, the newest at exactly that price. */
  atPrice: number
  atPriceSince: string
  lowest: number
  highest: number
  usual: { value: number; sales: number } | null
  likely: number
  doubt: 'abaixo_do_usual' | 'acima_do_usual' | null
}

/** Of sales oldest first; `middle` is the state's median, from which an absurd usual price lies over 35 % away. */
export function factsOf(sales: readonly Sale[], middle: number): Facts | null {
  const newest = newestOf(sales)
  if (!newest) return null
  const back = unbroken(sales.toReversed())
  const counted = inStretches(back, 12)
  const row = counted.slice(
    0,
    upTo(counted, ({ price }) => Math.abs(price - newest.price) * 100 <= newest.price * 2),
  )
  const exact = back.slice(
    0,
    upTo(back, ({ price }) => price === newest.price),
  )
  const before = back
    .slice(1)
    .filter(({ at }) => newest.at - at <= 72 * HOUR)
    .slice(0, 9)
    .map(({ price }) => price)
  const value = before.length < 3 ? null : rounded(median(before) ?? 0, 0)
  const few = row.length <= 3
  const away = value === null ? 0 : newest.price - value
  const isAbsurd = value !== null && Math.abs(value - middle) / middle > 0.35
  const doubted = value !== null && !isAbsurd && few && Math.abs(away) * 100 > value * 2
  return {
    newest,
    inARow: row.length,
    since: row.at(-1)?.dataVenda ?? '',
    atPrice: exact.length,
    atPriceSince: exact.at(-1)?.dataVenda ?? '',
    lowest: Math.min(...row.map(({ price }) => price)),
    highest: Math.max(...row.map(({ price }) => price)),
    usual: value === null ? null : { value, sales: before.length },
    likely: doubted && away < 0 ? value : newest.price,
    doubt: doubted ? (away < 0 ? 'abaixo_do_usual' : 'acima_do_usual') : null,
  }
}

/** The newest; of two in one second the cheaper, then the lower code. */
export function newestOf(sales: readonly Sale[]): Sale | undefined {
  return sales.reduce<Sale | undefined>(
    (best, sale) =>
      !best ||
      sale.at > best.at ||
      (sale.at === best.at &&
        (sale.price < best.price || (sale.price === best.price && sale.codigo < best.codigo)))
        ? sale
        : best,
    undefined,
  )
}

/** A run: sales in a row of one product at one price. */
export interface Run {
  codigo: string
  price: number
  from: string
  to: string
  sales: number
  suspect: boolean
}

export function runsOf(sales: readonly Sale[]): Run[] {
  const runs: Run[] = []
  for (const { codigo, price, dataVenda, suspect } of sales) {
    const last = runs.findLast((run) => run.codigo === codigo)
    if (last && last.price === price && last.suspect === suspect) {
      last.to = dataVenda
      last.sales++
    } else runs.push({ codigo, price, from: dataVenda, to: dataVenda, sales: 1, suspect })
  }
  return runs
}

/** A product unseen for 240 hours leaves the state; its sales before that back nothing. */
function unbroken(back: readonly Sale[]): readonly Sale[] {
  return back.slice(0, 1 + upTo(back.slice(1), ({ at }, i) => (back[i]?.at ?? 0) - at <= 240 * HOUR))
}

/** The newest sales, of so many stretches at one price: older ones are not counted. */
function inStretches(back: readonly Sale[], most: number): readonly Sale[] {
  let stretches = 1
  return back.slice(
    0,
    upTo(back, ({ price }, i) => i === 0 || price === back[i - 1]?.price || ++stretches <= most),
  )
}

function upTo<T>(list: readonly T[], holds: (item: T, i: number) => boolean): number {
  const end = list.findIndex((item, i) => !holds(item, i))
  return end === -1 ? list.length : end
}
