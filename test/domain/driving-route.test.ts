import * as fc from 'fast-check'
import { computeDestinationPoint, earthRadius, getDistance, getGreatCircleBearing } from 'geolib'
import { describe, expect, it } from 'vitest'
import type { Ponto } from '../../src/domain/geo/distances.ts'
import { createRoute, readPoint, readRoute } from '../../src/domain/geo/driving-route.ts'
import { toVector } from '../../src/domain/geo/vectors.ts'

const degrees = Math.PI / 180
const anywhereIn = (south: number, north: number) =>
  fc.record({
    latitude: fc.double({ min: south, max: north, noNaN: true }),
    longitude: fc.double({ min: -38.3, max: -35.1, noNaN: true }),
  })
const inAlagoas = anywhereIn(-10.55, -8.75)
const bearing = fc.double({ min: 0, max: 359.9, noNaN: true })

describe('a point beside a line', () => {
  it('lies where the great circles of geolib put it, within ten metres on legs of up to 100 km', () => {
    const legs = fc.tuple(inAlagoas, bearing, fc.double({ min: 50, max: 100_000, noNaN: true }), inAlagoas)
    fc.assert(
      fc.property(legs, ([start, towards, length, place]) => {
        const end = computeDestinationPoint(start, length, towards, earthRadius)
        const found = onLine([start, end], place)
        const expected = byGreatCircles(start, end, place)
        expect(Math.abs((found?.away ?? NaN) - expected.away)).toBeLessThan(10)
        expect(Math.abs((found?.along ?? NaN) - expected.along)).toBeLessThan(10)
      }),
      { numRuns: 3000 },
    )
  })

  it('is measured from the leg that is nearest, along all legs before it', () => {
    const route = [place(-9.6, -36), place(-9.6, -36.1), place(-9.7, -36.1)]
    const [first = 0] = [getDistance(place(-9.6, -36), place(-9.6, -36.1))]
    const beside = onLine(route, place(-9.65, -36.11))
    const half = getDistance(place(-9.6, -36.1), place(-9.65, -36.1))
    expect(beside?.along).toBeCloseTo(first + half, -1)
    expect(beside?.away).toBeCloseTo(getDistance(place(-9.65, -36.1), place(-9.65, -36.11)), -1)
  })

  it.each([
    ['a leg of no length', [place(-9.6, -36), place(-9.6, -36), place(-9.6, -36.1)], place(-9.61, -36.05)],
    ['nothing but one place', [place(-9.61, -36.05), place(-9.61, -36.05)], place(-9.61, -36.06)],
    ['a way there and back', [place(-9.6, -36), place(-9.6, -36.1), place(-9.6, -36)], place(-9.61, -36.05)],
  ])('is found from a route with %s', (_, route, there) => {
    expect(onLine(route, there)?.away).toBeCloseTo(1100, -2)
  })

  it('is none when it is farther than asked', () => {
    const route = createRoute([place(-9.6, -36), place(-9.6, -36.1)], 1000)
    expect(route(toVector(place(-9.61, -36.05)))).toBeUndefined()
  })
})

it.each([
  '-9.66,-35.7',
  '-9.66, -35.7',
  ' -9.66 -35.7',
  '-9,66 -35,7',
  '-9,66;-35,7',
  '-9,66; -35.7',
  '-9,66,-35,7',
  '-9,66, -35,70',
])('a point is read from %s', (text) => expect(readPoint(text)).toEqual(place(-9.66, -35.7)))

describe('a route is read', () => {
  it('as parts between semicolons', () => {
    expect(readRoute('-9.66,-35.7; -9,-36', isPoint)).toEqual(['-9.66,-35.7', '-9,-36'])
    expect(readRoute('90,180;-90,-180', isPoint)).toHaveLength(2)
    expect(readRoute(Array.from({ length: 50 }, () => '-9.6,-35.7').join(';'), isPoint)).toHaveLength(50)
    expect(readRoute('maceio;arapiraca', () => true)).toEqual(['maceio', 'arapiraca'])
  })

  it.each([
    ['one point', '-9.66,-35.7'],
    ['51 points', Array.from({ length: 51 }, () => '-9.6,-35.7').join(';')],
    ['a latitude beyond the pole', '-9.66,-35.7;-90.1,-36'],
    ['a longitude beyond 180', '-9.66,-35.7;-9,180.5'],
    ['commas without signs', '9,66,35,7;9,7,36,1'],
    ['an end without a point', '-9.66,-35.7;-9,-36;'],
    ['a number with an exponent', '-9.66,-35.7;-9e0,-36'],
  ])('not from %s', (_, text) => expect(readRoute(text, isPoint)).toBeUndefined())
})

function place(latitude: number, longitude: number): Ponto {
  return { latitude, longitude }
}

function onLine(route: readonly Ponto[], there: Ponto) {
  return createRoute(route, 1e7)(toVector(there))
}

/** The textbook's formulas of cross and along track, over geolib's distances and bearings. */
function byGreatCircles(start: Ponto, end: Ponto, there: Ponto): { away: number; along: number } {
  const length = getDistance(start, end, 0.01)
  const straight = getDistance(start, there, 0.01)
  const turn = (getGreatCircleBearing(start, there) - getGreatCircleBearing(start, end)) * degrees
  const across = Math.asin(Math.sin(straight / earthRadius) * Math.sin(turn))
  const along = Math.atan2(
    Math.sin(straight / earthRadius) * Math.cos(turn),
    Math.cos(straight / earthRadius),
  )
  if (along < 0) return { away: straight, along: 0 }
  if (along * earthRadius > length) return { away: getDistance(end, there, 0.01), along: length }
  return { away: Math.abs(across) * earthRadius, along: along * earthRadius }
}

function isPoint(text: string): boolean {
  return readPoint(text) !== undefined
}
