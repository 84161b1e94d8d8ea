import { array, assert, double, option, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import type { Ponto } from '../../src/domain/geo/distances.ts'
import { distanceKm } from '../../src/domain/geo/distances.ts'
import { inBox, measure, pointColumns } from '../../src/domain/geo/point-index.ts'

const point = record({
  latitude: double({ min: -90, max: 90, noNaN: true }),
  longitude: double({ min: -180, max: 180, noNaN: true }),
})

it('many distances from one point are what geolib says of each', () => {
  assert(
    property(point, point, (from, to) => {
      expect(kmTo(from, to)).toBe(distanceKm(from, to))
    }),
  )
})

it.each([
  ['the same point', [-9.66, -35.7], [-9.66, -35.7], 0],
  ['a few metres away', [-9.66, -35.7], [-9.66, -35.70005], 0.005],
  ['the other side of the earth', [0, 0], [0, 180], 20037.508],
])('%s', (_, [lat = 0, lon = 0], [toLat = 0, toLon = 0], km) => {
  expect(kmTo({ latitude: lat, longitude: lon }, { latitude: toLat, longitude: toLon })).toBe(km)
})

it('a box holds every point within the distance, and nothing without a place', () => {
  const near = record({
    latitude: double({ min: -0.1, max: 0.1, noNaN: true }),
    longitude: double({ min: -0.1, max: 0.1, noNaN: true }),
  })
  const km = double({ min: 0.001, max: 20, noNaN: true })
  assert(
    property(point, array(option(near)), km, (centre, shifts, km) => {
      const points = shifts.map(
        (shift) =>
          shift && {
            latitude: Math.max(-90, Math.min(90, centre.latitude + shift.latitude)),
            longitude: Math.max(-180, Math.min(180, centre.longitude + shift.longitude)),
          },
      )
      const found = new Int32Array(points.length)
      const all = points.map((_, at) => at)
      const count = inBox(pointColumns(points), centre, km, found)
      const within = all.filter((at) => {
        const there = points[at]
        return there && distanceKm(centre, there) <= km
      })
      const boxed = [...found.subarray(0, count)]
      expect(boxed).toEqual(boxed.toSorted((a, b) => a - b))
      expect(boxed).toEqual(expect.arrayContaining(within))
      expect(boxed.filter((at) => !points[at])).toEqual([])
    }),
  )
})

it.each([
  ['the widest box', 0, 0],
  ['the north pole', 90, 0],
  ['the south pole', -90, 180],
])('%s has nothing without a place', (_, latitude, longitude) => {
  expect(inBox(pointColumns([null]), { latitude, longitude }, 500, new Int32Array(1))).toBe(0)
})

function kmTo(from: Ponto, to: Ponto): number {
  const metres = new Int32Array(1)
  measure(pointColumns([null, to]), from, Int32Array.of(1), 1, metres)
  return (metres[0] ?? NaN) / 1000
}
