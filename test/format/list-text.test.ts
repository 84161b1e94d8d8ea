import { expect, it } from 'vitest'
import { createEntryBytes } from '../../src/format/json/entry-bytes.ts'
import { type ListText, listText, whole } from '../../src/format/json/list-text.ts'
import { type Pump, crowd, queryOver } from '../fixtures.ts'

const PUMPS: Pump[] = [
  ...crowd(9, 6),
  { posto: 1, preco: 2, nome: 'POSTO "ASPAS" \u2028 ÁÉ', ponto: [-9.66, -35.7] },
  { posto: 2, preco: 5.9, ponto: [-9.661, -35.7] },
]
const ASK = { combustivel: 'gasolina-comum', suspeitos: 'omitir' } as const

it.each([
  ['a list', {}],
  ['a list with suspects', { suspeitos: 'incluir' as const }],
  ['a list with distances', { lat: -9.66, lon: -35.7, raio: 500, suspeitos: 'incluir' as const }],
  ['a page', { pagina: 2, registrosPorPagina: 3 }],
  ['a page with distances', { lat: -9.66, lon: -35.7, raio: 500, pagina: 2, registrosPorPagina: 3 }],
  ['a list with suggestions', { bairro: 'pontá verdde' }],
  ['an empty list', { combustivel: 'gnv' as const }],
])('%s is what JSON.stringify makes of the answer', async (_, pedido) => {
  const { query } = await queryOver(PUMPS)
  const text = await whole(query.precosText({ ...ASK, ...pedido }))
  const expected = JSON.stringify(await query.precos({ ...ASK, ...pedido }))
  expect(written(text)).toBe(expected)
  expect(Buffer.concat(await text.pieces()).toString()).toBe(expected)
  expect(text.byteLength).toBe(Buffer.byteLength(expected))
})

it('a list of megabytes is not copied, and still whole', async () => {
  const { query } = await queryOver([...crowd(2500, 6), { posto: 1, preco: 2 }, { posto: 2, preco: 5.9 }])
  const expected = JSON.stringify(await query.precos(ASK))
  const pieces = await (await whole(query.precosText(ASK))).pieces()
  const again = await (await whole(query.precosText(ASK))).pieces()
  expect(Buffer.concat(pieces).toString()).toBe(expected)
  expect(
    pieces.filter(({ buffer }) => again.some((other) => other.buffer === buffer)).length,
  ).toBeGreaterThan(0)
})

it.each([
  ['with distances', { lat: -9.66, lon: -35.7, raio: 500 }],
  ['without', {}],
])('a list of megabytes %s, written in turns, is what it is written at once', async (_, point) => {
  const { query } = await queryOver(crowd(2500, 6))
  const asked = { ...ASK, ...point }
  const text = await whole(query.precosText(asked))
  const target = Buffer.alloc(text.byteLength)
  await text.writeInTurns(target)
  expect(target.toString()).toBe(JSON.stringify(await query.precos(asked)))
  expect(written(text)).toBe(target.toString())
})

it.each([
  ['in the order of the list', {}],
  ['in another', { ordenar: 'recente' as const }],
  ['with distances', { lat: -9.66, lon: -35.7, raio: 500 }],
])('pages of a list longer than a block of its bytes, %s', async (_, order) => {
  const { query } = await queryOver(crowd(200, 6))
  for (const pagina of [1, 2, 3]) {
    const asked = { ...ASK, ...order, pagina, registrosPorPagina: 90 }
    expect(written(await whole(query.precosText(asked)))).toBe(JSON.stringify(await query.precos(asked)))
  }
})

it.each([0, 5, 50, 500, 1000, 9999, 10_000, 99_120, 100_001, 500_000, 1_234_500, 20_037_508])(
  'a distance of %d m is written as JSON.stringify writes kilometres',
  async (metres) => {
    const { query } = await queryOver(PUMPS)
    const { conteudo } = await query.precos(ASK)
    const entries = createEntryBytes(conteudo)
    const text = listText({ before: { a: 1 }, entries, lines: [{ at: 0, metres }], after: { b: 2 } })
    const expected = { a: 1, conteudo: [{ ...conteudo[0], distanciaKm: metres / 1000 }], b: 2 }
    expect(written(text)).toBe(JSON.stringify(expected))
    expect(text.byteLength).toBe(Buffer.byteLength(JSON.stringify(expected)))
  },
)

it('everything in a text is in its checksum', async () => {
  const { query } = await queryOver(PUMPS)
  const { conteudo } = await query.precos({ ...ASK, suspeitos: 'incluir' })
  const entries = createEntryBytes(conteudo)
  const parts = { before: { a: 1 }, entries, lines: linesOf([0, 1, 2], [5, 6, 7]), after: { b: 2 } }
  const others = [
    parts,
    { ...parts, before: { a: 2 } },
    { ...parts, lines: linesOf([0, 1], [5, 6]) },
    { ...parts, lines: linesOf([0, 2, 1], [5, 6, 7]) },
    { ...parts, lines: linesOf([0, 1, 2], [5, 6, 8]) },
    { ...parts, lines: linesOf([0, 1, 2], [6, 5, 7]) },
    { ...parts, after: { b: 3 } },
    { ...parts, lines: [{ at: 0 }, { at: 1 }, { at: 2 }] },
  ]
  expect(new Set(others.map((other) => listText(other).checksum)).size).toBe(others.length)
  expect(listText({ ...parts, lines: [...parts.lines] }).checksum).toBe(listText(parts).checksum)
})

it('longer texts than expected find room', async () => {
  const { query } = await queryOver([...crowd(20, 6), { posto: 1, preco: 6.1, nome: 'Á'.repeat(50_000) }])
  expect(written(await whole(query.precosText(ASK)))).toBe(JSON.stringify(await query.precos(ASK)))
})

function linesOf(positions: readonly number[], metres: readonly number[]) {
  return positions.map((at, i) => ({ at, metres: metres[i] ?? 0 }))
}

function written(text: ListText): string {
  const target = Buffer.alloc(text.byteLength + 10, '#')
  text.writeTo(target)
  expect(target.toString('latin1', text.byteLength)).toBe('#'.repeat(10))
  return target.toString('utf8', 0, text.byteLength)
}
