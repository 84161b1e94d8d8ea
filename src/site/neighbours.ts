import type { Entrada } from '../domain/answers.ts'
import { distanceKm } from '../domain/distances.ts'
import type { Municipio } from '../domain/municipalities.ts'
import { municipioByCode } from '../domain/municipalities.ts'
import { km, reais } from './figures.ts'

export interface Neighbour {
  municipio: Municipio
  lowest: number
  postos: number
  distance: string
  /** `Rio Largo, 18 km, a partir de R$ 5,75`. */
  sentence: string
}

const MOST = 6
/** Where nobody sells within it, the nearest town is told all the same. */
const NEAR_KM = 40

/** Towns around one that sell the fuel, nearest first. `state`: all believed prices of the fuel, cheapest first. */
export function neighboursOf(state: readonly Entrada[], here: Municipio): Neighbour[] {
  const towns = new Map<number, { lowest: number; postos: number }>()
  for (const { estabelecimento, produto } of state) {
    const { codigoIBGE } = estabelecimento.endereco
    const town = towns.get(codigoIBGE)
    if (town) town.postos++
    else towns.set(codigoIBGE, { lowest: produto.venda.valorDeclarado, postos: 1 })
  }
  towns.delete(here.codigoIBGE)
  const all = [...towns].flatMap(([code, figures]) => {
    const municipio = municipioByCode(code)
    return municipio ? [{ municipio, ...figures, away: distanceKm(here, municipio) }] : []
  })
  return all
    .toSorted((a, b) => a.away - b.away)
    .filter(({ away }, i) => i === 0 || away <= NEAR_KM)
    .slice(0, MOST)
    .map(inWords)
}

function inWords({
  municipio,
  lowest,
  postos,
  away,
}: Omit<Neighbour, 'distance' | 'sentence'> & { away: number }): Neighbour {
  const distance = km(away)
  const sentence = `${municipio.nome}, ${distance}, a partir de ${reais(lowest)}`
  return { municipio, lowest, postos, distance, sentence }
}
