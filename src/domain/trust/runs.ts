import type { Suspeito } from '../answers/common.ts'
import type { TrechoDeMudanca } from '../answers/historico.ts'
import { isNear, isConfirmed } from './screening.ts'
import type { Venda } from '../facts/sale-record.ts'
import { compareTexts } from '../basics/text.ts'

/** A past sale and, when it was not to be trusted, why. */
export interface VendaJulgada {
  venda: Venda
  suspeito: Suspeito | undefined
}

/** The verdict on one sale; `confirmada` says whether sales in a row back its price. */
export type Judge = (venda: Venda, confirmada: boolean) => Suspeito | undefined

/**
 * Sales of one station and fuel in order of time, each judged by its own day and its own run. A run has no end until
 * another price is seen, so what came after a sale backs it as well as what came before: hand in sales of some days on
 * either side of the ones that matter.
 */
export function judgeSales(sales: readonly Venda[], judge: Judge): VendaJulgada[] {
  const ordered = sales.toSorted(inOrder)
  const verdicts = new Map<Venda, Suspeito | undefined>()
  for (const stretches of stretchesPerProduct(ordered))
    for (const [at, { sales }] of stretches.entries()) {
      // Sales of one stretch share their price, so they share what backs it.
      const confirmada = isBacked(stretches, at)
      for (const venda of sales) verdicts.set(venda, judge(venda, confirmada))
    }
  return ordered.map((venda) => ({ venda, suspeito: verdicts.get(venda) }))
}

/**
 * Runs of one price of one product, by their first sale, then code. A run is suspect when all of its sales are: a price
 * that one day's median bore out is believed; `suspeito` is then what was said of its last sale.
 */
export function toRuns(sales: readonly VendaJulgada[]): TrechoDeMudanca[] {
  const verdicts = new Map(sales.map(({ venda, suspeito }) => [venda, suspeito]))
  return stretchesPerProduct(sales.map(({ venda }) => venda))
    .flatMap((stretches) => stretches.map((stretch) => toRun(stretch, verdicts)))
    .toSorted(
      (a, b) => compareTexts(a.de, b.de) || compareTexts(a.codigo, b.codigo) || compareTexts(a.ate, b.ate),
    )
}

/**
 * One order also for what was sold in the same second, so that an answer never depends on how sales were stored; the last
 * is what a collection takes for the newest.
 */
function inOrder(a: Venda, b: Venda): number {
  return (
    compareTexts(a.dataVenda, b.dataVenda) ||
    compareTexts(b.codigo, a.codigo) ||
    a.valorDeclarado - b.valorDeclarado ||
    a.valorVenda - b.valorVenda
  )
}

/** Sales in a row of one product at one price. */
interface Stretch {
  first: Venda
  last: Venda
  sales: Venda[]
}

/** Per product code, its stretches in order of time. */
function stretchesPerProduct(ordered: readonly Venda[]): Stretch[][] {
  const products = new Map<string, Stretch[]>()
  for (const venda of ordered) {
    const stretches = products.get(venda.codigo) ?? []
    const open = stretches.at(-1)
    if (open && open.last.valorDeclarado === venda.valorDeclarado) {
      open.sales.push(venda)
      open.last = venda
    } else stretches.push({ first: venda, last: venda, sales: [venda] })
    products.set(venda.codigo, stretches)
  }
  return [...products.values()]
}

/** Changes of price looked at on either side; more of them within hours come from no pump. */
const NEIGHBOURS = 50

/** Earlier neighbours are asked first, then later ones; most stretches need neither. */
function isBacked(stretches: readonly Stretch[], at: number): boolean {
  const own = stretches[at]
  if (!own) throw new Error(`no stretch ${at}`)
  const { valorDeclarado } = own.last
  let [vendas, desde, ate] = [own.sales.length, own.first.dataVenda, own.last.dataVenda]
  for (const step of [-1, 1])
    for (let n = 1; n <= NEIGHBOURS && !isConfirmed(ate, { vendas, desde }); n += 1) {
      const near = stretches[at + n * step]
      if (!near || !isNear(near.last.valorDeclarado, valorDeclarado)) break
      vendas += near.sales.length
      if (step < 0) desde = near.first.dataVenda
      else ate = near.last.dataVenda
    }
  return isConfirmed(ate, { vendas, desde })
}

function toRun(
  { first, last, sales }: Stretch,
  verdicts: ReadonlyMap<Venda, Suspeito | undefined>,
): TrechoDeMudanca {
  const suspeito = sales.every((venda) => verdicts.get(venda)) ? verdicts.get(last) : undefined
  return {
    codigo: last.codigo,
    valorDeclarado: last.valorDeclarado,
    de: first.dataVenda,
    ate: last.dataVenda,
    vendas: sales.length,
    ...(suspeito && { suspeito }),
  }
}
