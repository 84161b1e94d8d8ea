import type { Entrada } from '../../domain/answers/precos.ts'
import type { Posicao } from '../../domain/answers/posto.ts'
import { ORDINARY_PERCENT, STATIONS_TO_COMPARE } from '../../domain/facts/rules.ts'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { fromThousandths, median, quantile, toThousandths } from '../../domain/basics/numbers.ts'
import { lowerBound } from '../../domain/basics/lists.ts'
import { doubtIn } from '../../format/words/doubt.ts'
import type { Ponto } from '../../domain/geo/distances.ts'
import { type FuelList, type MetresTo, likeliestFirst } from './fuel-list.ts'

type Rank = NonNullable<Posicao>

/** Markets of a list, by municipality; the state's is one object under the municipalities too small to compare. */
const marketsOf = oncePer((list: FuelList) => {
  const whole = market(list, list.believed, 'estado')
  const memory = createMemory<number, typeof whole>()
  return (codigoIBGE: number) =>
    memory(codigoIBGE, () => {
      const around = list.inMunicipality(codigoIBGE).filter((at) => !list.suspect[at])
      return around.length >= STATIONS_TO_COMPARE ? market(list, around, 'municipio') : whole
    })
})

/** Prices in thousandths, ascending: rank is a binary search, so a page may rank each of its stations. */
function market(list: FuelList, positions: readonly number[], ambito: Rank['ambito']) {
  return {
    ambito,
    // A list's positions ascend by price.
    prices: Int32Array.from(positions, (at) => list.price[at] ?? 0),
    probable: Int32Array.from(positions, (at) => list.probable[at] ?? 0).toSorted(),
  }
}

/** Rank of a station's price among the believed ones of its municipality, or of the state; null for a suspect. */
export function rankOf(list: FuelList, { suspeito, estabelecimento, produto, precoProvavel }: Entrada) {
  if (suspeito) return null
  const { ambito, prices, probable } = marketsOf(list)(estabelecimento.endereco.codigoIBGE)
  const price = toThousandths(produto.venda.valorDeclarado)
  const middle = median(prices) ?? price
  const cheaper = countBelow(prices, price)
  return {
    colocacao: 1 + cheaper,
    colocacaoProvavel: 1 + countBelow(probable, toThousandths(precoProvavel)),
    empatados: countBelow(prices, price + 1) - cheaper - 1,
    de: prices.length,
    diferencaDaMediana: fromThousandths(price - middle),
    faixa: bandOf(price, middle, prices),
    ambito,
  }
}

function countBelow(ascending: Int32Array, value: number): number {
  return lowerBound(0, ascending.length, (at) => (ascending[at] ?? 0) < value)
}

/** Equal prices may make the median itself a quartile; a price called «barato» must also be below the median. */
function bandOf(price: number, middle: number, prices: ArrayLike<number>): Rank['faixa'] {
  const [first, third] = [quantile(prices, 0.25), quantile(prices, 0.75)]
  const isOrdinary = Math.abs(price - middle) * 100 <= middle * ORDINARY_PERCENT
  if (isOrdinary || first === null || third === null) return 'normal'
  if (price <= first) return 'barato'
  return price >= third ? 'caro' : 'normal'
}

/**
 * Ends of the prices at ascending positions, as `tell` shows an entry: of equals one without doubt, else with most sales. Further ties are
 * those of a list: the nearest to the `centre` of a question that has one, then the list's order.
 */
export function endsOf<T>(
  list: FuelList,
  positions: readonly number[],
  tell: (entry: Entrada) => T,
  centre?: Ponto,
) {
  const { entries, price } = list
  const metresTo = centre && list.grid.from(centre).metresTo
  const salesAt = (at: number) => salesBehind(entries[at])
  const metresAt = (at: number) => metresTo?.(at) ?? 0
  const surest = (value: number | undefined) => {
    const [first = -1] = positions
      .filter((at) => price[at] === value)
      .toSorted((a, b) => salesAt(b) - salesAt(a) || metresAt(a) - metresAt(b))
    return entries[first]
  }
  const likeliest = entries[cheapestLikely(list, positions, metresTo)]
  const told = (entry: Entrada | undefined) => (entry ? tell(entry) : null)
  return {
    maisBarato: told(surest(price[positions[0] ?? -1])),
    maisCaro: told(surest(price[positions.at(-1) ?? -1])),
    maisBaratoProvavel: told(likeliest),
    precoMinimoProvavel: likeliest?.precoProvavel ?? null,
  }
}

/** Sales that a price rests on, where they are few. */
function salesBehind(entry: Entrada | undefined): number {
  return (entry && doubtIn(entry)?.sales) ?? Number.MAX_SAFE_INTEGER
}

/** Position of the lowest probable price, with the ties of `likeliestFirst`, then the list's order; -1 without stations. */
export function cheapestLikely(list: FuelList, positions: readonly number[], metresTo?: MetresTo): number {
  const compared = likeliestFirst(list, metresTo)
  const [first = -1] = positions
  return positions.reduce((best, at) => (compared(at, best) < 0 ? at : best), first)
}
