import type { Produto, Registro } from '../../domain/facts/sale-record.ts'
import { fromThousandths, median, toThousandths } from '../../domain/basics/numbers.ts'
import { PRICES_FOR_A_MEDIAN } from '../../domain/facts/rules.ts'
import type { Atual, MedianaDoDia } from '../../domain/state/commit-state.ts'
import { type Dia, endOfDay } from '../../domain/basics/time.ts'

/** The newest sale of each station for one fuel; of equals the later one. */
export function createStationPrices(atuais: readonly Atual[]) {
  const newest = new Map<string, Produto['venda']>()
  for (const { cnpj, produto } of atuais) see(cnpj, produto)
  return { see, median: middle }

  function see(cnpj: string, { venda }: Produto): void {
    const known = newest.get(cnpj)
    if (!known || venda.dataVenda >= known.dataVenda) newest.set(cnpj, venda)
  }

  /** In reais; null with fewer than eight stations. */
  function middle(): Omit<MedianaDoDia, 'dia'> | null {
    if (newest.size < PRICES_FOR_A_MEDIAN) return null
    // A typed array sorts forty thousand prices in a few milliseconds, and numerically.
    const sorted = Float64Array.from(newest.values(), (venda) =>
      toThousandths(venda.valorDeclarado),
    ).toSorted()
    return { mediana: fromThousandths(median(sorted) ?? 0), postos: newest.size }
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
