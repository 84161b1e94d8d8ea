import { earthRadius } from 'geolib'
import type { Ponto } from './distances.ts'
import { type Vector, cross, dot, toVector } from './vectors.ts'

export const MOST_POINTS = 50

/** Degrees as maps copy them: parted by a comma or, with decimal commas, by a semicolon, a space or the comma before a sign. */
const POINT = /^(-?\d{1,3}(?:\.\d+|,\d+(?=[;\s]|,\s*-))?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:[.,]\d+)?)$/

/** `lat,lon`, `-9.66 -35.7`, `-9,66; -35,7`, `-9,66,-35,7`. In `9,66,35,7` any comma may part two numbers or be inside one: not a point. */
export function readPoint(text: string): Ponto | undefined {
  const [latitude = NaN, longitude = NaN] = POINT.exec(text.trim())?.slice(1).map(degrees) ?? []
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

function degrees(text: string): number {
  return Number(text.replace(',', '.'))
}

/** Two parts or more between semicolons, all of them accepted; undefined for anything else. */
export function readRoute(text: string, accepts: (part: string) => boolean): string[] | undefined {
  const parts = text.split(';', MOST_POINTS + 1).map((part) => part.trim())
  return parts.length >= 2 && parts.length <= MOST_POINTS && parts.every(accepts) ? parts : undefined
}

type Leg = ReturnType<typeof legsOf>[number]

/** A line of great circles. The function it returns gives a place's distance from it and along it, undefined beyond `within` metres. */
export function createRoute(points: readonly Ponto[], within: number) {
  const legs = legsOf(points.map(toVector))
  const widest = Math.sin(Math.min(within / earthRadius, Math.PI / 2))
  // A cosine says little of small angles: a metre more, to be on the safe side.
  const least = Math.cos((within + 1) / earthRadius)

  return (place: Vector) => {
    let nearest: Leg | undefined
    let best = least
    for (const leg of legs) {
      const beside = Math.abs(dot(place, leg.normal))
      if (beside > widest) continue
      const cosine = isAbreast(leg, place)
        ? Math.sqrt(1 - beside * beside)
        : Math.max(dot(place, leg.start), dot(place, leg.end))
      if (cosine <= best) continue
      best = cosine
      nearest = leg
    }
    const found = nearest && onLeg(nearest, place)
    return found && found.away <= within ? found : undefined
  }
}

/** Whole metres from the beginning of a line to each of its points, rounded once, as those along it are. */
export function metresAlong(points: readonly Ponto[]): number[] {
  const legs = legsOf(points.map(toVector))
  return [0, ...legs.map(({ before, length }) => Math.round(before + length * earthRadius))]
}

/** The nearest point of the leg's great circle lies between the leg's ends. */
function isAbreast({ fromStart, fromEnd }: Leg, place: Vector): boolean {
  return dot(place, fromStart) > 0 && dot(place, fromEnd) < 0
}

/** The leg's nearest point: metres from the place, and from the route's beginning. */
function onLeg(leg: Leg, place: Vector) {
  const { start, end, normal, fromStart, length, before } = leg
  if (isAbreast(leg, place)) {
    const along = Math.atan2(dot(place, fromStart), dot(place, start)) * earthRadius
    return { away: Math.asin(Math.abs(dot(place, normal))) * earthRadius, along: before + along }
  }
  return dot(place, start) >= dot(place, end)
    ? { away: between(place, start) * earthRadius, along: before }
    : { away: between(place, end) * earthRadius, along: before + length * earthRadius }
}

function legsOf(vectors: readonly Vector[]) {
  let before = 0
  return vectors.slice(1).map((end, i) => {
    const start = vectors[i] ?? end
    const length = between(start, end)
    const across = cross(start, end)
    const size = Math.hypot(...across) || 1
    const normal: Vector = [across[0] / size, across[1] / size, across[2] / size]
    const leg = {
      start,
      end,
      /** Square to the plane of the great circle; all zero where start and end are one. */
      normal,
      /** Along that circle towards the end, at the start and at the end. */
      fromStart: cross(normal, start),
      fromEnd: cross(normal, end),
      /** Angle of the leg in radians. */
      length,
      /** Metres of the route before it. */
      before,
    }
    before += length * earthRadius
    return leg
  })
}

/** Angle in radians, of the chord: a cosine says little of small angles. */
function between(a: Vector, b: Vector): number {
  return 2 * Math.asin(Math.min(1, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / 2))
}
