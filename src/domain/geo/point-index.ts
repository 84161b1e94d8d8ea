import type { Ponto } from './distances.ts'
import { boxAround } from './distances.ts'
import { metresAt } from './great-circle.ts'

/** Many points by columns, with what a search needs of each worked out once. Points without a place are in none of them. */
export interface PointColumns {
  /** From south to north: latitude and longitude on the grid, and which point it is. */
  readonly gridLatitude: Int32Array
  readonly gridLongitude: Int32Array
  readonly point: Int32Array
  /** By point. */
  readonly longitude: Float64Array
  readonly sinLatitude: Float64Array
  readonly cosLatitude: Float64Array
  /** The same places as points of a sphere; made when first asked for. */
  vectors(): UnitVectors
}

/** By point; NaN where it has no place. */
export interface UnitVectors {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
}

/** Steps to a degree: each a tenth of a metre. */
const GRID = 1e6
const RADIANS = Math.PI / 180

export function pointColumns(points: readonly (Ponto | null | undefined)[]): PointColumns {
  const northwards = points
    .flatMap((point, at) =>
      point ? { latitude: onGrid(point.latitude), longitude: onGrid(point.longitude), at } : [],
    )
    .toSorted((a, b) => a.latitude - b.latitude)
  const latitude = Float64Array.from(points, (point) => point?.latitude ?? NaN)
  const longitude = Float64Array.from(points, (point) => point?.longitude ?? NaN)
  const sinLatitude = latitude.map((degrees) => Math.sin(degrees * RADIANS))
  const cosLatitude = latitude.map((degrees) => Math.cos(degrees * RADIANS))
  let vectors: UnitVectors | undefined
  return {
    gridLatitude: Int32Array.from(northwards, (place) => place.latitude),
    gridLongitude: Int32Array.from(northwards, (place) => place.longitude),
    point: Int32Array.from(northwards, ({ at }) => at),
    longitude,
    sinLatitude,
    cosLatitude,
    vectors: () =>
      (vectors ??= {
        x: cosLatitude.map((cosine, at) => cosine * Math.cos((longitude[at] ?? NaN) * RADIANS)),
        y: cosLatitude.map((cosine, at) => cosine * Math.sin((longitude[at] ?? NaN) * RADIANS)),
        z: sinLatitude,
      }),
  }
}

/**
 * Writes to `found`, ascending, the points in a box around `centre` that holds all within `km`, and returns how many. So few
 * are left to measure. `found` has room for every point.
 */
export function inBox(columns: PointColumns, centre: Ponto, km: number, found: Int32Array): number {
  const { gridLatitude, gridLongitude, point } = columns
  const box = boxAround(centre, km)
  const west = onGrid(centre.longitude - box.longitude) - 1
  const east = onGrid(centre.longitude + box.longitude) + 1
  const first = firstFrom(gridLatitude, onGrid(centre.latitude - box.latitude) - 1)
  const end = firstFrom(gridLatitude, onGrid(centre.latitude + box.latitude) + 2)
  const marks = marksFor(found.length)
  for (let i = first; i < end; i++) {
    const longitude = gridLongitude[i] ?? 0
    const at = point[i] ?? 0
    // Added, not branched to: a processor would guess wrong too often.
    const mark = Number(longitude >= west) & Number(longitude <= east)
    marks[at >>> 5] = (marks[at >>> 5] ?? 0) | (mark << (at & 31))
  }
  return readMarks(marks, found)
}

/** A bit for each point, all zero between two searches: marking and reading puts points in order for less than a sort. */
let scratch = new Int32Array(0)

function marksFor(points: number): Int32Array {
  const words = Math.ceil(points / 32)
  if (scratch.length < words) scratch = new Int32Array(words)
  return scratch.subarray(0, words)
}

function readMarks(marks: Int32Array, found: Int32Array): number {
  let count = 0
  for (let word = 0; word < marks.length; word++) {
    let bits = marks[word] ?? 0
    if (bits === 0) continue
    marks[word] = 0
    for (; bits !== 0; bits &= bits - 1) found[count++] = word * 32 + 31 - Math.clz32(bits & -bits)
  }
  return count
}

/** Where the first of the ascending numbers stands that is not below `least`. */
function firstFrom(ascending: Int32Array, least: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Whole metres from one point to the first `count` of those `at` places in the columns, written to `metres`: a thousand times
 * `distanceKm`, to the bit. It is geolib's formula; of the 1.2 µs a distance costs there, a twentieth is the formula, the rest
 * finds out in what form points come.
 */
export function measure(
  { longitude, sinLatitude, cosLatitude }: PointColumns,
  from: Ponto,
  at: Int32Array,
  count: number,
  metres: Int32Array,
): void {
  const sinFrom = Math.sin(from.latitude * RADIANS)
  const cosFrom = Math.cos(from.latitude * RADIANS)
  for (let i = 0; i < count; i++) {
    const to = at[i] ?? 0
    const deltaLon = (from.longitude - (longitude[to] ?? NaN)) * RADIANS
    const cosine =
      (sinLatitude[to] ?? NaN) * sinFrom + (cosLatitude[to] ?? NaN) * cosFrom * Math.cos(deltaLon)
    metres[i] = metresAt(cosine)
  }
}

function onGrid(degrees: number): number {
  return Math.round(degrees * GRID)
}
