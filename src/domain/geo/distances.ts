import { getDistance } from 'geolib'
import { ascending, median } from '../basics/numbers.ts'

export interface Ponto {
  readonly latitude: number
  readonly longitude: number
}

/** Of latitude, anywhere. */
const KM_PER_DEGREE = 111.2

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
