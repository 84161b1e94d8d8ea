import { earthRadius } from 'geolib'
import type { Ponto } from './distances.ts'

/** A place as a point of the unit sphere. */
export type Vector = readonly [x: number, y: number, z: number]

export function toVector({ latitude, longitude }: Ponto): Vector {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** Places by position, in columns; NaN where none is known. */
export type Vectors = readonly [x: Float64Array, y: Float64Array, z: Float64Array]

export function toVectors(points: readonly (Ponto | null)[]): Vectors {
  const vectors = points.map((point) => point && toVector(point))
  const column = (axis: 0 | 1 | 2) => Float64Array.from(vectors, (vector) => vector?.[axis] ?? NaN)
  return [column(0), column(1), column(2)]
}

export function vectorAt([x, y, z]: Vectors, at: number): Vector {
  return [x[at] ?? NaN, y[at] ?? NaN, z[at] ?? NaN]
}

/**
 * Positions of `among`, before index `end`, within a radius of a point, in the order of `among`. Products of vectors tell nearly all of them; only those
 * within a metre of the edge are measured. At 42,000 places a fifth of the time of measuring those in a box.
 */
export function within(
  [x, y, z]: Vectors,
  centre: Ponto,
  km: number,
  among: readonly number[],
  metresTo: (at: number) => number,
  end: number = among.length,
): number[] {
  const [a, b, c] = toVector(centre)
  const inside = Math.cos(Math.max(0, km * 1000 - 1) / earthRadius)
  const outside = Math.cos(Math.min(Math.PI, (km * 1000 + 1) / earthRadius))
  const found: number[] = []
  for (let i = 0; i < end; i++) {
    const at = among[i] ?? -1
    const cosine = a * (x[at] ?? NaN) + b * (y[at] ?? NaN) + c * (z[at] ?? NaN)
    if (cosine > inside || (cosine >= outside && metresTo(at) / 1000 <= km)) found.push(at)
  }
  return found
}

/** Positions of `among` with the nearest to a point, and with all that are as near in whole metres: few, to be measured. */
export function closestOf([x, y, z]: Vectors, to: Ponto, among: readonly number[]): number[] {
  const [a, b, c] = toVector(to)
  const close: number[] = []
  let [most, least] = [-1, -1]
  for (const at of among) {
    const cosine = a * (x[at] ?? NaN) + b * (y[at] ?? NaN) + c * (z[at] ?? NaN)
    if (!(cosine >= least)) continue
    close.push(at)
    if (cosine <= most) continue
    most = cosine
    least = Math.cos(Math.acos(Math.min(1, most)) + TWO_METRES)
  }
  return close
}

const TWO_METRES = 2 / earthRadius
