import { type Produto, type Registro, productKey } from '../../domain/facts/sale-record.ts'
import { fromThousandths, median, toThousandths } from '../../domain/basics/numbers.ts'
import { PRICES_FOR_A_MEDIAN } from '../../domain/facts/rules.ts'
import { type Atual, type MedianaDoDia, keyOfProduct } from '../../domain/state/commit-state.ts'
import { newestPerStation } from '../../domain/trust/judging.ts'
import { type Dia, endOfDay } from '../../domain/basics/time.ts'

/** Prices of one fuel as a merge takes them: of a product's sales in one second the one seen last. */
export function createStationPrices(atuais: readonly Atual[]) {
  const products = new Map<string, Pick<Atual, 'cnpj' | 'produto'>>(
    atuais.map((atual) => [keyOfProduct(atual), atual]),
  )
  return { see, median: middle }

  function see(cnpj: string, produto: Produto): void {
    const key = productKey(cnpj, produto.codigo)
    const known = products.get(key)
    if (!known || produto.venda.dataVenda >= known.produto.venda.dataVenda)
      products.set(key, { cnpj, produto })
  }

  /** In reais; null with fewer than eight stations. */
  function middle(): Omit<MedianaDoDia, 'dia'> | null {
    const newest = newestPerStation([...products.values()])
    if (newest.length < PRICES_FOR_A_MEDIAN) return null
    // A typed array sorts forty thousand prices in a few milliseconds, and numerically.
    const sorted = Float64Array.from(newest, ({ produto }) =>
      toThousandths(produto.venda.valorDeclarado),
    ).toSorted()
    return { mediana: fromThousandths(median(sorted) ?? 0), postos: newest.length }
  }
}

/** The list with a new entry for `dia`. Of `later`, sales after those of `atuais`, count those up to the day's end. */
export function withDay(
  medianas: readonly MedianaDoDia[],
  dia: Dia,
  atuais: readonly Atual[],
  later: readonly Registro[] = [],
) {
  const prices = createStationPrices(atuais)
  for (const { estabelecimento, produto } of later)
    if (produto.venda.dataVenda <= endOfDay(dia)) prices.see(estabelecimento.cnpj, produto)
  const found = prices.median()
  if (!found) return [...medianas]
  return [...medianas.filter((m) => m.dia < dia), { dia, ...found }, ...medianas.filter((m) => m.dia > dia)]
}
