import { array, assert, integer, oneof, option, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { type Ponto, distanceKm } from '../../src/domain/geo/distances.ts'
import { metresBetween, metresFrom, toPlaces } from '../../src/domain/geo/great-circle.ts'
import { createRoute } from '../../src/domain/geo/driving-route.ts'
import { REACH, createPlacesGrid } from '../../src/domain/geo/places-grid.ts'
import { toVector } from '../../src/domain/geo/vectors.ts'

/** Spread evenly, unlike the doubles of fast-check, most of which are nearly zero. */
const between = (min: number, max: number) =>
  integer({ min: min * 1e6, max: max * 1e6 }).map((millionths) => millionths / 1e6)
const point = record({ latitude: between(-90, 90), longitude: between(-180, 180) })

it('our great-circle formula gives the same distance as geolib', () => {
  assert(
    property(point, point, (from, to) => {
      expect(metresBetween(from, to) / 1000).toBe(distanceKm(from, to))
    }),
  )
})

it.each([
  ['the same point', [-9.66, -35.7], [-9.66, -35.7], 0],
  ['a few metres away', [-9.66, -35.7], [-9.66, -35.70005], 0.005],
  ['the other side of the earth', [0, 0], [0, 180], 20037.508],
])('%s', (_, [lat = 0, lon = 0], [toLat = 0, toLon = 0], km) => {
  expect(metresBetween({ latitude: lat, longitude: lon }, { latitude: toLat, longitude: toLon }) / 1000).toBe(
    km,
  )
})

it('a radius search finds exactly the points within the distance, and none without coordinates', () => {
  const near = record({ latitude: between(-0.5, 0.5), longitude: between(-0.5, 0.5) })
  const km = between(0.001, 20)
  // Many places lie in more cells of the grid than a circle touches.
  const shifts = oneof(array(option(near)), array(option(near), { minLength: 300, maxLength: 400 }))
  assert(
    property(point, shifts, km, (centre, shifts, km) => {
      const points = shifts.map(
        (shift): Ponto | null =>
          shift && {
            latitude: Math.max(-90, Math.min(90, centre.latitude + shift.latitude)),
            longitude: Math.max(-180, Math.min(180, centre.longitude + shift.longitude)),
          },
      )
      const all = points.map((_, at) => at)
      const kmTo = (at: number): number => {
        const there = points[at]
        return there ? distanceKm(centre, there) : Infinity
      }
      const metresTo = metresFrom(centre, toPlaces(points))
      const near = all.filter((at) => kmTo(at) <= km)
      const { within } = createPlacesGrid(points).from(centre)
      expect(within(km)).toEqual(near)
      expect(within(km, 5)).toEqual(near.filter((at) => at < 5))
      expect(near.map(metresTo)).toEqual(near.map((at) => Math.round(kmTo(at) * 1000)))
    }),
  )
})

it('a place that is not known is within no radius', () => {
  for (const latitude of [0, 90, -90]) {
    const centre = { latitude, longitude: 0 }
    expect(createPlacesGrid([null]).from(centre).within(500)).toEqual([])
  }
})

it('the nearest place is the one that measuring each would find, of those accepted', () => {
  // Metres apart, on both sides of the borders of cells.
  const close = record({ latitude: between(-0.0002, 0.0002), longitude: between(-0.0002, 0.0002) })
  const crowd = array(close, { maxLength: 40 }).map((shifts) =>
    shifts.map((shift) => ({ latitude: -9.65 + shift.latitude, longitude: -35.7 + shift.longitude })),
  )
  const spread = array(option(point), { maxLength: 60 })
  assert(
    property(
      point,
      oneof(spread, crowd),
      integer({ min: 1, max: 3 }),
      (from, points: (Ponto | null)[], every) => {
        const isAccepted = (at: number): boolean => at % every === 0
        for (const centre of [from, { latitude: -9.65, longitude: -35.7 }]) {
          const metresTo = metresFrom(centre, toPlaces(points))
          const accepted = [...points.keys()].filter((at) => points[at] && isAccepted(at))
          const metres = Math.min(...accepted.map(metresTo))
          const at = accepted.find((each) => metresTo(each) === metres)
          const expected = at === undefined ? undefined : { at, metres }
          expect(createPlacesGrid(points).from(centre).nearest(isAccepted)).toEqual(expected)
        }
      },
    ),
    { numRuns: 300 },
  )
})

it('no place near a line is missing from the cells whose middle lies that much nearer', () => {
  const near = record({ latitude: between(-1, 1), longitude: between(-1, 1) })
  assert(
    property(array(near, { maxLength: 80 }), near, near, between(0.1, 30), (points, from, to, km) => {
      const distanceTo = createRoute([from, to], km * 1000)
      const cells = createPlacesGrid(points).inCells(createRoute([from, to], km * 1000 + REACH))
      const near = [...points.keys()].filter((at) => distanceTo(toVector(points[at] ?? from)))
      expect([...cells].map(([at]) => at)).toEqual(expect.arrayContaining(near))
    }),
  )
})
