import { getDistance } from 'geolib'
import { ascending, median } from '../basics/numbers.ts'

export interface Ponto {
  readonly latitude: number
  readonly longitude: number
}

/** Medians of latitude and longitude, to five decimals (a metre); null for an empty list. */
export function medianPoint(points: readonly Ponto[]): Ponto | null {
  const latitude = median(ascending(points.map((p) => p.latitude)))
  const longitude = median(ascending(points.map((p) => p.longitude)))
  return latitude === null || longitude === null
    ? null
    : { latitude: fiveDecimals(latitude), longitude: fiveDecimals(longitude) }
}

/** Distance in km, to the metre. */
export function distanceKm(from: Ponto, to: Ponto): number {
  return getDistance(from, to, 1) / 1000
}

function fiveDecimals(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
