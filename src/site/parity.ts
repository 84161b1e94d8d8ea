import { groupBy } from '../domain/group-by.ts'
import type { Entrada } from '../domain/answers.ts'
import type { Municipio } from '../domain/municipalities.ts'
import { municipioByCode } from '../domain/municipalities.ts'
import { median, toThousandths } from '../domain/numbers.ts'
import type { Sources } from './page.ts'
import { pedido } from './page.ts'

/** Up to which part of gasolina's price ethanol pays in a common flex car. */
export const USUAL_RATIO = 0.7

/** A station that sells both, with what ethanol costs there for each real of gasolina. */
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
  /** Of its stations. */
  razao: number
}

/** Every station that sells both at believed prices, where ethanol is best first. `limite`: up to which ratio it pays. */
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
  const [a, g] = [alcool.produto.venda.valorDeclarado, gasolina.produto.venda.valorDeclarado]
  return { alcool, gasolina, razao: toThousandths(a) / toThousandths(g), pays: ethanolPays(a, g, limite) }
}

/** Whole thousandths on both sides: exactly the limit still pays. */
export function ethanolPays(alcool: number, gasolina: number, limite: number): boolean {
  return toThousandths(alcool) * 1000 <= toThousandths(gasolina) * Math.round(limite * 1000)
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
