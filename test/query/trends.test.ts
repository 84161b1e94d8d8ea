import { describe, expect, it } from 'vitest'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { variations } from '../../src/query/past/trends.ts'
import type { SalesLog } from '../../src/store/sales/sales-log.ts'
import { afterSales, medians, sale } from './past-fixture.ts'

const STATIONS = ['11222333000101', '11222333000102', '11222333000103', '11222333000104']
const medianas = { 'gasolina-comum': medians(6, '2026-03-01') }

/** Each station sells at each of the times, each a cent dearer than the one before. */
function salesOf(prices: Record<string, number>, stations = STATIONS): Venda[] {
  return Object.entries(prices).flatMap(([em, valor]) =>
    stations.map((cnpj, i) => sale(em, Math.round((valor + i / 100) * 1000) / 1000, { cnpj })),
  )
}

// The present is 2026-04-16 12:00.
const month = salesOf({
  '2026-03-17 09:00': 5.5,
  '2026-04-09 09:00': 6.1,
  '2026-04-15 09:00': 6.2,
  '2026-04-16 09:00': 6,
})

describe('the change of a median', () => {
  it('is told against a day, a week and a month before', async () => {
    const { snapshot } = await afterSales(month, { medianas })
    expect(await variations(snapshot, 'gasolina-comum', { now: 6015, stations: 4 })).toEqual({
      dia: { valor: -0.2, percentual: -3.2, postos: 4 },
      semana: { valor: -0.1, percentual: -1.6, postos: 4 },
      mes: { valor: 0.5, percentual: 9.1, postos: 4 },
    })
  })

  it('is null without a present, for a fuel nobody sold, for a time nothing is known of, or nothing since', async () => {
    const sold = salesOf({ '2026-04-15 09:00': 6.2 })
    const { snapshot } = await afterSales(sold, { medianas })
    expect(await variations(snapshot, 'gasolina-comum', { now: null, stations: 4 })).toEqual({
      dia: null,
      semana: null,
      mes: null,
    })
    expect(await variations(snapshot, 'gnv', { now: 4200, stations: 4 })).toEqual({
      dia: null,
      semana: null,
      mes: null,
    })
    const unchanged = { now: 6215, stations: 4 }
    expect((await variations(snapshot, 'gasolina-comum', unchanged)).dia).toBeNull()
    // A sale of any fuel tells that the source shows those of that time.
    const alive = await afterSales([...sold, sale('2026-04-16 09:00', 4, { combustivel: 'alcool' })], {
      medianas,
    })
    expect(await variations(alive.snapshot, 'gasolina-comum', unchanged)).toEqual({
      dia: { valor: 0, percentual: 0, postos: 4 },
      semana: null,
      mes: null,
    })
  })

  it('is that of the stations kept', async () => {
    const { snapshot } = await afterSales(month, { medianas })
    const found = await variations(snapshot, 'gasolina-comum', {
      now: 6030,
      stations: 1,
      among: new Set(STATIONS.slice(3)),
    })
    expect(found.dia).toMatchObject({ valor: -0.2, percentual: -3.2 })
  })

  it('counts, with horas, only sales of so many hours before each instant', async () => {
    const { snapshot } = await afterSales(month, { medianas })
    const found = await variations(snapshot, 'gasolina-comum', { now: 6015, stations: 4, horas: 2 })
    expect(found).toEqual({ dia: null, semana: null, mes: null })
    expect(
      (await variations(snapshot, 'gasolina-comum', { now: 6015, stations: 4, horas: 3 })).dia,
    ).not.toBeNull()
  })

  it('is unknown for a time of which the log knows only the few stations that have not sold since', async () => {
    const early = salesOf({ '2026-04-14 09:00': 7 }, STATIONS.slice(0, 1))
    const late = salesOf({ '2026-04-16 09:00': 6 }, STATIONS.slice(1))
    const { snapshot } = await afterSales([...early, ...late], { medianas })
    expect((await variations(snapshot, 'gasolina-comum', { now: 6000, stations: 4 })).dia).toBeNull()
  })

  it('is known of a place where half of the stations have not sold since', async () => {
    const early = salesOf({ '2026-04-14 09:00': 7 }, STATIONS.slice(0, 1))
    const late = salesOf({ '2026-04-16 09:00': 6 }, STATIONS.slice(1))
    const { snapshot } = await afterSales([...early, ...late], { medianas })
    const { dia } = await variations(snapshot, 'gasolina-comum', {
      now: 6500,
      stations: 2,
      among: new Set(STATIONS.slice(0, 2)),
    })
    expect(dia).toMatchObject({ valor: -0.5, percentual: -7.1 })
  })
})

/** What the cheapest station's day before looks like when it sold like this too. */
async function dayBefore(odd: Venda[]) {
  const { snapshot } = await afterSales([...month, ...odd], { medianas })
  const found = await variations(snapshot, 'gasolina-comum', {
    now: 6000,
    stations: 1,
    among: new Set(STATIONS.slice(0, 1)),
  })
  return found.dia
}

function odd(em: string, valor: number): Venda {
  return sale(em, valor, { cnpj: STATIONS[0] ?? '' })
}

describe('past prices that are suspect stay out', () => {
  it.each([
    ['absurd', 80],
    ['unusual, on one receipt', 7.5],
  ])('%s', async (_, valor) => {
    expect(await dayBefore([odd('2026-04-15 11:00', valor)])).toBeNull()
  })

  it('but an unusual one that sales in a row back counts', async () => {
    const backed = ['2026-04-15 09:30', '2026-04-15 11:00', '2026-04-15 16:00'].map((em) => odd(em, 7.5))
    expect(await dayBefore(backed)).toMatchObject({ valor: -1.5, percentual: -20 })
  })
})

describe('the log', () => {
  it('is read once per commit, and again after a failure', async () => {
    const { snapshot: known, sales } = await afterSales(month, { medianas })
    let reads = 0
    const failingOnce: SalesLog = {
      ...sales,
      newestAsOf: (instants) => {
        reads += 1
        return reads === 1 ? Promise.reject(new Error('disk')) : sales.newestAsOf(instants)
      },
    }
    const snapshot = { ...known, sales: failingOnce }
    await expect(variations(snapshot, 'gasolina-comum', { now: 6000, stations: 4 })).rejects.toThrow('disk')
    await Promise.all(
      ['gasolina-comum', 'gnv'].map((slug) =>
        variations(snapshot, slug as 'gnv', { now: 6000, stations: 4 }),
      ),
    )
    await variations(snapshot, 'gasolina-comum', { now: 6000, stations: 4 })
    expect(reads).toBe(2)
  })
})
