import { assert, double, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { distanceKm, distancesFrom } from '../../src/domain/distances.ts'

const point = record({
  latitude: double({ min: -90, max: 90, noNaN: true }),
  longitude: double({ min: -180, max: 180, noNaN: true }),
})

it('many distances from one point are what geolib says of each', () => {
  assert(
    property(point, point, (from, to) => {
      expect(distancesFrom(from)(to.latitude, to.longitude)).toBe(distanceKm(from, to))
    }),
  )
})

it.each([
  ['the same point', [-9.66, -35.7], [-9.66, -35.7], 0],
  ['a few metres away', [-9.66, -35.7], [-9.66, -35.70005], 0.005],
  ['the other side of the earth', [0, 0], [0, 180], 20037.508],
])('%s', (_, [lat = 0, lon = 0], [toLat = 0, toLon = 0], km) => {
  expect(distancesFrom({ latitude: lat, longitude: lon })(toLat, toLon)).toBe(km)
})
