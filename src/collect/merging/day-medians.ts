import type { Registro } from '../../domain/facts/sale-record.ts'
import { fromThousandths, median, toThousandths } from '../../domain/basics/numbers.ts'
import { PRICES_FOR_A_MEDIAN } from '../../domain/facts/rules.ts'
import { type Atual, type MedianaDoDia, type Product, keyOfProduct } from '../../domain/state/commit-state.ts'
import { newestPerStation } from '../../domain/trust/judging.ts'
import { type Dia, endOfDay } from '../../domain/basics/time.ts'

/** A fuel's median in reais after a merge of `later`; null with fewer than eight stations. */
export function stationMedian(atuais: readonly Atual[], later: readonly Registro[] = []) {
  const newest = newestPerStation<Product>(later.length > 0 ? productsAfter(atuais, later) : atuais)
  if (newest.length < PRICES_FOR_A_MEDIAN) return null
  // A typed array sorts forty thousand prices in a few milliseconds, and numerically.
  const prices = Float64Array.from(newest, ({ produto }) => toThousandths(produto.venda.valorDeclarado))
  return { mediana: fromThousandths(median(prices.toSorted()) ?? 0), postos: newest.length }
}

function productsAfter(atuais: readonly Atual[], later: readonly Registro[]): Product[] {
  const products = new Map<string, Product>(atuais.map((atual) => [keyOfProduct(atual), atual]))
  for (const { estabelecimento, produto } of later) {
    const product = { cnpj: estabelecimento.cnpj, produto }
    const key = keyOfProduct(product)
    const known = products.get(key)
    // Another sale in the same second is a correction by the source.
    if (!known || produto.venda.dataVenda >= known.produto.venda.dataVenda) products.set(key, product)
  }
  return [...products.values()]
}

/** The list with a new entry for `dia`. Of `later`, sales after those of `atuais`, count those up to the day's end. */
export function withDay(
  medianas: readonly MedianaDoDia[],
  dia: Dia,
  atuais: readonly Atual[],
  later: readonly Registro[] = [],
) {
  const upToEnd = later.filter(({ produto }) => produto.venda.dataVenda <= endOfDay(dia))
  const found = stationMedian(atuais, upToEnd)
  if (!found) return [...medianas]
  return [...medianas.filter((m) => m.dia < dia), { dia, ...found }, ...medianas.filter((m) => m.dia > dia)]
}
