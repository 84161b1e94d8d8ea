import type { Ponto } from '../../domain/geo/distances.ts'
import { distanceKm } from '../../domain/geo/distances.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { bairrosDeMaceio, MACEIO } from '../../domain/alagoas/maceio.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { placeKey } from '../../domain/places/place-keys.ts'
import { directoryOf } from './directory.ts'
import type { FuelList } from '../lists/entries.ts'
import { municipalitiesOf } from './group-places.ts'
import type { Area } from './meaning.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** A place with stations near another one; `km` from middle to middle, as comparisons of places measure it. */
export interface Neighbour {
  readonly nome: string
  readonly km: number
}

/** What makes a neighbour of a place: that the fuel was sold there since then, in milliseconds. */
export interface Selling {
  readonly combustivel: Slug
  readonly since: number
}

const MOST = 3

/**
 * Nearest first, those where somebody sold at a believable price what `selling` says, or has a station at all without it: of a
 * municipality others, of a district of the capital its others; elsewhere nobody knows the points.
 */
export function neighboursOf(
  snapshot: Snapshot,
  { town, district }: Area,
  selling: Selling | undefined,
): Neighbour[] {
  if (town === undefined) return []
  const { towns, districts } = directoryOf(snapshot)
  const list = selling && snapshot.list(selling.combustivel)
  const sells = (positions: readonly number[]) =>
    positions.some((at) => !list?.suspect[at] && (list?.soldAt[at] ?? 0) >= (selling?.since ?? 0))
  const official =
    town === MACEIO ? bairrosDeMaceio.find(({ nome }) => placeKey(nome) === district) : undefined
  if (official)
    return nearest(
      official,
      bairrosDeMaceio.filter((each) => {
        const key = placeKey(each.nome)
        if (each === official) return false
        return list
          ? sells(list.inDistrict(key).filter((at) => townAt(list, at) === MACEIO))
          : districts.get(key)?.towns.includes(MACEIO)
      }),
    )
  if (district !== undefined) return []
  const others = municipalitiesOf(snapshot)
  const centre = others.find(({ codigoIBGE }) => codigoIBGE === town)?.centre
  if (!centre) return []
  return nearest(
    centre,
    others.flatMap(({ codigoIBGE, centre: point }) => {
      const nome = municipioByCode(codigoIBGE)?.nome
      const isThere = list ? sells(list.inMunicipality(codigoIBGE)) : towns.has(codigoIBGE)
      return nome !== undefined && point && codigoIBGE !== town && isThere ? [{ nome, ...point }] : []
    }),
  )
}

function townAt({ entries }: FuelList, at: number): number | undefined {
  return entries[at]?.estabelecimento.endereco.codigoIBGE
}

function nearest(from: Ponto, places: readonly (Ponto & { nome: string })[]): Neighbour[] {
  return places
    .map((place) => ({ nome: place.nome, km: distanceKm(from, place) }))
    .toSorted((a, b) => a.km - b.km)
    .slice(0, MOST)
}
