import { describe, expect, it } from 'vitest'
import { isConfirmed, referenceOf, screen } from '../../src/domain/trust/screening.ts'

describe('a price against its reference of R$ 10,00', () => {
  it.each([
    ['the reference itself', 10, false, undefined],
    ['exactly 20 % above, unbacked', 12, false, undefined],
    ['exactly 20 % below, unbacked', 8, false, undefined],
    ['a thousandth past 20 %, unbacked', 12.001, false, ['sem_confirmacao', 20]],
    ['a thousandth past 20 % below, unbacked', 7.999, false, ['sem_confirmacao', -20]],
    ['a thousandth past 20 %, backed', 12.001, true, undefined],
    ['exactly 35 % above, backed', 13.5, true, undefined],
    ['exactly 35 % below, backed', 6.5, true, undefined],
    ['exactly 35 % above, unbacked', 13.5, false, ['sem_confirmacao', 35]],
    ['a thousandth past 35 %, backed all the same', 13.501, true, ['muito_acima', 35]],
    ['a thousandth past 35 % below, backed all the same', 6.499, true, ['muito_abaixo', -35]],
    ['ten times too much', 100, true, ['muito_acima', 900]],
  ])('%s', (_, price, confirmed, expected) => {
    const suspeito = screen(price, confirmed, 10)
    expect(suspeito && [suspeito.motivo, suspeito.desvio]).toEqual(expected)
    expect(suspeito?.referencia ?? 10).toBe(10)
  })

  it.each([
    [1, undefined],
    [30, undefined],
    [0.999, { motivo: 'muito_abaixo', referencia: 1, desvio: -0.1 }],
    [30.001, { motivo: 'muito_acima', referencia: 30, desvio: 0 }],
  ])('without any reference %d is judged by fixed limits', (price, expected) => {
    expect(screen(price, false, null)).toEqual(expected)
  })
})

describe('sales in a row back a price', () => {
  it.each([
    ['three over exactly six hours', 3, '2026-04-16T04:00:00-03:00', true],
    ['three within a second less', 3, '2026-04-16T04:00:01-03:00', false],
    ['two over a day', 2, '2026-04-15T10:00:00-03:00', false],
    ['many in an hour', 50, '2026-04-16T09:00:00-03:00', false],
  ])('%s', (_, vendas, desde, expected) => {
    expect(isConfirmed('2026-04-16T10:00:00-03:00', { vendas, desde })).toBe(expected)
  })
})

describe('the reference', () => {
  it.each([
    ['the median of eight prices', [1, 2, 3, 4, 5, 6, 7, 8], 9, 4.5],
    ['the last accepted median for seven', [1, 2, 3, 4, 5, 6, 7], 9, 9],
    ['nothing for seven when none was accepted', [1, 2, 3, 4, 5, 6, 7], null, null],
    ['nothing for no price', [], null, null],
    ['in three decimals', [5, 5, 5, 5, 5.001, 6, 6, 6], null, 5.001],
  ])('is %s', (_, prices, lastMedian, expected) => {
    expect(referenceOf(prices, lastMedian)).toBe(expected)
  })
})
