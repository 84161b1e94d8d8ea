import { beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '../../src/collect/days/days-of-places.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import type { Cabecalho, EstadoDosPrecos } from '../../src/domain/state/commit-state.ts'
import { collect } from '../../src/collect/collect.ts'
import { createDemonstration } from '../../src/sources/demonstration/demonstration-source.ts'
import { type Dia, MINUTE, addDays, monthOf } from '../../src/domain/basics/time.ts'
import { AGORA, demonstrationFiles } from '../demonstration.ts'
import { memory } from '../memory.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import { afterSales, medians, sale } from '../query/past-fixture.ts'

const STATIONS = ['11222333000101', '11222333000102', '11222333000103']

let store: Store

beforeAll(() => {
  store = createStore(memory(), 'demonstracao')
})

/** What a collector would publish on `hoje`, having collected on each of `dias`. */
async function close(
  sales: readonly Venda[],
  hoje: Dia,
  dias: readonly Dia[],
  base: { dias?: Cabecalho['dias']; coleta: { fim: string } } | null = null,
) {
  store = createStore(memory(), 'demonstracao')
  return closeMore(sales, hoje, dias, base)
}

async function closeMore(
  sales: readonly Venda[],
  hoje: Dia,
  dias: readonly Dia[],
  base: { dias?: Cabecalho['dias']; coleta: { fim: string } } | null,
) {
  for (const month of new Set(sales.map(({ dataVenda }) => monthOf(dataVenda))))
    await store.sales.append(
      month,
      sales.filter(({ dataVenda }) => monthOf(dataVenda) === month),
    )
  const { snapshot } = await afterSales(sales, {
    atualizadoEm: `${hoje}T12:00:00-03:00`,
    medianas: { 'gasolina-comum': medians(6, ...dias) },
  })
  const estado: EstadoDosPrecos = snapshot.commit.estado
  const known = snapshot.commit.cabecalho
  const cabecalho = { ...known, ...base, coleta: { ...known.coleta, ...base?.coleta } }
  return closeDays({ store, estado, base: base && { cabecalho }, hoje, hasNews: true })
}

/** Of the state: `[day of the month, lowest, median, highest, stations]` in thousandths. */
async function stateOf(dias: Awaited<ReturnType<typeof close>>, month: string) {
  const names = dias[month]
  const told = names && (await store.days.read(month, names.lugares, ['27']))
  return told && { dias: told.dias, steps: told.rows.map(([, , steps]) => steps)[0] }
}

function each(em: string, ...prices: number[]): Venda[] {
  return prices.map((preco, i) => sale(em, preco, { cnpj: STATIONS[i] ?? '' }))
}

function odd(em: string): Venda {
  return sale(em, 7.5, { cnpj: STATIONS[2] ?? '' })
}

function late(em: string): Venda {
  return sale(em, 6.8, { cnpj: STATIONS[0] ?? '' })
}

function between(from: Dia, to: Dia): Dia[] {
  const days: Dia[] = []
  for (let dia = from; dia <= to; dia = addDays(dia, 1)) days.push(dia)
  return days
}

describe('a day that is over', () => {
  it('has the newest price of each station at its end, for ten days after the sale', async () => {
    const sales = [
      ...each('2026-04-02', 6, 6.2, 6.4),
      sale('2026-04-04 23:59', 6.6, { cnpj: STATIONS[0] ?? '' }),
    ]
    const dias = await close(sales, '2026-04-16', between('2026-04-01', '2026-04-15'))
    expect(await stateOf(dias, '2026-04')).toEqual({
      dias: between('2026-04-01', '2026-04-15').map((dia) => Number(dia.slice(8))),
      steps: [[2, 6000, 6200, 6400, 3], [4, 6200, 6400, 6600, 3], [12, 6600, 6600, 6600, 1], [14]],
    })
  })

  it('is left out when there was no collection since the first one', async () => {
    const dias = await close(each('2026-04-02', 6, 6.2, 6.4), '2026-04-16', ['2026-04-03', '2026-04-09'])
    expect((await stateOf(dias, '2026-04'))?.dias).toEqual([1, 2, 3, 9])
  })

  it('is there before the first collection with the sales it knows, ten days back', async () => {
    const dias = await close(each('2026-04-02', 6, 6.2, 6.4), '2026-04-12', ['2026-04-12'])
    expect(await stateOf(dias, '2026-04')).toEqual({
      dias: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      steps: [[2, 6000, 6200, 6400, 3]],
    })
  })

  it('leaves out suspect sales, unless sales in a row confirm them', async () => {
    const collected = between('2026-04-03', '2026-04-06')
    const once = await close([...each('2026-04-03', 6, 6.2), odd('2026-04-03')], '2026-04-07', collected)
    expect((await stateOf(once, '2026-04'))?.steps).toEqual([[3, 6000, 6100, 6200, 2]])
    const backed = ['2026-04-03 08:00', '2026-04-03 12:00', '2026-04-03 18:00'].map(odd)
    const thrice = await close([...each('2026-04-03', 6, 6.2), ...backed], '2026-04-07', collected)
    expect((await stateOf(thrice, '2026-04'))?.steps).toEqual([[3, 6000, 6200, 7500, 3]])
  })
})

describe('late sales', () => {
  const early = each('2026-04-01', 6, 6.2, 6.4)
  const collected = between('2026-04-01', '2026-04-14')

  it('change the days since they were made, for ten days', async () => {
    const before = await close(early, '2026-04-15', collected)
    const base = { dias: before, coleta: { fim: '2026-04-15T12:00:00-03:00' } }
    const after = await closeMore([...early, late('2026-04-07')], '2026-04-15', collected, base)
    expect((await stateOf(before, '2026-04'))?.steps).toEqual([[1, 6000, 6200, 6400, 3], [11]])
    expect((await stateOf(after, '2026-04'))?.steps).toEqual([
      [1, 6000, 6200, 6400, 3],
      [7, 6200, 6400, 6800, 3],
      [11, 6800, 6800, 6800, 1],
    ])
  })

  it('change nothing of days that are settled', async () => {
    const before = await close(early, '2026-04-15', collected)
    const base = { dias: before, coleta: { fim: '2026-04-15T12:00:00-03:00' } }
    const after = await closeMore([...early, late('2026-04-03')], '2026-04-15', collected, base)
    expect((await stateOf(after, '2026-04'))?.steps?.slice(0, 2)).toEqual([
      [1, 6000, 6200, 6400, 3],
      [5, 6200, 6400, 6800, 3],
    ])
  })

  it('count from the last collection after a pause in collecting', async () => {
    const before = await close(early, '2026-04-05', between('2026-04-01', '2026-04-04'))
    const base = { dias: before, coleta: { fim: '2026-04-05T12:00:00-03:00' } }
    const after = await closeMore(
      [...early, late('2026-04-02')],
      '2026-04-28',
      between('2026-04-01', '2026-04-04'),
      base,
    )
    expect((await stateOf(after, '2026-04'))?.steps?.[1]).toEqual([2, 6200, 6400, 6800, 3])
  })
})

describe('a store that knew no days', () => {
  const collected = between('2026-01-05', '2026-04-15')
  const sales = collected.filter((_, i) => i % 5 === 0).flatMap((dia) => each(dia, 6, 6.2, 6.4))

  it('gets the open months at once and an older one at each publication, newest first', async () => {
    let dias = await close(sales, '2026-04-16', collected)
    const months = [Object.keys(dias).toSorted()]
    for (let n = 0; n < 3; n++) {
      dias = await closeMore(sales, '2026-04-16', collected, {
        dias,
        coleta: { fim: '2026-04-16T12:00:00-03:00' },
      })
      months.push(Object.keys(dias).toSorted())
    }
    expect(months).toEqual([
      ['2026-03', '2026-04'],
      ['2026-02', '2026-03', '2026-04'],
      ['2026-01', '2026-02', '2026-03', '2026-04'],
      ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'],
    ])
    expect((await stateOf(dias, '2026-01'))?.dias).toEqual(
      between('2026-01-01', '2026-01-31').map((dia) => Number(dia.slice(8))),
    )
  })

  it('keeps a settled month as it is: its files are named again, not written', async () => {
    const before = await close(sales, '2026-04-16', collected)
    const base = { dias: before, coleta: { fim: '2026-04-16T12:00:00-03:00' } }
    expect((await closeMore(sales, '2026-04-16', collected, base))['2026-03']).toEqual(before['2026-03'])
  })

  it('has a month made anew whose file is gone', async () => {
    const before = await close(sales, '2026-04-16', collected)
    const lost = { lugares: '0'.repeat(64), postos: before['2026-03']?.postos ?? '' }
    const base = { dias: { ...before, '2026-03': lost }, coleta: { fim: '2026-04-16T12:00:00-03:00' } }
    expect((await closeMore(sales, '2026-04-16', collected, base))['2026-03']).toEqual(before['2026-03'])
  })

  it('is named again, and the log not read, after a collection without a new sale on the same day', async () => {
    const driver = memory(await demonstrationFiles())
    const read: string[] = []
    const getItemRaw = (key: string) => (read.push(key), driver.getItemRaw(key))
    const collectAt = async (minutes: number, shown: number) => {
      read.length = 0
      const store = createStore({ ...driver, getItemRaw }, 'demonstracao')
      const source = createDemonstration({ clock: () => AGORA + shown * MINUTE })
      const { commit } = await collect({ source, store, clock: () => AGORA + minutes * MINUTE })
      const hasNews = (commit?.cabecalho.coleta.vendasNovas ?? 0) > 0
      const isRead = read.some((key) => key.includes(':vendas:'))
      return { dias: commit?.cabecalho.dias, told: [hasNews, isRead] }
    }
    // Until the month before is folded and its days are closed.
    for (let minutes = 1; minutes < 9; minutes++) await collectAt(minutes, 0)
    const before = await collectAt(9, 0)
    const news = await collectAt(61, 60)
    const after = await collectAt(62, 60)
    expect([before.told, news.told, after.told]).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
    expect(after.dias).toEqual(news.dias)
  })
})
