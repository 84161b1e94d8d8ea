import type { Entrada } from '../../domain/answers/precos.ts'
import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { type Combustivel, type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { type Municipio, municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { type Sources, pedido } from '../request/page-interfaces.ts'
import { placeKey } from '../../domain/places/place-names.ts'
import { rankedFirst } from '../../format/words/group-words.ts'
import { districtOf } from '../../format/words/names.ts'
import { toCents } from '../words/page-figures.ts'
import { mean, rounded } from '../../domain/basics/numbers.ts'

type Grupo = NonNullable<RespostaEstatisticas['grupos']>[number]

/** A town's figures for one fuel, as `estatisticas` groups them. */
export interface Town extends Omit<Grupo, 'municipio'> {
  municipio: Municipio
  /** Median of the likely prices where one or two stations make it, else the median. */
  middle: number | null
}

export interface Comparison extends RespostaEstatisticas {
  towns: readonly Town[]
}

/** All towns for one fuel, cheapest `middle` first, those of one or two stations after the others: once per commit, as every town's page needs it for six fuels; of a brand each time. */
export function compareTowns({ query, version }: Sources, slug: Slug, bandeira?: string) {
  if (bandeira !== undefined) return compare(query, slug, bandeira)
  return comparisons(query)(version() ?? {})(fuelOf(slug))
}

export function townIn({ towns }: Comparison, municipio: Municipio): Town | undefined {
  return towns.find((town) => town.municipio === municipio)
}

const UNKNOWN = Number.MAX_SAFE_INTEGER

const comparisons = oncePer((query: Sources['query']) =>
  oncePer((_commit: object) => oncePer(({ slug }: Combustivel) => compare(query, slug))),
)

async function compare(query: Sources['query'], combustivel: Slug, bandeira?: string): Promise<Comparison> {
  const answer = await query.estatisticas(pedido('estatisticas', { por: 'municipio', combustivel, bandeira }))
  const { conteudo } = await query.precos(pedido('precos', { combustivel, bandeira }))
  const byTown = groupBy(conteudo, ({ estabelecimento }) => estabelecimento.endereco.codigoIBGE)
  const towns = (answer.grupos ?? []).flatMap((group) => {
    const municipio = municipioByCode(group.codigoIBGE)
    if (!municipio) return []
    const likely = mean((byTown.get(group.codigoIBGE) ?? []).map(({ precoProvavel }) => precoProvavel))
    const middle = group.postos > 2 || likely === null ? group.precoMediano : rounded(likely, 3)
    // A doubtful sale is no fall of the week.
    const semana = isDoubted(group.precoMediano, middle) ? null : group.variacao.semana
    return [{ ...group, variacao: { ...group.variacao, semana }, municipio, middle }]
  })
  return {
    ...answer,
    towns: rankedFirst(towns.toSorted((a, b) => (a.middle ?? UNKNOWN) - (b.middle ?? UNKNOWN))),
  }
}

/** A median that rests on a doubtful sale: in printed cents not the one of the likely prices. */
export function isDoubted(mediana: number | null, middle: number | null | undefined): boolean {
  return mediana !== null && typeof middle === 'number' && toCents(mediana) !== toCents(middle)
}

/** A town, or the part of it in a district or of a brand. */
export interface TownPart {
  municipio: Municipio
  bairro?: string | undefined
  bandeira?: string | undefined
}

/** `address`: of its town's list, or of its district's in the same town. */
export type NearPlace = Record<'address' | 'place', string> & { entrada: Entrada }

/** Radius in which cheaper prices are looked for, in km. */
export const NEAR_KM = 20
const MOST = 6
/** Wider than the state, for the nearest stations wherever they are. */
const ANYWHERE_KM = 500
const NEAREST = 150

/**
 * Stations around the middle of a place, nearest first, the cheapest by likely price of each town (of each district in the same
 * town): those cheaper than all `here`, in printed cents; the nearest wherever they are if `here` is empty.
 */
export async function nearPlace(sources: Sources, slug: Slug, place: TownPart, here: readonly Entrada[]) {
  const { query, links } = sources
  const { municipio, bairro, bandeira } = place
  const middle = query.meio({ municipio: String(municipio.codigoIBGE), bairro })
  if (!middle) return undefined
  const how =
    here.length > 0
      ? { raio: NEAR_KM, ordenar: 'provavel' }
      : { raio: ANYWHERE_KM, ordenar: 'distancia', limite: NEAREST }
  const around = { combustivel: slug, bandeira, lat: middle.latitude, lon: middle.longitude, ...how }
  const { conteudo } = await query.precos(pedido('precos', around))
  const least = Math.min(...here.map(({ precoProvavel }) => toCents(precoProvavel)))
  const cheaper = conteudo.flatMap((entrada): NearPlace[] => {
    const { endereco } = entrada.estabelecimento
    const town = municipioByCode(endereco.codigoIBGE)
    const isSameTown = town === municipio
    if (!town || toCents(entrada.precoProvavel) >= least || (isSameTown && bairro === undefined)) return []
    const district = isSameTown ? districtOf(endereco) : undefined
    const address = links.town(slug, town, { bairro: district, bandeira })
    return [{ entrada, place: district ?? town.nome, address }]
  })
  const byPlace = groupBy(cheaper, ({ place }) => placeKey(place))
  return [...byPlace.values()]
    .flatMap(([first]) => first ?? [])
    .toSorted((a, b) => (a.entrada.distanciaKm ?? 0) - (b.entrada.distanciaKm ?? 0))
    .slice(0, MOST)
}
