import { describe, expect, it } from 'vitest'
import { historicoSchema } from '../../src/domain/answers/historico.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { DAY, addMs } from '../../src/domain/basics/time.ts'
import { attributionOf } from '../../src/format/words/source-words.ts'
import { type PedidoDeHistorico, answerHistorico, readSeries } from '../../src/query/answers/historico.ts'
import type { SalesLog } from '../../src/store/sales/sales-log.ts'
import { CNPJ, type Situation, afterSales, medians, sale } from './past-fixture.ts'

const atribuicao = attributionOf({ fonte: 'demonstracao', site: 'http://localhost/gasolina/' })

async function ask(sales: Venda[], pedido: Partial<PedidoDeHistorico> = {}, situation: Situation = {}) {
  const { snapshot } = await afterSales(sales, situation)
  const answer = await answerHistorico(snapshot, { cnpj: CNPJ, ...pedido })
  return { ...answer, ...atribuicao }
}

describe('the period', () => {
  it.each([
    [{}, '2026-03-18', '2026-04-16'],
    [{ ate: '2026-04-10' }, '2026-03-12', '2026-04-10'],
    [{ desde: '2026-04-10' }, '2026-04-10', '2026-04-16'],
    [{ desde: '2026-04-16', ate: '2026-04-16' }, '2026-04-16', '2026-04-16'],
    [{ desde: '0001-01-01', ate: '9999-12-31' }, '0001-01-01', '9999-12-31'],
    [{ ate: '0000-01-05' }, '0000-01-05', '0000-01-05'],
  ])('of %o is %s to %s', async (pedido, desde, ate) => {
    expect((await ask([sale('2026-04-16')], pedido)).periodo).toEqual({ desde, ate })
  })

  it('holds its first and last day whole, in Maceió time', async () => {
    const sales = [
      sale('2026-04-09 23:59', 5.9),
      sale('2026-04-10 00:00', 6),
      sale('2026-04-12 23:59', 6.1),
      sale('2026-04-13 00:00', 6.2),
    ]
    const { combustiveis } = await ask(sales, { desde: '2026-04-10', ate: '2026-04-12' })
    expect(combustiveis['gasolina-comum']?.serie).toMatchObject([
      { valorDeclarado: 6 },
      { valorDeclarado: 6.1 },
    ])
  })

  it('that begins after the last day of the data is refused, naming that day', async () => {
    await expect(ask([sale('2026-04-16')], { desde: '2026-04-17' })).rejects.toMatchObject({
      codigo: 'parametro_invalido',
      message: expect.stringContaining('2026-04-16'),
      erros: [{ parametro: 'desde', valor: '2026-04-17' }],
    })
  })

  it.each([
    [{ ate: '2030-01-01' }, 'O período pedido ainda não chegou, e não há previsões.'],
    [{ ate: '1990-01-01' }, 'As vendas vistas deste posto começam em 04/2026.'],
    [{ ate: '2026-04-09' }, 'As vendas vistas deste posto começam em 04/2026.'],
  ])('of %o, outside the data, is told to be', async (pedido, said) => {
    const { combustiveis, observacoes } = await ask([sale('2026-04-10'), sale('2026-04-16')], pedido)
    expect([combustiveis, observacoes]).toEqual([{}, [said]])
  })

  it('is read only as far as the station was ever seen to sell', async () => {
    const { snapshot, sales } = await afterSales([sale('2026-04-01'), sale('2026-04-16')])
    const reads: string[] = []
    const watched: SalesLog = {
      ...sales,
      ofStation: (cnpj, desde, ate) => {
        reads.push(`${desde} ${ate}`)
        return sales.ofStation(cnpj, desde, ate)
      },
    }
    const watching = { ...snapshot, sales: watched }
    await readSeries(watching, { cnpj: CNPJ, desde: '0001-01-01', ate: '9999-12-31' })
    await readSeries(watching, { cnpj: CNPJ, desde: '1990-01-01', ate: '1990-12-31' })
    expect(reads).toEqual(['2026-04-01 2026-04-16'])
  })
})

describe('the fuels', () => {
  const sales = [
    sale('2026-04-15', 4.2, { combustivel: 'gnv' }),
    sale('2026-04-15', 6),
    sale('2026-01-05', 5, { combustivel: 'alcool' }),
  ]

  it('are those sold in the period, in the order of the source', async () => {
    const { combustiveis } = await ask(sales)
    expect(Object.keys(combustiveis)).toEqual(['gasolina-comum', 'gnv'])
    expect(combustiveis.gnv).toMatchObject({ nome: 'GNV', unidadeMedida: 'M3' })
  })

  it('asked for by name are there also without a sale', async () => {
    const { combustiveis } = await ask(sales, { combustivel: 'alcool' })
    expect(combustiveis).toEqual({
      alcool: {
        nome: 'Álcool (etanol)',
        nomePopular: 'Álcool (etanol)',
        unidadeMedida: 'L',
        serie: [],
        resumo: null,
      },
    })
  })
})

it('an unknown station is an error, a known one without sales an empty history', async () => {
  await expect(ask([], {}, {})).rejects.toMatchObject({ codigo: 'posto_nao_encontrado' })
  expect((await ask([], {}, { semVendas: [CNPJ] })).combustiveis).toEqual({})
})

it.each(['mudancas', 'dia', 'semana', 'mes'] as const)(
  'by %s it keeps the promised form',
  async (granularidade) => {
    const sales = [sale('2026-04-14', 6), sale('2026-04-15', 6.2), sale('2026-04-16', 80)]
    const medianas = { 'gasolina-comum': medians(6, '2026-04-14') }
    const answer = await ask(sales, { granularidade }, { medianas })
    expect(historicoSchema.strict().parse(answer)).toEqual(answer)
    expect(answer).toMatchObject({ demonstracao: true, estabelecimento: { cnpj: CNPJ } })
  },
)

it('a sale in two collections is told once', async () => {
  const { snapshot, sales } = await afterSales([sale('2026-04-15')])
  await sales.append('2026-04', [sale('2026-04-15'), sale('2026-04-14')])
  const { combustiveis } = await readSeries(snapshot, {
    cnpj: CNPJ,
    desde: '2026-04-15',
  })
  expect(combustiveis['gasolina-comum']?.serie).toMatchObject([{ vendas: 1 }])
})

it('a sale that its commit cannot know yet is not told', async () => {
  const { snapshot, sales } = await afterSales([sale('2026-04-16 10:00', 6)])
  await sales.append('2026-04', [sale('2026-04-16 11:00', 7)])
  const { combustiveis } = await readSeries(snapshot, { cnpj: CNPJ })
  expect(combustiveis['gasolina-comum']?.resumo?.atual).toBe(6)
})

it('of two products sold in one second the summary follows the one that lists show', async () => {
  const sales = [
    sale('2026-04-10', 7, { codigo: '10' }),
    sale('2026-04-11', 7.5, { codigo: '9' }),
    sale('2026-04-14', 6.8, { codigo: '10' }),
    sale('2026-04-14', 7.4, { codigo: '9' }),
  ]
  const em = '2026-04-14T10:00:00-03:00'
  expect((await ask(sales)).combustiveis['gasolina-comum']?.resumo).toMatchObject({
    atual: 6.8,
    ultimaMudanca: { em, de: 7, para: 6.8 },
    variacao: { valor: -0.2 },
  })
  // A period that ends before knows other sales.
  const before = await ask(sales, { ate: '2026-04-13' })
  expect(before.combustiveis['gasolina-comum']?.resumo).toMatchObject({ atual: 7.5, ultimaMudanca: null })
})

describe('a past sale is judged', () => {
  it('by the median of its own day', async () => {
    const sales = [sale('2026-04-10', 6), sale('2026-04-15', 6)]
    const medianas = { 'gasolina-comum': [...medians(6, '2026-04-10'), ...medians(10, '2026-04-15')] }
    const { combustiveis } = await ask(sales, { granularidade: 'dia' }, { medianas })
    expect(combustiveis['gasolina-comum']?.serie).toEqual([
      { periodo: '2026-04-10', minimo: 6, medio: 6, maximo: 6, vendas: 1 },
    ])
  })

  it.each([
    ['before', '2026-04-12', '2026-04-12'],
    ['after', '2026-04-10', '2026-04-10'],
  ])('by its own run, also the part %s the period', async (_, desde, ate) => {
    const sales = [10, 11, 12].map((day) => sale(`2026-04-${day}`, 7.5))
    const medianas = { 'gasolina-comum': medians(6, '2026-04-10') }
    const { combustiveis } = await ask(sales, { desde, ate }, { medianas })
    const step = { codigo: '1', valorDeclarado: 7.5, vendas: 1 }
    expect(combustiveis['gasolina-comum']?.serie).toMatchObject([step])
    expect(combustiveis['gasolina-comum']?.serie).not.toMatchObject([{ suspeito: {} }])
    expect(combustiveis['gasolina-comum']?.resumo).toMatchObject({ atual: 7.5 })
  })

  it('and, when suspect, marked in the series and left out of the figures', async () => {
    const medianas = { 'gasolina-comum': medians(6, '2026-04-10') }
    const { combustiveis } = await ask([sale('2026-04-10', 6), sale('2026-04-11', 80)], {}, { medianas })
    expect(combustiveis['gasolina-comum']).toMatchObject({
      serie: [
        { valorDeclarado: 6 },
        { valorDeclarado: 80, suspeito: { motivo: 'muito_acima', referencia: 6, desvio: 1233.3 } },
      ],
      resumo: { maximo: 6, atual: 6 },
    })
  })
})

it('histories equal what was sold, sale by sale', async () => {
  const start = '2026-03-01T05:00:00-03:00'
  const sales = Array.from({ length: 1100 }, (_, hour) =>
    sale('2026-03-01', 6 + ((hour * 7) % 5) / 100, { dataVenda: addMs(start, (hour * DAY) / 24) }),
  )
  const pedido = { desde: '2026-03-01', ate: '2026-04-16' }
  const within = sales.filter(({ dataVenda }) => dataVenda < '2026-04-17')
  for (const granularidade of ['mudancas', 'dia', 'semana', 'mes'] as const) {
    const { combustiveis } = await ask(sales, { ...pedido, granularidade })
    const serie: { vendas: number }[] = combustiveis['gasolina-comum']?.serie ?? []
    expect(serie.reduce((sum, { vendas }) => sum + vendas, 0)).toBe(within.length)
  }
})

describe('a station with several products under one fuel', () => {
  const both = [
    sale('2026-04-10', 6.1, { codigo: '10' }),
    sale('2026-04-11', 6.4, { codigo: '11' }),
    sale('2026-04-12', 6.1, { codigo: '10' }),
  ]

  it.each(['mudancas', 'dia', 'mes'] as const)('says so of its series by %s', async (granularidade) => {
    const { observacoes } = await ask(both, { granularidade })
    expect(observacoes).toEqual([
      'Gasolina comum: a série junta 2 produtos do posto, nas mudanças cada um com seu codigo; preço atual, última mudança e variação são de um só.',
    ])
  })

  it('says nothing of one product, or of another fuel', async () => {
    const gas = sale('2026-04-11', 4.4, { combustivel: 'gnv', codigo: '11' })
    expect(await ask([...both.filter(({ codigo }) => codigo === '10'), gas])).not.toHaveProperty(
      'observacoes',
    )
  })
})
