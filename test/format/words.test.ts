import { describe, expect, it } from 'vitest'
import { changeSentence } from '../../src/format/words/comparisons.ts'
import { nearSales } from '../../src/format/words/doubt.ts'
import { seriesLine } from '../../src/format/words/price-line.ts'
import {
  age,
  count,
  dayAndTime,
  decimal,
  money,
  moneyChange,
  percentChange,
  punctuatedCnpj,
} from '../../src/format/words/formatting.ts'

it.each([
  [6.37, 'R$ 6,37'],
  [6.3, 'R$ 6,30'],
  [6.379, 'R$ 6,379'],
  [1234.5, 'R$ 1.234,50'],
  [0, 'R$ 0,00'],
])('%d reais are %s', (reais, text) => expect(money(reais)).toBe(text))

it('two decimals of every thousandth are rounded half away from zero', () => {
  const told = Array.from({ length: 20_000 }, (_, i) => decimal((i + 1) / 1000, 2, 2))
  const right = told.map((_, i) => {
    const cents = String(Math.floor((i + 6) / 10)).padStart(3, '0')
    return `${cents.slice(0, -2)},${cents.slice(-2)}`
  })
  expect(told).toEqual(right)
})

it('the difference of two prices is rounded as their thousandths are', () => {
  const told = Array.from({ length: 2000 }, (_, i) => decimal((6000 + i) / 1000 - 6, 2, 2))
  expect(told).toEqual(Array.from({ length: 2000 }, (_, i) => decimal(i / 1000, 2, 2)))
})

it.each([
  [0.12, '+R$ 0,12'],
  [-0.12, '−R$ 0,12'],
  [0, 'R$ 0,00'],
])('a change of %d is %s', (reais, text) => expect(moneyChange(reais)).toBe(text))

it.each([
  [decimal(1_234_567), '1.234.567'],
  [decimal(0.5, 1, 1), '0,5'],
  [percentChange(-1.5), '−1,5 %'],
  [percentChange(2), '+2,0 %'],
  [count(1, 'posto', 'postos'), '1 posto'],
  [count(0, 'posto', 'postos'), '0 postos'],
  [punctuatedCnpj('12ABC34501DE35'), '12.ABC.345/01DE-35'],
  [dayAndTime('2026-04-16T08:35:39-03:00'), '16/04/2026 08:35'],
])('%s', (text, expected) => expect(text).toBe(expected))

it.each([
  [0, 'agora'],
  [-60, 'agora'],
  [29, 'agora'],
  [59, 'há 1 min'],
  [60, 'há 1 min'],
  [3600, 'há 60 min'],
  [89 * 60, 'há 89 min'],
  [89 * 60 + 45, 'há 90 min'],
  [90 * 60, 'há 2 h'],
  [116 * 60, 'há 2 h'],
  [2.4 * 3600, 'há 2 h'],
  [47 * 3600, 'há 47 h'],
  [149 * 60 + 45, 'há 2 h'],
  [47.6 * 3600, 'há 48 h'],
  [48 * 3600, 'há 2 dias'],
  [59.6 * 3600, 'há 2 dias'],
  [60 * 3600, 'há 3 dias'],
])('a sale %i seconds old: %s', (seconds, text) => {
  const sale = '2026-04-16T08:00:00-03:00'
  expect(age(sale, Date.parse(sale) + seconds * 1000)).toBe(text)
})

const soldOn = (periodo: string, medio: number) => ({ periodo, minimo: 5, medio, maximo: 8, vendas: 2 })

describe('seriesLine', () => {
  const span = { desde: '2026-04-01', ate: '2026-04-10' }

  it('rises and falls with the price, blank before the first step', () => {
    const serie = [soldOn('2026-04-02', 6), soldOn('2026-04-05', 7), soldOn('2026-04-08', 6.5)]
    expect(seriesLine(serie, span, 10)).toBe(' ▁▁▁███▅▅▅')
  })

  it('is a line at mid-height when the price is steady', () => {
    expect(seriesLine([soldOn('2026-04-01', 6)], span, 10)).toBe('▄▄▄▄▄▄▄▄▄▄')
  })
})

const run = (valorDeclarado: number, vendas: number, de: string) => ({
  codigo: '1',
  valorDeclarado,
  de,
  ate: de,
  vendas,
})

describe('the run of sales near a price', () => {
  const [first, second] = ['2026-04-14T08:00:00-03:00', '2026-04-16T08:00:00-03:00']
  const confirmacao = { vendas: 5, desde: first, nestePreco: 2, nestePrecoDesde: second }

  it('has its lowest and highest price', () => {
    const serie = [run(6.9, 1, '2026-04-13T08:00:00-03:00'), run(6.34, 3, first), run(6.3, 2, second)]
    expect(nearSales(confirmacao, '1', { serie })).toBe('5 vendas entre R$ 6,30 e R$ 6,34')
  })

  it('is not told of one price, nor where the history lacks a part of it', () => {
    const serie = [run(6.3, 2, second)]
    expect(nearSales({ ...confirmacao, vendas: 2, desde: second }, '1', { serie })).toBeUndefined()
    expect(nearSales(confirmacao, '1', { serie })).toBeUndefined()
  })
})

it.each([
  [4.89, 'R$ 4,89 já não é suspeito'],
  [3.14, 'R$ 4,89, e não mais R$ 3,14, que era suspeito'],
])('a change from a suspect price of %d says which price was suspect', (de, told) => {
  const at = '2026-04-15T08:00:00-03:00'
  const where = { nomeFantasia: 'POSTO A', bairro: 'FAROL', municipio: 'MACEIO', codigoIBGE: 2704302 }
  const change = { combustivel: 'alcool', tipo: 'confirmada', de, para: 4.89, dataVenda: at } as const
  const product = { cnpj: '08950629000104', codigo: '1', confirmacao: { vendas: 1, desde: at } }
  expect(changeSentence({ ...change, ...product, ...where }, ', ')).toBe(
    `Álcool (etanol): ${told}, Posto A, Farol, Maceió`,
  )
})
