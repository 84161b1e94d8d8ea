import type { Ponto } from './distances.ts'

/** Metres; the sphere of geolib. Repeated here because the scripts of pages do not carry that package. */
const EARTH_RADIUS = 6_378_137
const RADIANS = Math.PI / 180

/** Whole metres between two points: a thousand times `distanceKm`. */
export function metresBetween(from: Ponto, to: Ponto): number {
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS]
  const across = Math.cos((from.longitude - to.longitude) * RADIANS)
  const cosine = Math.sin(b) * Math.sin(a) + Math.cos(b) * Math.cos(a) * across
  return Math.round(Math.acos(Math.max(-1, Math.min(1, cosine))) * EARTH_RADIUS)
}
