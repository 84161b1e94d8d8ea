import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Combustivel, Slug } from '../../domain/facts/fuels.ts'
import { fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import type { Lowest } from '../../format/words/doubt.ts'
import type { Sources } from '../request/view.ts'
import { pedido } from '../request/view.ts'

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
export function compareTowns(
  { query, version }: Pick<Sources, 'query' | 'version'>,
  slug: Slug,
): Promise<Comparison> {
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
export async function lowestIn(
  sources: Pick<Sources, 'query' | 'version'>,
  municipios: readonly Municipio[],
): Promise<LowestPrices> {
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
