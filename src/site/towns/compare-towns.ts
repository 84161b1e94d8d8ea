import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Combustivel, Slug } from '../../domain/facts/fuels.ts'
import { fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import type { Lowest } from '../../format/words/doubt.ts'
import type { Sources } from '../request/view.ts'
import { pedido } from '../request/view.ts'
import { distanceKm } from '../../domain/geo/distances.ts'
import type { Doubts } from '../words/doubts.ts'
import { doubtsOfLowest, inBrackets } from '../words/doubts.ts'
import { km, reais } from '../words/figures.ts'

type Grupo = NonNullable<RespostaEstatisticas['grupos']>[number]

/** Lowest price of each fuel in a place; null where no station sold it. */
export type LowestPrices = Readonly<Record<Slug, Lowest>>

/** A town's figures for one fuel, as `estatisticas` groups them. */
export interface Town extends Omit<Grupo, 'municipio'> {
  municipio: Municipio
}

export interface Comparison extends RespostaEstatisticas {
  towns: readonly Town[]
}

/** All towns for one fuel, cheapest median first: once per commit, as every town's page needs it for six fuels. */
export function compareTowns({ query, version }: Sources, slug: Slug): Promise<Comparison> {
  return comparisons(query)(version() ?? {})(fuelOf(slug))
}

const comparisons = oncePer((query: Sources['query']) =>
  oncePer((_commit: object) => oncePer(({ slug }: Combustivel) => compare(query, slug))),
)

async function compare(query: Sources['query'], combustivel: Slug): Promise<Comparison> {
  const answer = await query.estatisticas(pedido('estatisticas', { por: 'municipio', combustivel }))
  const towns = (answer.grupos ?? []).flatMap((group) => {
    const municipio = municipioByCode(group.codigoIBGE)
    return municipio ? [{ ...group, municipio }] : []
  })
  return { ...answer, towns }
}

/** The lowest price of each fuel in some towns together. */
export async function lowestIn(sources: Sources, municipios: readonly Municipio[]): Promise<LowestPrices> {
  const rows = await Promise.all(
    slugs.map(async (slug) => {
      const { towns } = await compareTowns(sources, slug)
      const [cheapest] = towns
        .filter(({ municipio, postos }) => postos > 0 && municipios.includes(municipio))
        .toSorted((a, b) => (a.precoMinimo ?? 0) - (b.precoMinimo ?? 0))
      return [slug, cheapest ?? { precoMinimo: null, maisBarato: null }] as const
    }),
  )
  return Object.fromEntries(rows) as LowestPrices
}

interface TownAround {
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
  sources: Sources,
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
