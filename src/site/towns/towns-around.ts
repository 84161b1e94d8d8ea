import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { distanceKm } from '../../domain/geo/distances.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import type { Doubts } from '../words/doubts.ts'
import { doubtsOfLowest, inBrackets } from '../words/doubts.ts'
import { km, reais } from '../words/figures.ts'
import type { Sources } from '../request/view.ts'
import { pedido } from '../request/view.ts'
import type { Town } from './compare-towns.ts'
import { compareTowns } from './compare-towns.ts'

export interface TownAround {
  municipio: Municipio
  lowest: number
  doubts: Doubts | undefined
  postos: number
  /** Kilometres in a straight line; `distance` is the same in words. */
  away: number
  distance: string
  /** `Rio Largo, 18 km, a partir de R$ 5,75`. */
  sentence: string
}

const MOST = 6
/** Kilometres: the radius of neighbours, and the farthest single town shown when none is in it. */
const RADII = [40, 200] as const

/** Statistics of a town, and the towns around it that sell the fuel, nearest first. */
export async function around(
  sources: Pick<Sources, 'query' | 'version'>,
  slug: Slug,
  here: Municipio,
): Promise<{ statistics: RespostaEstatisticas; neighbours: TownAround[]; areNear: boolean }> {
  // The comparison of all towns is cached per commit; a question for neighbours would compute it again.
  const [statistics, { towns }] = await Promise.all([
    sources.query.estatisticas(pedido('estatisticas', { municipio: here.codigoIBGE })),
    compareTowns(sources, slug),
  ])
  const selling = sellingAround(towns, here)
  const [near, far] = RADII
  const neighbours = selling.filter(({ away }) => away <= near).slice(0, MOST)
  const areNear = neighbours.length > 0
  return {
    statistics,
    neighbours: areNear ? neighbours : selling.filter(({ away }) => away <= far).slice(0, 1),
    areNear,
  }
}

function sellingAround(towns: readonly Town[], here: Municipio): TownAround[] {
  // Distances between centres of towns.
  const centre = towns.find(({ municipio }) => municipio === here)?.centro
  if (!centre) return []
  return towns
    .flatMap((town) => {
      const { municipio, precoMinimo, postos, centro } = town
      if (precoMinimo === null || centro === null || municipio === here) return []
      const away = distanceKm(centre, centro)
      const distance = km(away)
      const doubts = doubtsOfLowest(town)
      const sentence = `${municipio.nome}, ${distance}, a partir de ${reais(precoMinimo)}${inBrackets(doubts)}`
      return [{ municipio, lowest: precoMinimo, doubts, postos, distance, sentence, away }]
    })
    .toSorted((a, b) => a.away - b.away)
}
