import { expect, it } from 'vitest'
import { encode } from '../../src/format/json.ts'
import type { Pump } from '../fixtures.ts'
import { crowd, queryOver } from '../fixtures.ts'

const PUMPS: Pump[] = [
  ...crowd(9, 6),
  { posto: 1, preco: 2, nome: 'POSTO "ASPAS" \u2028 ÁÉ', ponto: [-9.66, -35.7] },
  { posto: 2, preco: 5.9, ponto: [-9.661, -35.7] },
]

it.each([
  ['a list', {}],
  ['a list with suspects', { suspeitos: 'incluir' as const }],
  ['a list with distances', { lat: -9.66, lon: -35.7, raio: 500, suspeitos: 'incluir' as const }],
  ['a page', { pagina: 2, registrosPorPagina: 3 }],
  ['an empty list', { combustivel: 'gnv' as const }],
])('%s is encoded as JSON.stringify does, the first time and again', async (_, pedido) => {
  const { query } = await queryOver(PUMPS)
  const answer = await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir', ...pedido })
  const expected = JSON.stringify(answer)
  expect(textOf(answer)).toBe(expected)
  expect(textOf(answer)).toBe(expected)
})

it('an entry met first with a distance is not remembered with it', async () => {
  const { query } = await queryOver(PUMPS)
  const ask = { combustivel: 'gasolina-comum', suspeitos: 'omitir' } as const
  const near = await query.precos({ ...ask, lat: -9.66, lon: -35.7, raio: 500 })
  const plain = await query.precos(ask)
  const far = await query.precos({ ...ask, lat: -9.5, lon: -35.5, raio: 500 })
  for (const answer of [near, plain, far]) expect(textOf(answer)).toBe(JSON.stringify(answer))
})

it.each([
  ['an answer without a list', { a: 1, b: null, c: undefined, d: 'é"' }],
  ['a list of other things', { conteudo: [1, { produto: {} }] }],
  ['a list that is not one', { conteudo: 'x' }],
])('%s is encoded as JSON.stringify does', (_, answer) => {
  expect(textOf(answer)).toBe(JSON.stringify(answer))
})

it('an answer that can still change is never remembered', async () => {
  const { query } = await queryOver(PUMPS)
  const answer = await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir' })
  const parsed: typeof answer = JSON.parse(JSON.stringify(answer))
  encode(parsed)
  const [first] = parsed.conteudo
  if (first) first.estabelecimento.nomeFantasia = 'OUTRO'
  expect(textOf(parsed)).toBe(JSON.stringify(parsed))
})

it.each([0, 0.005, 0.05, 0.5, 1, 9.999, 10, 99.12, 100.001, 500, 1234.5, 1e7, 0.0001, -1.5, 1 / 3])(
  'a distance of %d km is written as JSON.stringify does',
  async (distanciaKm) => {
    const { query } = await queryOver(PUMPS)
    const { conteudo } = await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir' })
    const answer = { conteudo: conteudo.map((entry) => Object.assign({}, entry, { distanciaKm })) }
    expect(textOf(answer)).toBe(JSON.stringify(answer))
  },
)

function textOf(answer: object): string {
  return new TextDecoder().decode(encode(answer))
}
