import { groupBy } from '../../domain/basics/lists.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { MACEIO } from '../../domain/alagoas/known-places.ts'
import { municipioByCode, municipios } from '../../domain/alagoas/municipalities.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { type Ponto, distanceKm, medianPoint } from '../../domain/geo/distances.ts'
import { districtsOfMaceio } from '../../domain/places/place-names.ts'
import { pointInState } from '../../domain/alagoas/state.ts'
import type { Station } from '../../domain/state/stations.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type Directory, byTown, directoryOf } from './directory.ts'
import { type Area, townsOf } from './areas.ts'

/** A municipality or district, for comparing with others. */
export interface ComparedPlace {
  key: string
  /** Absent of a brand. */
  area?: Area & { town: number }
  municipio: string
  codigoIBGE: number
  bairro?: string
  /** As people write it, `Maceió`; `municipio` is the source's spelling. */
  nome: string
  municipioNome: string
  /** Of a brand, which is compared like a place: null for stations of unknown brand. */
  bandeira?: string | null
  centre: Ponto | null
}

/** Key of the place in which a station is counted. */
export const placeKeyOf = {
  municipio: ({ codigoIBGE }: Station) => String(codigoIBGE),
  bairro: ({ codigoIBGE, districtKey }: Station) => `${codigoIBGE} ${districtKey}`,
  bandeira: ({ posto }: Station) => posto.bandeira ?? '',
}

/** All of the state, with stations or without. */
export const municipalitiesOf = oncePer((snapshot: Snapshot) => {
  const stations = byTown(snapshot)
  return municipios.map(({ codigoIBGE, nome, nomeNaFonte, latitude, longitude }) => ({
    key: String(codigoIBGE),
    area: { town: codigoIBGE },
    nome,
    municipioNome: nome,
    municipio: nomeNaFonte,
    codigoIBGE,
    centre: middleOfTown(stations.get(codigoIBGE) ?? []) ?? { latitude, longitude },
  }))
})

export function districtsOf(snapshot: Snapshot, town = 0): ComparedPlace[] {
  const there = byTown(snapshot).get(town) ?? []
  const names = directoryOf(snapshot).districts
  return [...groupBy(there, ({ districtKey }) => districtKey)].flatMap(([district, members]) => {
    const [station] = members
    if (!station) return []
    const { municipio, codigoIBGE, bairro } = station.posto.endereco
    const area = { town: codigoIBGE, district }
    return {
      key: placeKeyOf.bairro(station),
      area,
      nome: names.get(district)?.nome ?? bairro,
      municipioNome: municipioByCode(codigoIBGE)?.nome ?? municipio,
      municipio,
      codigoIBGE,
      bairro,
      centre: officialDistricts.find(isArea(area))?.centre ?? middleOfStations(members),
    }
  })
}

/** The one municipality of all the places; undefined when there is none, or more than one. */
export function soleTownOf(snapshot: Snapshot, areas: readonly Area[]): number | undefined {
  const directory = directoryOf(snapshot)
  const towns = areas.map((area) => townsOf(directory, area))
  const [only, ...others] = (towns[0] ?? []).filter((town) => towns.every((those) => those.includes(town)))
  return others.length === 0 ? only : undefined
}

/** Located stations from which on their middle is the town's: of two, one in a village far away moves it by kilometres. */
const STATIONS_FOR_A_MIDDLE = 3

function middleOfTown(stations: readonly Station[]): Ponto | null {
  const points = pointsOf(stations)
  return points.length < STATIONS_FOR_A_MIDDLE ? null : medianPoint(points)
}

function middleOfStations(stations: readonly Station[]): Ponto | null {
  return medianPoint(pointsOf(stations))
}

function pointsOf(stations: readonly Station[]): Ponto[] {
  return stations.flatMap(({ posto }) => pointInState(posto.endereco) ?? [])
}

/** A sale that makes a place a neighbour: of the fuel, since then, in milliseconds. */
export type Selling = Readonly<{ combustivel: Slug; since: number }>

/** Districts of the capital, with stations or without: the only ones with known points. */
const officialDistricts = [...districtsOfMaceio()].map(([district, { nome, latitude, longitude }]) => ({
  nome,
  area: { town: MACEIO, district },
  centre: { latitude, longitude },
}))

function isArea({ town, district }: Area): (place: { area?: Area }) => boolean {
  return ({ area }) => area?.town === town && area?.district === district
}

/** The middle of a place, from which stations near it are measured; undefined where no point of it is known. */
export function middleOf(snapshot: Snapshot, area: Area): Ponto | undefined {
  const official = area.district === undefined ? municipalitiesOf(snapshot) : officialDistricts
  const known = official.find(isArea(area)) ?? districtsOf(snapshot, area.town).find(isArea(area))
  return known?.centre ?? undefined
}

const MOST = 3

/** Nearest first, `km` from middle to middle, with a sale as `selling` describes or any station: of a municipality others, of a district of the capital its others. */
export function neighboursOf(snapshot: Snapshot, of: Area, selling: Selling | undefined) {
  const alike = of.district === undefined ? municipalitiesOf(snapshot) : officialDistricts
  const from = alike.find(isArea(of))
  if (!from) return []
  const list = selling && snapshot.list(selling.combustivel)
  const isThere = (area: Area): boolean =>
    list
      ? positionsOf(list, area).some((at) => !list.suspect[at] && (list.soldAt[at] ?? 0) >= selling.since)
      : hasStations(directoryOf(snapshot), area)
  return alike
    .filter((place) => place !== from && isThere(place.area))
    .map(({ nome, centre }) => ({ nome, km: distanceKm(from.centre, centre) }))
    .toSorted((a, b) => a.km - b.km)
    .slice(0, MOST)
}

export function hasStations({ towns, districts }: Directory, { town, district }: Area): boolean {
  if (district === undefined) return town !== undefined && towns.has(town)
  const declared = districts.get(district)?.declared ?? new Set()
  return town === undefined ? declared.size > 0 : declared.has(town)
}

/** Ascending positions of the fuel's stations there. */
export function positionsOf(list: FuelList, { town, district }: Area): readonly number[] {
  if (district === undefined) return town === undefined ? [] : list.inMunicipality(town)
  const there = list.inDistrict(district)
  return town === undefined
    ? there
    : there.filter((at) => list.entries[at]?.estabelecimento.endereco.codigoIBGE === town)
}
