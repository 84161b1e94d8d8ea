import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPeriods, summarize } from '../../src/domain/past/periods.ts'
import type { VendaJulgada } from '../../src/domain/trust/judging-past.ts'
import { addMs } from '../../src/domain/basics/time.ts'
import { sale } from '../query/past-fixture.ts'

const absurd = { motivo: 'muito_acima', referencia: 6, desvio: 900 } as const

function trusted(...args: Parameters<typeof sale>): VendaJulgada {
  return { venda: sale(...args), suspeito: undefined }
}

describe('figures of a period', () => {
  it.each([
    ['dia', '2026-04-15 23:59', '2026-04-15'],
    ['dia', '2026-04-16 00:00', '2026-04-16'],
    ['semana', '2026-04-13 00:00', '2026-04-13'], // a Monday
    ['semana', '2026-04-19 23:59', '2026-04-13'], // the Sunday after
    ['semana', '2026-01-01 12:00', '2025-12-29'],
    ['mes', '2026-04-30 23:59', '2026-04-01'],
    ['mes', '2026-05-01 00:00', '2026-05-01'],
  ] as const)('by %s, a sale of %s counts from %s', (granularidade, em, periodo) => {
    expect(toPeriods([trusted(em)], granularidade)).toEqual([
      { periodo, minimo: 6, medio: 6, maximo: 6, vendas: 1 },
    ])
  })

  it('are of the trusted sales; a day of suspects only is absent', () => {
    const sales = [
      trusted('2026-04-14', 6),
      { venda: sale('2026-04-14', 80), suspeito: absurd },
      { venda: sale('2026-04-15', 80), suspeito: absurd },
      trusted('2026-04-14', 6.005),
    ]
    expect(toPeriods(sales, 'dia')).toEqual([
      { periodo: '2026-04-14', minimo: 6, medio: 6.003, maximo: 6.005, vendas: 2 },
    ])
  })

  it('count every trusted sale once, whatever the granularity', () => {
    const anySale = fc
      .record({ hour: fc.nat(24 * 90), valor: fc.integer({ min: 5000, max: 7000 }), suspect: fc.boolean() })
      .map(({ hour, valor, suspect }) => ({
        venda: sale('2026-01-01', valor / 1000, {
          dataVenda: addMs('2026-01-01T00:00:00-03:00', hour * 3_600_000),
        }),
        suspeito: suspect ? absurd : undefined,
      }))
    fc.assert(
      fc.property(
        fc.array(anySale, { maxLength: 80 }),
        fc.constantFrom('dia' as const, 'semana' as const, 'mes' as const),
        (sales, granularidade) => {
          const periods = toPeriods(sales, granularidade)
          const counted = periods.reduce((sum, { vendas }) => sum + vendas, 0)
          expect(counted).toBe(sales.filter(({ suspeito }) => !suspeito).length)
          expect(periods.map(({ periodo }) => periodo)).toEqual(
            [...new Set(periods.map(({ periodo }) => periodo))].toSorted(),
          )
          for (const { minimo, medio, maximo } of periods)
            expect(minimo <= medio && medio <= maximo).toBe(true)
        },
      ),
    )
  })
})

describe('a summary', () => {
  it('is null without a trusted sale', () => {
    expect(summarize([])).toBeNull()
    expect(summarize([{ venda: sale('2026-04-14', 80), suspeito: absurd }])).toBeNull()
  })

  it('tells mean, newest price, last change and the change since the first', () => {
    const sales = [
      trusted('2026-04-10', 6),
      trusted('2026-04-11', 6.3),
      { venda: sale('2026-04-12', 80), suspeito: absurd },
      trusted('2026-04-13', 6.3),
      trusted('2026-04-14', 6.09),
    ]
    expect(summarize(sales)).toEqual({
      minimo: 6,
      medio: 6.173,
      maximo: 6.3,
      atual: 6.09,
      ultimaMudanca: { em: '2026-04-14T10:00:00-03:00', de: 6.3, para: 6.09 },
      variacao: { valor: 0.09, percentual: 1.5 },
    })
  })

  it('knows no change when one price held, and a suspect between is none', () => {
    const sales = [
      trusted('2026-04-10', 6),
      { venda: sale('2026-04-12', 80), suspeito: absurd },
      trusted('2026-04-13', 6),
    ]
    expect(summarize(sales)).toMatchObject({ ultimaMudanca: null, variacao: { valor: 0, percentual: 0 } })
  })

  it('does not take two products for a change of price', () => {
    const sales = [
      trusted('2026-04-10', 7, { codigo: 'S10' }),
      trusted('2026-04-11', 7.5, { codigo: 'S10 ADITIVADO' }),
      trusted('2026-04-12', 7, { codigo: 'S10' }),
      trusted('2026-04-13', 7.5, { codigo: 'S10 ADITIVADO' }),
    ]
    expect(summarize(sales)).toMatchObject({
      minimo: 7,
      maximo: 7.5,
      atual: 7.5,
      ultimaMudanca: null,
      variacao: { valor: 0 },
    })
  })
})
