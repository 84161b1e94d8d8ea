import type { Ponto } from './distances.ts'

/** Of the sphere that geolib measures on, in metres. Named again here, as a page's script cannot carry that package. */
const EARTH_RADIUS = 6_378_137
const RADIANS = Math.PI / 180

/** Whole metres between two points: a thousand times `distanceKm`. */
export function metresBetween(from: Ponto, to: Ponto): number {
  const [here, there] = [from.latitude * RADIANS, to.latitude * RADIANS]
  const across = Math.cos((from.longitude - to.longitude) * RADIANS)
  return metresAt(Math.sin(there) * Math.sin(here) + Math.cos(there) * Math.cos(here) * across)
}

/** The same, from the cosine of the angle between them. */
export function metresAt(cosine: number): number {
  return Math.round(Math.acos(Math.max(-1, Math.min(1, cosine))) * EARTH_RADIUS)
}
