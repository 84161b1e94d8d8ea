import { earthRadius } from 'geolib'
import type { Ponto } from './distances.ts'
import { boxAround } from './distances.ts'

/** Many points by columns, with what a search needs of each worked out once. */
export interface PointColumns {
  /** In millionths of a degree, a tenth of a metre; `NOWHERE` for what has no place. */
  readonly gridLatitude: Int32Array
  readonly gridLongitude: Int32Array
  readonly longitude: Float64Array
  readonly sinLatitude: Float64Array
  readonly cosLatitude: Float64Array
}

const GRID = 1e6
/** Outside every box. */
const NOWHERE = 2e9
/** As far as a box reaches: near the poles it would be wider than the numbers below can say. */
const WIDEST = 1e9
const RADIANS = Math.PI / 180

export function pointColumns(points: readonly (Ponto | null | undefined)[]): PointColumns {
  const latitude = Float64Array.from(points, (point) => point?.latitude ?? NaN)
  return {
    gridLatitude: Int32Array.from(points, (point) => onGrid(point?.latitude)),
    gridLongitude: Int32Array.from(points, (point) => onGrid(point?.longitude)),
    longitude: Float64Array.from(points, (point) => point?.longitude ?? NaN),
    sinLatitude: latitude.map((degrees) => Math.sin(degrees * RADIANS)),
    cosLatitude: latitude.map((degrees) => Math.cos(degrees * RADIANS)),
  }
}

/**
 * Writes to `found` which of the points `among` lie in a box around `centre` that holds all within `km`, and returns how
 * many. So few are left to measure.
 */
export function inBox(
  { gridLatitude, gridLongitude }: PointColumns,
  centre: Ponto,
  km: number,
  among: readonly number[],
  found: Int32Array,
): number {
  const box = boxAround(centre, km)
  const [south, north] = edges(centre.latitude, box.latitude)
  const [west, east] = edges(centre.longitude, box.longitude)
  let count = 0
  for (let i = 0; i < among.length; i++) {
    const at = among[i] ?? 0
    const latitude = gridLatitude[at] ?? NOWHERE
    const longitude = gridLongitude[at] ?? NOWHERE
    // Negative when one of the four differences is: a processor guesses branches wrong here, one time in five.
    const outside = ((latitude - south) | (north - latitude) | (longitude - west) | (east - longitude)) >> 31
    found[count] = at
    count += 1 + outside
  }
  return count
}

/** One more on either side for what rounding took. */
function edges(degrees: number, reach: number): [number, number] {
  return [
    Math.max(-WIDEST, Math.floor((degrees - reach) * GRID) - 1),
    Math.min(WIDEST, Math.ceil((degrees + reach) * GRID) + 1),
  ]
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
    metres[i] = Math.round(Math.acos(Math.max(-1, Math.min(1, cosine))) * earthRadius)
  }
}

function onGrid(degrees: number | undefined): number {
  return degrees === undefined ? NOWHERE : Math.round(degrees * GRID)
}
