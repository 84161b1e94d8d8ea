import { expect, it } from 'vitest'
import type { Slug } from '../../src/domain/facts/fuels.ts'
import { pastJudge } from '../../src/domain/trust/judging-past.ts'
import { emptyEstado } from '../../src/domain/state/commit-state.ts'

const judge = pastJudge({
  ...emptyEstado().medianas,
  gnv: [
    { dia: '2026-04-10', mediana: 4, postos: 8 },
    { dia: '2026-04-12', mediana: 5, postos: 8 },
  ],
})

it.each([
  ['2026-04-10', 4],
  ['2026-04-12', 5],
  ['2026-04-11', 4],
  ['2026-01-01', 4],
  ['2027-01-01', 5],
])('a sale of %s is judged by the median of its day or the nearest, of two the earlier', (dia, median) => {
  expect(judge(sale('gnv', dia), true)?.referencia).toBe(median)
})

it('a sale of a fuel of which no day is on record is judged by what any fuel may cost', () => {
  expect(judge(sale('alcool', '2026-04-10'), true)).toBeUndefined()
})

function sale(combustivel: Slug, dia: string) {
  return {
    cnpj: '00000000000100',
    combustivel,
    codigo: '1',
    dataVenda: `${dia}T12:00:00-03:00`,
    valorDeclarado: 20,
    valorVenda: 20,
  }
}
