import { groupBy } from '../../domain/basics/lists.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { MACEIO, bairrosDeMaceio } from '../../domain/alagoas/known-places.ts'
import { municipioByCode, municipios } from '../../domain/alagoas/municipalities.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { type Ponto, distanceKm, medianPoint } from '../../domain/geo/distances.ts'
import { placeKey } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import type { FuelList } from '../lists/entries.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { directoryOf } from './directory.ts'
import { type Area, townsOf } from './place-lookup.ts'

/** A municipality or district, for comparing with others. */
export interface ComparedPlace {
  key: string
  /** Absent of a brand. */
  area?: Area & { town: number }
  municipio: string
  codigoIBGE: number
  bairro?: string
  /** As menus write it. */
  nome: string
  municipioNome: string
  /** Of a brand, which is compared like a place: null for stations of unknown brand. */
  bandeira?: string | null
  centre: Ponto | null
}

/** Key of the place in which a station is counted. */
export function placeKeyOf(por: 'municipio' | 'bairro' | 'bandeira'): (station: Station) => string {
  if (por === 'bandeira') return ({ posto }) => posto.bandeira ?? ''
  return por === 'municipio'
    ? ({ codigoIBGE }) => String(codigoIBGE)
    : ({ codigoIBGE, districtKey }) => `${codigoIBGE} ${districtKey}`
}

/** All of the state, with stations or without. */
export const municipalitiesOf = oncePer((snapshot: Snapshot): ComparedPlace[] => {
  const points = pointsBy(snapshot, placeKeyOf('municipio'))
  return municipios.map(({ codigoIBGE, nome, nomeNaFonte, latitude, longitude }) => ({
    key: String(codigoIBGE),
    area: { town: codigoIBGE },
    nome,
    municipioNome: nome,
    municipio: nomeNaFonte,
    codigoIBGE,
    centre: medianPoint(points.get(String(codigoIBGE)) ?? []) ?? { latitude, longitude },
  }))
})

/** Districts that stations of the municipality declare. */
export function districtsOf(snapshot: Snapshot, municipio: number | undefined): ComparedPlace[] {
  const districts = new Map<string, Station>()
  for (const station of snapshot.stations())
    if (station.codigoIBGE === municipio && !districts.has(station.districtKey))
      districts.set(station.districtKey, station)
  const points = pointsBy(snapshot, placeKeyOf('bairro'))
  const keyOf = placeKeyOf('bairro')
  const names = directoryOf(snapshot).districts
  return [...districts.values()].map((station) => {
    const { municipio, codigoIBGE, bairro } = station.posto.endereco
    const key = keyOf(station)
    const area = { town: codigoIBGE, district: station.districtKey }
    const nome = names.get(station.districtKey)?.nome ?? bairro
    const municipioNome = municipioByCode(codigoIBGE)?.nome ?? municipio
    const centre = officialMiddle(area) ?? medianPoint(points.get(key) ?? [])
    return { key, area, nome, municipioNome, municipio, codigoIBGE, bairro, centre }
  })
}

/** The one municipality of all the places; undefined when there is none, or more than one. */
export function soleTownOf(snapshot: Snapshot, areas: readonly Area[]): number | undefined {
  const directory = directoryOf(snapshot)
  const towns = areas.map((area) => townsOf(directory, area))
  const [only, ...others] = (towns[0] ?? []).filter((town) => towns.every((those) => those.includes(town)))
  return others.length === 0 ? only : undefined
}

/** Believable points of the stations, by group. */
function pointsBy(snapshot: Snapshot, keyOf: (station: Station) => string): Map<string, Ponto[]> {
  return new Map(
    [...groupBy(snapshot.stations(), keyOf)].map(([key, members]) => [key, members.flatMap(pointOf)]),
  )
}

function pointOf({ posto: { endereco } }: Station): Ponto[] {
  const { latitude, longitude } = endereco
  return latitude === null || longitude === null ? [] : [{ latitude, longitude }]
}

/** A place with stations near another one; `km` from middle to middle, as comparisons of places measure it. */
export interface Neighbour {
  readonly nome: string
  readonly km: number
}

/** A sale that makes a place a neighbour: of the fuel, since then, in milliseconds. */
export interface Selling {
  readonly combustivel: Slug
  readonly since: number
}

/** The middle of a place, from which stations near it are measured; undefined where no point of it is known. */
export function middleOf(snapshot: Snapshot, { town, district }: Area): Ponto | undefined {
  if (town === undefined) return undefined
  if (district === undefined)
    return municipalitiesOf(snapshot).find(({ codigoIBGE }) => codigoIBGE === town)?.centre ?? undefined
  const key = `${town} ${district}`
  return (
    officialMiddle({ town, district }) ??
    districtsOf(snapshot, town).find((each) => each.key === key)?.centre ??
    undefined
  )
}

/** Known for the capital's districts, with stations or without. */
function officialMiddle({ town, district }: Area): Ponto | undefined {
  const known = officialDistrict(town, district)
  return known && { latitude: known.latitude, longitude: known.longitude }
}

function officialDistrict(town: number | undefined, district: string | undefined) {
  return town === MACEIO ? bairrosDeMaceio.find(({ nome }) => placeKey(nome) === district) : undefined
}

const MOST = 3

/**
 * Nearest first, places with a believed sale as `selling` describes, or without it with any station. Of a municipality: other
 * municipalities; of a district of the capital: its others. Districts elsewhere have no known points.
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
  const official = officialDistrict(town, district)
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
