import { expect, it } from 'vitest'
import { confirmationOf } from '../../src/domain/trust/screening.ts'

const at = (hour: number) => `2026-04-16T${String(hour).padStart(2, '0')}:00:00-03:00`
const trecho = (valor: number, vendas: number, hour: number) => ({ valor, vendas, desde: at(hour) })

it.each([
  ['a single sale confirms itself', [trecho(6.5, 1, 3)], 1, 3],
  ['sales at one price', [trecho(6.5, 4, 3)], 4, 3],
  ['2 % away still counts', [trecho(6.37, 2, 1), trecho(6.5, 3, 5)], 5, 1],
  ['more than 2 % away ends the run', [trecho(6.36, 2, 1), trecho(6.5, 3, 5)], 3, 5],
  [
    'what lies before a far price does not count',
    [trecho(6.5, 9, 0), trecho(5.9, 1, 1), trecho(6.5, 3, 5)],
    3,
    5,
  ],
  ['near the newest, not near each other', [trecho(6.4, 1, 1), trecho(6.6, 1, 2), trecho(6.5, 1, 3)], 3, 1],
])('%s', (_, corrida, vendas, hour) => {
  expect(confirmationOf(corrida)).toMatchObject({ vendas, desde: at(hour) })
})

it('tells the newest sales at exactly the price from those near it', () => {
  expect(confirmationOf([trecho(6.5, 9, 0), trecho(6.4, 3, 5)])).toEqual({
    vendas: 12,
    desde: at(0),
    nestePreco: 3,
    nestePrecoDesde: at(5),
  })
})
