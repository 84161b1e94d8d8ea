import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Suspeito } from '../../src/domain/answers/shared-schemas.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { type Judge, judgeSales, toRuns } from '../../src/domain/trust/judging-past.ts'
import { screen } from '../../src/domain/trust/screening.ts'
import { addMs } from '../../src/domain/basics/time.ts'
import { sale } from '../query/past-fixture.ts'

/** Everything compared with R$ 6,00, so 7,50 lies 25 % off and 8,50 more than 35 %. */
const against6: Judge = ({ valorDeclarado }, confirmada) => screen(valorDeclarado, confirmada, 6)

function runsOf(sales: Venda[], judge: Judge = against6) {
  return toRuns(judgeSales(sales, judge)).map(({ codigo, valorDeclarado, de, ate, vendas, suspeito }) =>
    [
      codigo,
      valorDeclarado,
      de.slice(8, 13),
      ate.slice(8, 13),
      vendas,
      ...(suspeito ? [suspeito.motivo] : []),
    ].join(' '),
  )
}

describe('runs of one price', () => {
  it('begin with each change and end with the last sale before the next', () => {
    expect(
      runsOf([
        sale('2026-04-01 08:00', 6),
        sale('2026-04-01 12:00', 6),
        sale('2026-04-02 09:00', 6.2),
        sale('2026-04-03 09:00', 6),
      ]),
    ).toEqual(['1 6 01T08 01T12 2', '1 6.2 02T09 02T09 1', '1 6 03T09 03T09 1'])
  })

  it('are told apart by product, in the order of their first sale, then code', () => {
    expect(
      runsOf([
        sale('2026-04-01 08:00', 6.2, { codigo: '2' }),
        sale('2026-04-01 08:00', 6, { codigo: '1' }),
        sale('2026-04-01 09:00', 6.2, { codigo: '2' }),
        sale('2026-04-01 10:00', 6, { codigo: '1' }),
      ]),
    ).toEqual(['1 6 01T08 01T10 2', '2 6.2 01T08 01T09 2'])
  })

  it('do not depend on the order in which sales were stored', () => {
    const sales = [
      sale('2026-04-01 08:00', 6),
      sale('2026-04-01 08:00', 6.1),
      sale('2026-04-01 08:00', 6, { codigo: '2' }),
    ]
    expect(runsOf(sales.toReversed())).toEqual(runsOf(sales))
  })
})

describe('a price 20 to 35 % off', () => {
  it.each([
    ['one sale', ['08:00'], false],
    ['two sales a day apart in time', ['00:10', '23:00'], false],
    ['three within five hours', ['08:00', '10:00', '13:00'], false],
    ['three over six hours', ['08:00', '10:00', '14:00'], true],
  ])('%s: backed is %s', (_, hours, backed) => {
    const runs = runsOf(hours.map((hour) => sale(`2026-04-01 ${hour}`, 7.5)))
    expect(runs[0]?.endsWith('sem_confirmacao')).toBe(!backed)
  })

  it('is backed by neighbours within 2 %, before and after', () => {
    const sales = [
      sale('2026-04-01 08:00', 7.5),
      sale('2026-04-01 11:00', 7.55),
      sale('2026-04-01 14:00', 7.45),
    ]
    expect(runsOf(sales).filter((run) => run.includes('sem_confirmacao'))).toEqual([])
  })

  it('is not backed across a sale at another price', () => {
    const sales = [
      sale('2026-04-01 08:00', 7.5),
      sale('2026-04-01 11:00', 6),
      sale('2026-04-01 14:00', 7.5),
      sale('2026-04-01 15:00', 7.5),
    ]
    expect(runsOf(sales).filter((run) => run.includes('sem_confirmacao'))).toHaveLength(2)
  })

  it('is not backed by another product of the station', () => {
    const sales = [
      sale('2026-04-01 08:00', 7.5),
      sale('2026-04-01 11:00', 7.5, { codigo: '2' }),
      sale('2026-04-01 14:00', 7.5),
    ]
    expect(runsOf(sales).filter((run) => run.includes('sem_confirmacao'))).toHaveLength(2)
  })
})

it('a price more than 35 % off is suspect however often it was declared', () => {
  const sales = Array.from({ length: 20 }, (_, hour) =>
    sale(`2026-04-01 ${String(hour).padStart(2, '0')}:00`, 8.5),
  )
  expect(runsOf(sales)).toEqual(['1 8.5 01T00 01T19 20 muito_acima'])
})

it('a run is suspect only when no day of it bore its price out', () => {
  const wrong: Suspeito = { motivo: 'muito_acima', referencia: 4, desvio: 50 }
  const wrongOnTheSecond: Judge = ({ dataVenda }) => (dataVenda > '2026-04-02' ? wrong : undefined)
  const sales = [sale('2026-04-01 08:00'), sale('2026-04-02 08:00')]
  expect(runsOf(sales, wrongOnTheSecond)).toEqual(['1 6 01T08 02T08 2'])
  expect(runsOf(sales.slice(1), wrongOnTheSecond)).toEqual(['1 6 02T08 02T08 1 muito_acima'])
})

it('every sale handed in is told in exactly one run', () => {
  const anySale = fc
    .record({
      minute: fc.nat(60 * 24 * 10),
      valor: fc.constantFrom(5.9, 6, 6.1, 7.5, 8.5),
      codigo: fc.constantFrom('1', '2'),
    })
    .map(({ minute, valor, codigo }) =>
      sale('2026-04-01', valor, { codigo, dataVenda: addMs('2026-04-01T00:00:00-03:00', minute * 60_000) }),
    )
  fc.assert(
    fc.property(fc.array(anySale, { maxLength: 60 }), (sales) => {
      const runs = toRuns(judgeSales(sales, against6))
      expect(runs.reduce((sum, { vendas }) => sum + vendas, 0)).toBe(sales.length)
      for (const codigo of ['1', '2']) {
        const ofProduct = runs.filter((run) => run.codigo === codigo)
        for (const [i, run] of ofProduct.entries()) {
          expect(run.de <= run.ate).toBe(true)
          const next = ofProduct[i + 1]
          expect(!next || (run.ate <= next.de && next.valorDeclarado !== run.valorDeclarado)).toBe(true)
        }
      }
    }),
  )
})
