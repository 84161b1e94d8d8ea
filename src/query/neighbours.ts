import type { Ponto } from '../domain/distances.ts'
import { distanceKm } from '../domain/distances.ts'
import { bairrosDeMaceio, MACEIO } from '../domain/maceio.ts'
import { municipioByCode, municipios } from '../domain/municipalities.ts'
import { placeKey } from '../domain/places.ts'
import type { Directory } from './directory.ts'
import type { Area } from './meaning.ts'

/** A place with stations near another one; `km` from middle to middle. */
export interface Neighbour {
  readonly nome: string
  readonly km: number
}

const MOST = 3

/** Nearest first: of a municipality others, of a district of the capital its others; elsewhere nobody knows the points. */
export function neighboursOf({ towns, districts }: Directory, { town, district }: Area): Neighbour[] {
  if (town === undefined) return []
  const official =
    town === MACEIO ? bairrosDeMaceio.find(({ nome }) => placeKey(nome) === district) : undefined
  if (official)
    return nearest(
      official,
      bairrosDeMaceio.filter(
        (each) => each !== official && districts.get(placeKey(each.nome))?.towns.includes(MACEIO),
      ),
    )
  const here = district === undefined ? municipioByCode(town) : undefined
  return here
    ? nearest(
        here,
        municipios.filter(({ codigoIBGE }) => codigoIBGE !== town && towns.has(codigoIBGE)),
      )
    : []
}

function nearest(from: Ponto, places: readonly (Ponto & { nome: string })[]): Neighbour[] {
  return places
    .map((place) => ({ nome: place.nome, km: distanceKm(from, place) }))
    .toSorted((a, b) => a.km - b.km)
    .slice(0, MOST)
}
