import { ascending, fromThousandths, median, toThousandths } from '../domain/numbers.ts'
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

/** Median, in reais, over the newest sale of each station; null with fewer than eight stations. */
export function medianOf(prices: Iterable<Price>): { mediana: number; postos: number } | null {
  const newest = new Map<string, Price>()
  for (const price of prices) {
    const known = newest.get(price.cnpj)
    if (!known || price.dataVenda > known.dataVenda) newest.set(price.cnpj, price)
  }
  const sorted = ascending([...newest.values()].map((price) => toThousandths(price.valorDeclarado)))
  const middle = median(sorted)
  if (middle === null || sorted.length < ENOUGH_STATIONS) return null
  return { mediana: fromThousandths(middle), postos: sorted.length }
}

export function pricesOf(atuais: readonly Atual[]): Price[] {
  return atuais.map(({ cnpj, produto }) => ({ cnpj, ...produto.venda }))
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
