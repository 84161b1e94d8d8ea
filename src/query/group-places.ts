import type { Ponto } from '../domain/distances.ts'
import { medianPoint } from '../domain/distances.ts'
import { municipios } from '../domain/municipalities.ts'
import { directoryOf } from './directory.ts'
import type { Snapshot } from './snapshot.ts'
import type { Station } from './stations.ts'

/** A place that is compared with others. */
export interface Place {
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

const municipalities = new WeakMap<Snapshot, Place[]>()

/** All there are, whoever sells there. Made once per commit. */
export function municipalitiesOf(snapshot: Snapshot): Place[] {
  const known = municipalities.get(snapshot) ?? listMunicipalities(snapshot)
  municipalities.set(snapshot, known)
  return known
}

function listMunicipalities(snapshot: Snapshot): Place[] {
  const points = pointsBy(snapshot, placeKeyOf('municipio'))
  return municipios.map(({ codigoIBGE, nomeNaFonte, latitude, longitude }) => ({
    key: String(codigoIBGE),
    municipio: nomeNaFonte,
    codigoIBGE,
    centre: medianPoint(points.get(String(codigoIBGE)) ?? []) ?? { latitude, longitude },
  }))
}

/** Those that stations of the municipality name. */
export function districtsOf(snapshot: Snapshot, municipio: number | undefined): Place[] {
  const town = directoryOf(snapshot).towns.find(({ codigoIBGE }) => codigoIBGE === municipio)
  if (!town) return []
  const points = pointsBy(snapshot, placeKeyOf('bairro'))
  return [...town.districts].map(([districtKey, bairro]) => {
    const key = `${town.codigoIBGE} ${districtKey}`
    const { name, codigoIBGE } = town
    return { key, municipio: name, codigoIBGE, bairro, centre: medianPoint(points.get(key) ?? []) }
  })
}

/** Believable points of the stations, by group. */
function pointsBy(snapshot: Snapshot, keyOf: (station: Station) => string): Map<string, Ponto[]> {
  const points = new Map<string, Ponto[]>()
  for (const station of snapshot.stations()) {
    const { latitude, longitude } = station.posto.endereco
    if (latitude === null || longitude === null) continue
    const group = points.get(keyOf(station))
    if (group) group.push({ latitude, longitude })
    else points.set(keyOf(station), [{ latitude, longitude }])
  }
  return points
}
