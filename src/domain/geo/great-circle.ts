import type { Ponto } from './distances.ts'

/** Metres; the sphere of geolib. Repeated here because the scripts of pages do not carry that package. */
const EARTH_RADIUS = 6_378_137
const RADIANS = Math.PI / 180
/** Length of a degree of latitude. */
const KM_PER_DEGREE = 111.2

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

/** Degrees around `centre` outside which nothing lies within `km`, to the metre; a little wide, so that it never cuts. */
export function boxAround(centre: Ponto, km: number): Ponto {
  // Half a metre more is still the same distance, once rounded.
  const latitude = ((km + 0.0005) * 1.01) / KM_PER_DEGREE
  const farthest = Math.abs(centre.latitude) + latitude
  // Beside a pole every longitude is near.
  return { latitude, longitude: farthest < 89.9 ? latitude / Math.cos((farthest * Math.PI) / 180) : 360 }
}

/** Places in columns, by position; NaN where none is known. */
export type Places = Readonly<Record<keyof Place, Float64Array>>

export function toPlaces(points: readonly (Ponto | null)[]): Places {
  const places = points.map((point) => point && toPlace(point))
  const columnOf = (name: keyof Place) => Float64Array.from(places, (place) => place?.[name] ?? NaN)
  return {
    latitude: columnOf('latitude'),
    longitude: columnOf('longitude'),
    sin: columnOf('sin'),
    cos: columnOf('cos'),
  }
}

/**
 * Places of `among` within a radius, in the order of `among`, each with its distance. Only those in a box around it are measured.
 * Positions by latitude, to look at a band alone, made dense searches a quarter slower: what they find must be sorted again.
 */
export function placesWithin(
  { latitude, longitude, sin, cos }: Places,
  centre: Ponto,
  km: number,
  among: readonly number[],
): { at: number; metres: number }[] {
  const from = toPlace(centre)
  const box = boxAround(centre, km)
  const found: { at: number; metres: number }[] = []
  for (const at of among) {
    const north = latitude[at] ?? NaN
    // An unknown place is in no box.
    if (!(Math.abs(north - from.latitude) <= box.latitude)) continue
    const east = longitude[at] ?? NaN
    if (!(Math.abs(east - from.longitude) <= box.longitude)) continue
    const to = { latitude: north, longitude: east, sin: sin[at] ?? NaN, cos: cos[at] ?? NaN }
    const metres = metresApart(from, to)
    if (metres / 1000 <= km) found.push({ at, metres })
  }
  return found
}
