import { array, assert, asyncProperty, double, record } from 'fast-check'
import { expect, it } from 'vitest'
import { distanceKm } from '../../src/domain/geo/distances.ts'
import { nearestTo } from '../../src/query/lists/radius-and-route.ts'
import { type Pump, queryOver } from '../fixtures.ts'

const degrees = (min: number, max: number) => double({ min, max, noNaN: true, noDefaultInfinity: true })
const inTheState = record({ latitude: degrees(-10.5, -8.8), longitude: degrees(-38.2, -35.2) })
const anywhereNear = record({ latitude: degrees(-13, -6), longitude: degrees(-41, -33) })

it('the nearest station is the one that measuring all of them finds', async () => {
  await assert(
    asyncProperty(array(inTheState, { maxLength: 30 }), anywhereNear, async (points, centre) => {
      const pumps = points.map(({ latitude, longitude }, i): Pump => ({
        preco: 6 + i / 100,
        // A municipality that is not known has no point that a declared one contradicts.
        cidade: 9_900_000 + i,
        ponto: [latitude, longitude],
      }))
      const { dataset } = await queryOver(pumps)
      const list = dataset.snapshot().list('gasolina-comum')
      const metres = list.believed.map((at) => {
        const point = list.entries[at]?.estabelecimento.endereco.localizacao
        return point ? Math.round(distanceKm(centre, point) * 1000) : Infinity
      })
      const least = Math.min(...metres)
      const expected =
        least <= 500_000 ? { at: list.believed[metres.indexOf(least)], metres: least } : undefined
      expect(nearestTo(list, centre, list.all)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})
