import { figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { describe, expect, it } from 'vitest'
import { closeDays } from '../../src/collect/days/days-of-places.ts'
import { isDayOff } from '../../src/domain/alagoas/holidays.ts'
import { type Dia, addDays, monthOf } from '../../src/domain/basics/time.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { createQuery } from '../../src/query/query.ts'
import { chance } from '../../src/sources/demonstration/chance.ts'
import { createStore } from '../../src/store/store.ts'
import { memory } from '../memory.ts'
import { still } from '../still.ts'
import { CNPJ, afterSales, medians, sale } from './past-fixture.ts'

const HOJE = '2026-04-16'
const DAYS = between('2026-03-17', HOJE)

function between(from: Dia, to: Dia): Dia[] {
  const days: Dia[] = []
  for (let dia = from; dia <= to; dia = addDays(dia, 1)) days.push(dia)
  return days
}

/** A sale a day at each station, priced by `price`; the query sees what a collector leaves of them. */
async function queryAfter(
  price: (dia: Dia, station: number) => number,
  { stations = 1, collected = DAYS, more = [] as Venda[] } = {},
) {
  const sold = Array.from({ length: stations }, (_, i) =>
    DAYS.map((dia) => sale(dia, price(dia, i), { cnpj: cnpjOf(i) })),
  )
  const sales = [...sold.flat(), ...more]
  const { snapshot } = await afterSales(sales, { medianas: { 'gasolina-comum': medians(6, ...collected) } })
  const store = createStore(memory(), 'demonstracao')
  for (const month of new Set(sales.map(({ dataVenda }) => monthOf(dataVenda))))
    await store.sales.append(
      month,
      sales.filter(({ dataVenda }) => monthOf(dataVenda) === month),
    )
  const { commit } = snapshot
  const dias = await closeDays({ store, estado: commit.estado, base: null, hoje: HOJE, hasNews: true })
  const closed = { ...commit, cabecalho: { ...commit.cabecalho, dias } }
  const dataset = createDataset({
    store,
    follow: still({ commit: closed, damaged: [] }),
    clock: () => Date.parse(`${HOJE}T12:00:00-03:00`),
    intervaloMinutos: 60,
  })
  return createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
}

function cnpjOf(station: number): string {
  return String(Number(CNPJ) + station)
}

async function ofStation(...question: Parameters<typeof queryAfter>) {
  const { combustiveis } = await (await queryAfter(...question)).posto({ cnpj: CNPJ })
  return combustiveis['gasolina-comum']?.fimDeSemana
}

function onDaysOff(price: number, except: readonly Dia[] = []) {
  return (dia: Dia) => (isDayOff(dia) && !except.includes(dia) ? price : 6)
}

describe('the weekend of a station', () => {
  it('is said where prices fall on days off and rise again', async () => {
    expect(await ofStation(onDaysOff(5.7))).toEqual({ diferenca: -0.3, percentual: -5, vezes: 4, de: 4 })
    expect(await ofStation(onDaysOff(6.24))).toEqual({ diferenca: 0.24, percentual: 4, vezes: 4, de: 4 })
  })

  it('counts the median of the believed sales, against the mean of the working days beside', async () => {
    const more = [sale('2026-04-12 11:00', 5.6), sale('2026-04-12 12:00', 5.5), sale('2026-04-11 12:00', 1)]
    expect(
      await ofStation((dia) => (isDayOff(dia) ? 5.7 : dia === '2026-04-13' ? 6.2 : 6), { more }),
    ).toEqual({ diferenca: -0.3, percentual: -5, vezes: 4, de: 4 })
  })

  it('is said once one of the last four is an exception, and not after two', async () => {
    const [one, two] = [
      ['2026-04-11', '2026-04-12'],
      ['2026-03-28', '2026-03-29'],
    ]
    expect(await ofStation(onDaysOff(5.7, one))).toEqual({ diferenca: -0.3, percentual: -5, vezes: 3, de: 4 })
    expect(await ofStation(onDaysOff(5.7, [...one, ...two]))).toBeUndefined()
  })

  it('needs more than 2 % on both sides', async () => {
    expect(await ofStation(onDaysOff(5.88))).toBeUndefined()
    expect(await ofStation(onDaysOff(5.879))).toBeDefined()
    expect(await ofStation((dia) => (isDayOff(dia) || isDayOff(addDays(dia, 1)) ? 5.7 : 6))).toBeUndefined()
  })

  it('needs three blocks whose working days were collected', async () => {
    const three = DAYS.filter((dia) => dia !== '2026-04-13')
    expect(await ofStation(onDaysOff(5.7), { collected: three })).toMatchObject({ vezes: 3, de: 3 })
    const two = three.filter((dia) => dia !== '2026-03-20')
    expect(await ofStation(onDaysOff(5.7), { collected: two })).toBeUndefined()
  })
})

describe('the weekend of a place', () => {
  it('is that of its daily medians, in the state, a town, a district, and in groups of them', async () => {
    const query = await queryAfter((dia, i) => onDaysOff(i < 3 ? 5.7 : 6)(dia), { stations: 4 })
    const wanted = { diferenca: -0.3, percentual: -5, vezes: 4, de: 4 }
    const asked = [{}, { municipio: 'maceio' }, { municipio: 'maceio', bairro: 'centro' }]
    for (const place of asked) {
      const { combustiveis } = await query.estatisticas({ litros: 50, ...place })
      expect(figuresOf(combustiveis, 'gasolina-comum').fimDeSemana).toEqual(wanted)
      expect(combustiveis.alcool).not.toHaveProperty('fimDeSemana')
    }
    for (const place of [{ por: 'municipio' }, { por: 'bairro', municipio: 'maceio' }] as const) {
      const { grupos = [] } = await query.estatisticas({ litros: 50, ...place })
      expect(grupos.filter(({ fimDeSemana }) => fimDeSemana)).toMatchObject([{ fimDeSemana: wanted }])
    }
  })
})

describe('where nothing recurs', () => {
  it('fewer than one in 150 stations are said to have a weekend: four prices near one another, on days in any order', async () => {
    const stations = 450
    const orders = Array.from({ length: stations }, (_, i) => shuffled(i))
    const price = (dia: Dia, i: number) =>
      Math.round(600 * (0.985 + 0.03 * chance(i, Math.floor((orders[i]?.indexOf(dia) ?? 0) / 8), 2))) / 100
    const query = await queryAfter(price, { stations })
    let said = 0
    for (let i = 0; i < stations; i++) {
      const { combustiveis } = await query.posto({ cnpj: cnpjOf(i) })
      if (combustiveis['gasolina-comum']?.fimDeSemana) said++
    }
    expect(said).toBeLessThan(stations / 150)
  })
})

/** The days in an order of their own for each seed. */
function shuffled(seed: number): Dia[] {
  return DAYS.map((dia, i) => ({ dia, lot: chance(seed, i, 1) }))
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ dia }) => dia)
}
