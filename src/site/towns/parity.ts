import { groupBy } from '../../domain/basics/lists.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { median, toThousandths } from '../../domain/basics/numbers.ts'
import { ethanolPays } from '../../domain/facts/rules.ts'
import type { Sources } from '../request/view.ts'
import { pedido } from '../request/view.ts'

/** A station that sells both; `razao` is ethanol's price as a part of gasolina's. */
export interface Pair {
  alcool: Entrada
  gasolina: Entrada
  razao: number
  pays: boolean
}

export interface TownParity {
  municipio: Municipio
  postos: number
  paying: number
  /** Median of its stations. */
  razao: number
}

/** Stations that sell both at believed prices, lowest ratio first. Ethanol pays up to the ratio `limite`. */
export async function pairsOf({ query }: Pick<Sources, 'query'>, limite: number): Promise<Pair[]> {
  const [alcool, gasolina] = await Promise.all(
    (['alcool', 'gasolina-comum'] as const).map((combustivel) =>
      query.precos(pedido('precos', { combustivel })),
    ),
  )
  const byCnpj = new Map(gasolina?.conteudo.map((entry) => [entry.estabelecimento.cnpj, entry]))
  const pairs = (alcool?.conteudo ?? []).flatMap((entry) => {
    const other = byCnpj.get(entry.estabelecimento.cnpj)
    return other ? [pairOf(entry, other, limite)] : []
  })
  return pairs.toSorted((a, b) => a.razao - b.razao)
}

function pairOf(alcool: Entrada, gasolina: Entrada, limite: number): Pair {
  const prices = { alcool: priceOf(alcool), gasolina: priceOf(gasolina) }
  return { alcool, gasolina, razao: prices.alcool / prices.gasolina, pays: ethanolPays(prices, limite) }
}

function priceOf({ produto }: Entrada): number {
  return toThousandths(produto.venda.valorDeclarado)
}

/** By municipality, most stations where it pays first, then lowest ratio. */
export function byTown(pairs: readonly Pair[]): TownParity[] {
  return [...groupBy(pairs, ({ alcool }) => alcool.estabelecimento.endereco.codigoIBGE)]
    .flatMap(([code, members]) => {
      const municipio = municipioByCode(code)
      const razao = median(members.map((pair) => pair.razao))
      const paying = members.filter(({ pays }) => pays).length
      return municipio && razao !== null ? [{ municipio, postos: members.length, paying, razao }] : []
    })
    .toSorted((a, b) => b.paying - a.paying || a.razao - b.razao)
}
