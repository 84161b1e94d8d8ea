import { fromThousandths, median, toThousandths } from '../domain/numbers.ts'
import type { Produto } from '../domain/model.ts'
import type { Atual, MedianaDoDia } from '../domain/state.ts'
import type { Dia } from '../domain/time.ts'

/** Fewer stations make no median worth judging others by. */
export const ENOUGH_STATIONS = 8

/** A price in a list of one fuel, whoever holds it. */
export interface Price {
  cnpj: string
  dataVenda: string
  valorDeclarado: number
}

/** Median, in reais, over the newest sale of each station, the later of equals; null with fewer than eight stations. */
export function medianOf(prices: readonly Price[]): { mediana: number; postos: number } | null {
  const newest = new Map<string, Price>()
  for (const price of prices) {
    const known = newest.get(price.cnpj)
    if (!known || price.dataVenda >= known.dataVenda) newest.set(price.cnpj, price)
  }
  if (newest.size < ENOUGH_STATIONS) return null
  // A typed array sorts forty thousand prices in a few milliseconds, and numerically.
  const sorted = Float64Array.from(newest.values(), (price) => toThousandths(price.valorDeclarado)).toSorted()
  return { mediana: fromThousandths(median([...sorted]) ?? 0), postos: newest.size }
}

export function pricesOf(atuais: readonly Atual[]): Price[] {
  return atuais.map(({ cnpj, produto }) => toPrice(cnpj, produto))
}

export function toPrice(cnpj: string, { venda }: Produto): Price {
  return { cnpj, dataVenda: venda.dataVenda, valorDeclarado: venda.valorDeclarado }
}

/** The list with the entry of `dia` made or made anew; other days stand. */
export function withDay(
  medianas: readonly MedianaDoDia[],
  dia: Dia,
  atuais: readonly Atual[],
): MedianaDoDia[] {
  const found = medianOf(pricesOf(atuais))
  if (!found) return [...medianas]
  return [...medianas.filter((m) => m.dia < dia), { dia, ...found }, ...medianas.filter((m) => m.dia > dia)]
}
