import type { Entrada } from '../../domain/answers/precos.ts'
import type { Paridade, Posicao } from '../../domain/answers/posto.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { ascending, fromThousandths, median, quantile, toThousandths } from '../../domain/basics/numbers.ts'
import type { Pair } from '../../domain/facts/rules.ts'
import { USUAL_RATIO, ethanolPays, ORDINARY_PERCENT, STATIONS_TO_COMPARE } from '../../domain/facts/rules.ts'
import type { FuelList } from '../lists/entries.ts'
import type { Snapshot } from '../lists/snapshot.ts'

type Faixa = NonNullable<Posicao>['faixa']

/** Where a station's price stands among the believed ones of its municipality, or of the state; null for a suspect. */
export function rankOf(
  snapshot: Snapshot,
  slug: Slug,
  { suspeito, estabelecimento, produto }: Entrada,
): Posicao {
  if (suspeito) return null
  const list = snapshot.list(slug)
  const around = believedPrices(list, list.inMunicipality(estabelecimento.endereco.codigoIBGE))
  const local = around.length >= STATIONS_TO_COMPARE
  const prices = local ? around : believedPrices(list, list.all)
  const price = toThousandths(produto.venda.valorDeclarado)
  const middle = median(prices) ?? price
  return {
    colocacao: 1 + prices.filter((other) => other < price).length,
    de: prices.length,
    diferencaDaMediana: fromThousandths(price - middle),
    faixa: bandOf(price, middle, prices),
    ambito: local ? 'municipio' : 'estado',
  }
}

/** undefined unless both prices are there and believed. */
export function parityOf(
  alcool: Entrada | undefined,
  gasolina: Entrada | undefined,
  razao = USUAL_RATIO,
): Paridade | undefined {
  const prices = believedPair(alcool, gasolina)
  if (!prices) return undefined
  return {
    razao: fromThousandths((prices.alcool * 1000) / prices.gasolina),
    limite: razao,
    compensa: ethanolPays(prices, razao) ? 'alcool' : 'gasolina',
  }
}

/** Parity over all the stations among `alcool` that also sell gasolina comum. */
export function parityAmong(
  snapshot: Snapshot,
  alcool: readonly number[],
  gasolina: ReadonlySet<number>,
  razao = USUAL_RATIO,
) {
  const lists = { alcool: snapshot.list('alcool'), gasolina: snapshot.list('gasolina-comum') }
  const pairs: Pair[] = []
  for (const at of alcool) {
    const other = lists.gasolina.positionOf(lists.alcool.entries[at]?.estabelecimento.cnpj ?? '')
    if (other === undefined || !gasolina.has(other)) continue
    if (lists.alcool.suspect[at] || lists.gasolina.suspect[other]) continue
    pairs.push({ alcool: lists.alcool.price[at] ?? 0, gasolina: lists.gasolina.price[other] ?? 0 })
  }
  const middle = median(ascending(pairs.map((p) => p.alcool / p.gasolina)))
  return {
    limite: razao,
    razaoMediana: middle === null ? null : fromThousandths(middle * 1000),
    postosEmQueAlcoolCompensa: pairs.filter((pair) => ethanolPays(pair, razao)).length,
    postos: pairs.length,
  }
}

function believedPair(alcool: Entrada | undefined, gasolina: Entrada | undefined): Pair | undefined {
  if (!alcool || !gasolina || alcool.suspeito || gasolina.suspeito) return undefined
  return {
    alcool: toThousandths(alcool.produto.venda.valorDeclarado),
    gasolina: toThousandths(gasolina.produto.venda.valorDeclarado),
  }
}

/** Ascending, as positions are. */
function believedPrices(list: FuelList, positions: readonly number[]): number[] {
  const prices: number[] = []
  for (const at of positions) if (!list.suspect[at]) prices.push(list.price[at] ?? 0)
  return prices
}

/** Equal prices may make a quartile of the median itself; who is told «barato» must also be told «abaixo da mediana». */
function bandOf(price: number, middle: number, prices: readonly number[]): Faixa {
  const [first, third] = [quantile(prices, 0.25), quantile(prices, 0.75)]
  const isOrdinary = Math.abs(price - middle) * 100 <= middle * ORDINARY_PERCENT
  if (isOrdinary || first === null || third === null || first === third) return 'normal'
  if (price <= first) return 'barato'
  return price >= third ? 'caro' : 'normal'
}
