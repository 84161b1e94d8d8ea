import { groupBy } from '../../domain/basics/lists.ts'
import type { Ponto } from '../../domain/geo/distances.ts'
import { medianPoint } from '../../domain/geo/distances.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { directoryOf } from './directory.ts'
import type { Area } from './meaning.ts'
import { townsOf } from './place-lookup.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { Station } from '../../domain/state/stations.ts'

/** A place that is compared with others. */
export interface ComparedPlace {
  key: string
  municipio: string
  codigoIBGE: number
  bairro?: string
  centre: Ponto | null
}

/** Of a station, the key of the place it is counted in. */
export function placeKeyOf(por: 'municipio' | 'bairro'): (station: Station) => string {
  return por === 'municipio'
    ? ({ codigoIBGE }) => String(codigoIBGE)
    : ({ codigoIBGE, districtKey }) => `${codigoIBGE} ${districtKey}`
}

/** All there are, whoever sells there. */
export const municipalitiesOf = oncePer((snapshot: Snapshot): ComparedPlace[] => {
  const points = pointsBy(snapshot, placeKeyOf('municipio'))
  return municipios.map(({ codigoIBGE, nomeNaFonte, latitude, longitude }) => ({
    key: String(codigoIBGE),
    municipio: nomeNaFonte,
    codigoIBGE,
    centre: medianPoint(points.get(String(codigoIBGE)) ?? []) ?? { latitude, longitude },
  }))
})

/** Those that stations of the municipality name. */
export function districtsOf(snapshot: Snapshot, municipio: number | undefined): ComparedPlace[] {
  const districts = new Map<string, Station>()
  for (const station of snapshot.stations())
    if (station.codigoIBGE === municipio && !districts.has(station.districtKey))
      districts.set(station.districtKey, station)
  const points = pointsBy(snapshot, placeKeyOf('bairro'))
  const keyOf = placeKeyOf('bairro')
  return [...districts.values()].map((station) => {
    const { municipio, codigoIBGE, bairro } = station.posto.endereco
    const key = keyOf(station)
    return { key, municipio, codigoIBGE, bairro, centre: medianPoint(points.get(key) ?? []) }
  })
}

/** The only municipality in which all the places are; undefined when there is none, or more than one. */
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
