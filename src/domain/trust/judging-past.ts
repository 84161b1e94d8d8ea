import type { Suspeito } from '../answers/shared-schemas.ts'
import type { TrechoDeMudanca } from '../answers/historico.ts'
import { isConfirmed, isNear, screen } from './screening.ts'
import { type Venda, identityOf, newestFirst } from '../facts/sale-record.ts'
import { compareTexts } from '../basics/text.ts'
import { groupBy, lowerBound, runsOf } from '../basics/lists.ts'
import type { EstadoDosPrecos, MedianaDoDia } from '../state/commit-state.ts'
import { type Dia, addDays, dayOf } from '../basics/time.ts'
import { WINDOW_DAYS } from '../facts/rules.ts'

export interface VendaJulgada {
  venda: Venda
  suspeito: Suspeito | undefined
}

/** The verdict on one sale; `confirmada` says whether sales in a row back its price. */
export type Judge = (venda: Venda, confirmada: boolean) => Suspeito | undefined

/** Sales of one station and fuel in order of time, each judged by its day and run. Later sales back one, too: hand in some days on either side. */
export function judgeSales(sales: readonly Venda[], judge: Judge): VendaJulgada[] {
  const judged = sales
    .toSorted((a, b) => newestFirst(b, a))
    .map((venda): VendaJulgada => ({ venda, suspeito: undefined }))
  for (const stretches of stretchesPerProduct(judged))
    for (const [at, { sales }] of stretches.entries()) {
      // Sales of one stretch share their price, so they share what backs it.
      const confirmada = isBacked(stretches, at)
      for (const sale of sales) sale.suspeito = judge(sale.venda, confirmada)
    }
  return judged
}

/** Runs of one price of one product, by first sale, then code. A run is suspect, as its last sale is, when all of its sales are. */
export function toRuns(sales: readonly VendaJulgada[]): TrechoDeMudanca[] {
  return stretchesPerProduct(sales)
    .flatMap((stretches) => stretches.map(toRun))
    .toSorted(
      (a, b) => compareTexts(a.de, b.de) || compareTexts(a.codigo, b.codigo) || compareTexts(a.ate, b.ate),
    )
}

type Stretch = ReturnType<typeof stretchesPerProduct>[number][number]

/** Per product code, its sales in a row at one price, in order of time. */
function stretchesPerProduct(ordered: readonly VendaJulgada[]) {
  return [...groupBy(ordered, ({ venda }) => venda.codigo).values()].map((ofProduct) =>
    runsOf(ofProduct, (sale, before) => sale.venda.valorDeclarado === before.venda.valorDeclarado).map(
      (sales) => ({ sales, first: sales[0].venda, last: (sales.at(-1) ?? sales[0]).venda }),
    ),
  )
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

function toRun({ first, last, sales }: Stretch): TrechoDeMudanca {
  const suspeito = sales.every((sale) => sale.suspeito) ? sales.at(-1)?.suspeito : undefined
  return {
    codigo: last.codigo,
    valorDeclarado: last.valorDeclarado,
    de: first.dataVenda,
    ate: last.dataVenda,
    vendas: sales.length,
    ...(suspeito && { suspeito }),
  }
}

/** Days to read on either side of past sales, only to see which prices other sales back: as many as the sales have by which a current price is judged. */
export const DAYS_AROUND = WINDOW_DAYS

export function pastJudge(medianas: EstadoDosPrecos['medianas']): Judge {
  return ({ combustivel, dataVenda, valorDeclarado }, confirmada) =>
    screen(valorDeclarado, confirmada, nearestMedian(medianas[combustivel], dayOf(dataVenda)))
}

/** A station's sales of a period, both days included. */
type SalesOfStation = (cnpj: string, from: Dia, to: Dia) => Promise<readonly Venda[]>

/** Judges one past sale, by its day's median or, where only its run can tell, with the station's sales around it. */
export async function isTrusted(sale: Venda, judge: Judge, salesOf: SalesOfStation): Promise<boolean> {
  const alone = judge(sale, false)
  if (alone?.motivo !== 'sem_confirmacao') return !alone
  const dia = dayOf(sale.dataVenda)
  const around = await salesOf(sale.cnpj, addDays(dia, -DAYS_AROUND), addDays(dia, DAYS_AROUND))
  const ofFuel = around.filter(({ combustivel }) => combustivel === sale.combustivel)
  const found = judgeSales(ofFuel, judge).find(({ venda }) => identityOf(venda) === identityOf(sale))
  return found !== undefined && !found.suspeito
}

/** Median, in reais, of a day or the nearest on record, null without any. Of two as near the earlier: the later may show what is judged. */
function nearestMedian(medianas: readonly MedianaDoDia[], dia: Dia): number | null {
  const at = lowerBound(0, medianas.length, (i) => (medianas[i]?.dia ?? '') < dia)
  const [before, from] = [medianas[at - 1], medianas[at]]
  if (!before || !from) return (before ?? from)?.mediana ?? null
  return daysBetween(before.dia, dia) <= daysBetween(from.dia, dia) ? before.mediana : from.mediana
}

function daysBetween(a: Dia, b: Dia): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}
