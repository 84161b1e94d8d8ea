import type { Slug } from '../domain/fuels.ts'
import type { Municipio } from '../domain/municipalities.ts'
import { km, reais } from './figures.ts'
import type { Sources } from './page.ts'
import type { Comparison, Town } from './towns.ts'
import { compareTowns } from './towns.ts'

export interface Neighbour {
  municipio: Municipio
  lowest: number
  postos: number
  distance: string
  /** `Rio Largo, 18 km, a partir de R$ 5,75`. */
  sentence: string
}

const MOST = 6
/** Kilometres: what is near; and where nobody sells there, how far the nearest may be. */
const RADII = [40, 200] as const

/** What a town charges, and the towns around it that sell the fuel, nearest first. */
export async function around(
  sources: Pick<Sources, 'query' | 'version'>,
  slug: Slug,
  here: Municipio,
): Promise<{ statistics: Comparison; neighbours: Neighbour[] }> {
  const [near, far] = RADII
  const statistics = await compareTowns(sources, slug, { municipio: here.codigoIBGE, raio: near })
  const neighbours = sellingOf(statistics.towns, here)
  if (neighbours.length > 0) return { statistics, neighbours: neighbours.slice(0, MOST) }
  const { towns } = await compareTowns(sources, slug, { municipio: here.codigoIBGE, raio: far })
  return { statistics, neighbours: sellingOf(towns, here).slice(0, 1) }
}

function sellingOf(towns: readonly Town[], here: Municipio): Neighbour[] {
  return towns.flatMap(({ municipio, precoMinimo, postos, distanciaKm }) => {
    if (precoMinimo === null || distanciaKm === undefined || municipio === here) return []
    const distance = km(distanciaKm)
    const sentence = `${municipio.nome}, ${distance}, a partir de ${reais(precoMinimo)}`
    return [{ municipio, lowest: precoMinimo, postos, distance, sentence }]
  })
}
