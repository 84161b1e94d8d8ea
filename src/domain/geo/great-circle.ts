import type { Ponto } from './distances.ts'

/** Metres; the sphere of geolib. Repeated here because the scripts of pages do not carry that package. */
const EARTH_RADIUS = 6_378_137
const RADIANS = Math.PI / 180

/** A point with the sine and cosine of its latitude, for a point that is measured from again and again. */
interface Place extends Ponto {
  readonly sin: number
  readonly cos: number
}

function toPlace({ latitude, longitude }: Ponto): Place {
  return { latitude, longitude, sin: Math.sin(latitude * RADIANS), cos: Math.cos(latitude * RADIANS) }
}

/** Whole metres between two points: a thousand times `distanceKm`. */
export function metresBetween(from: Ponto, to: Ponto): number {
  return metresApart(toPlace(from), toPlace(to))
}

function metresApart(from: Place, to: Place): number {
  const across = Math.cos((from.longitude - to.longitude) * RADIANS)
  const cosine = to.sin * from.sin + to.cos * from.cos * across
  return Math.round(Math.acos(Math.max(-1, Math.min(1, cosine))) * EARTH_RADIUS)
}

/** Places in columns, by position; NaN where none is known. */
export type Places = Readonly<Record<keyof Place, Float64Array>>

/** Columns are filled by hand: with `Float64Array.from` and a function the grid of 42,000 places took 80 to 150 ms, now 20 to 40 (29 November 2026). */
export function toPlaces(points: readonly (Ponto | null)[]): Places {
  const column = () => new Float64Array(points.length).fill(NaN)
  const places = { latitude: column(), longitude: column(), sin: column(), cos: column() }
  for (let at = 0; at < points.length; at++) {
    const point = points[at]
    if (!point) continue
    const { latitude, longitude, sin, cos } = toPlace(point)
    places.latitude[at] = latitude
    places.longitude[at] = longitude
    places.sin[at] = sin
    places.cos[at] = cos
  }
  return places
}

/** Whole metres from a point to the place at a position; NaN where none is known. */
export function metresFrom(centre: Ponto, { latitude, longitude, sin, cos }: Places): (at: number) => number {
  const from = toPlace(centre)
  return (at) =>
    metresApart(from, {
      latitude: latitude[at] ?? NaN,
      longitude: longitude[at] ?? NaN,
      sin: sin[at] ?? NaN,
      cos: cos[at] ?? NaN,
    })
}
