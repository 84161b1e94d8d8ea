import { getDistance } from 'geolib'
import { municipioByCode } from '../alagoas/municipalities.ts'
import { ascending, median } from '../basics/numbers.ts'

export interface Ponto {
  readonly latitude: number
  readonly longitude: number
}

/** Alagoas and a little more; the sea is not excluded, the distance to the town does that. */
const ALAGOAS = { south: -10.55, north: -8.75, west: -38.3, east: -35.1 }

/**
 * How far from its town a station may lie, in km. Of 377 declared points of April 2026, true ones reach 22.5 (Ipioca, the
 * north end of Maceió's coast); from 24.0 on they are in another town, another state or the sea. Nothing lies between.
 */
const FARTHEST_KM = 23
/** A median of fewer points can itself be a false one. */
const POINTS_FOR_A_CENTRE = 5
/** Of latitude, anywhere. */
const KM_PER_DEGREE = 111.2

export function isInAlagoas({ latitude, longitude }: Ponto): boolean {
  return (
    latitude >= ALAGOAS.south &&
    latitude <= ALAGOAS.north &&
    longitude >= ALAGOAS.west &&
    longitude <= ALAGOAS.east
  )
}

/**
 * Whether declared coordinates may be shown: inside the state and near the town, or near the middle of the points
 * `declared` by the municipality's stations (those inside the state).
 */
export function believableTest(codigoIBGE: number, declared: readonly Ponto[]): (ponto: Ponto) => boolean {
  const town = municipioByCode(codigoIBGE)
  const centre = declared.length >= POINTS_FOR_A_CENTRE ? medianPoint(declared) : null
  const anchors = [town, centre].filter((anchor) => anchor !== undefined && anchor !== null)
  return (ponto) =>
    isInAlagoas(ponto) &&
    (anchors.length === 0 || anchors.some((anchor) => distanceKm(anchor, ponto) <= FARTHEST_KM))
}

/** Medians of latitude and longitude, to five decimals (a metre); null of nothing. */
export function medianPoint(points: readonly Ponto[]): Ponto | null {
  const latitude = median(ascending(points.map((p) => p.latitude)))
  const longitude = median(ascending(points.map((p) => p.longitude)))
  return latitude === null || longitude === null
    ? null
    : { latitude: fiveDecimals(latitude), longitude: fiveDecimals(longitude) }
}

/** In km, to the metre. */
export function distanceKm(from: Ponto, to: Ponto): number {
  return getDistance(from, to, 1) / 1000
}

/** Degrees around `centre` outside which nothing lies within `km`, to the metre; a little wide, so that it never cuts. */
export function boxAround(centre: Ponto, km: number): { latitude: number; longitude: number } {
  // Half a metre more is still the same distance, once rounded.
  const latitude = ((km + 0.0005) * 1.01) / KM_PER_DEGREE
  const farthest = Math.abs(centre.latitude) + latitude
  // Beside a pole every longitude is near.
  return { latitude, longitude: farthest < 89.9 ? latitude / Math.cos((farthest * Math.PI) / 180) : 360 }
}

function fiveDecimals(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
