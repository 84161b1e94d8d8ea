import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { arquivoJsonSchema, catalogoSchema } from '../../src/domain/answers/downloads.ts'
import { documentacaoSchema } from '../../src/domain/answers/situacao-and-menus.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import { rotas } from '../../src/domain/questions/routes.ts'
import { AGORA, cnpjOf, crowd, queryOver } from '../fixtures.ts'

const PUMPS = [
  ...crowd(9, 6),
  { posto: 1, preco: 3 },
  { posto: 2, preco: 5.5, ponto: [-9.66, -35.7] as [number, number] },
]

describe('files', () => {
  it('hold every station, suspects marked, in JSON', async () => {
    const { query } = await queryOver(PUMPS)
    const { nome, tipo, pieces } = await query.arquivo('gasolina-comum', 'json', 'padrao')
    expect([nome, tipo]).toEqual(['demonstracao-gasolina-comum.json', 'application/json; charset=utf-8'])
    const file = arquivoJsonSchema.strict().parse(JSON.parse(new TextDecoder().decode(Buffer.concat(pieces))))
    expect(file).toMatchObject({ totalPostos: 11, atualizadoEm: AGORA, demonstracao: true })
    expect(file.combustivel).toEqual({
      slug: 'gasolina-comum',
      nome: 'Gasolina comum',
      nomePopular: 'Gasolina comum',
      codigoOrigem: 1,
      unidade: 'L',
    })
    expect(file.conteudo).toHaveLength(11)
    expect(file.conteudo.at(-1)?.suspeito?.motivo).toBe('muito_abaixo')
    const csv = Buffer.concat((await query.arquivo('gasolina-comum', 'csv', 'padrao')).pieces).toString()
    const map = JSON.parse(Buffer.concat((await query.geojson('gasolina-comum')).pieces).toString()) as {
      features: { id: string }[]
    }
    const order = file.conteudo.map(({ estabelecimento }) => estabelecimento.cnpj)
    expect(
      csv
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.slice(0, 14)),
    ).toEqual(order)
    expect(map.features.map(({ id }) => id)).toEqual(order)
  })

  it('hold the other products of a station on its entry, each judged by itself; lists of prices too', async () => {
    const early = '2026-04-16T08:00:00-03:00'
    const { query } = await queryOver([...PUMPS, { posto: 2, preco: 5.9, codigo: '77', vendidoEm: early }])
    const { pieces } = await query.arquivo('gasolina-comum', 'json', 'padrao')
    const { conteudo, totalPostos } = arquivoJsonSchema.parse(JSON.parse(Buffer.concat(pieces).toString()))
    expect(totalPostos).toBe(11)
    expect(conteudo.flatMap(({ outros = [] }) => outros)).toMatchObject([
      { codigo: '77', venda: { valorDeclarado: 5.9 }, confirmacao: { vendas: 1 } },
    ])
    const { combustiveis } = await query.posto({ cnpj: cnpjOf(2) })
    expect(combustiveis['gasolina-comum']?.outros).toEqual(conteudo.find(({ outros }) => outros)?.outros)
  })

  it('hold the same rows in CSV, in either dialect', async () => {
    const { query } = await queryOver(PUMPS)
    for (const dialeto of ['padrao', 'excel'] as const) {
      const { nome, tipo, pieces } = await query.arquivo('gasolina-comum', 'csv', dialeto)
      expect([nome, tipo]).toEqual(['demonstracao-gasolina-comum.csv', 'text/csv; charset=utf-8'])
      expect(new TextDecoder().decode(Buffer.concat(pieces)).trimEnd().split('\r\n')).toHaveLength(12)
    }
  })

  it('hold all fuels together, each row with its own, suspects of any at the end', async () => {
    const alcohol = crowd(9, 4, 'alcool')
    const { query } = await queryOver([...PUMPS, ...alcohol])
    for (const dialeto of ['padrao', 'excel'] as const) {
      const { nome, tipo, pieces } = await query.todos(dialeto)
      expect([nome, tipo]).toEqual(['demonstracao-todos.csv', 'text/csv; charset=utf-8'])
      const [header = [], ...rows] = new TextDecoder()
        .decode(Buffer.concat(pieces))
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(dialeto === 'excel' ? ';' : ','))
      expect(header.slice(0, 2)).toEqual(['combustivel', 'cnpj'])
      const fuels = rows.map(([fuel]) => fuel)
      expect(fuels.slice(0, -1)).toEqual([
        ...Array<string>(10).fill('gasolina-comum'),
        ...Array<string>(9).fill('alcool'),
      ])
      expect(rows.at(-1)?.[header.indexOf('suspeito')]).toBe('muito_abaixo')
      expect(rows.at(-1)?.[0]).toBe('gasolina-comum')
      expect(rows.slice(0, -1).every((row) => row[header.indexOf('suspeito')] === '')).toBe(true)
    }
  })

  it('of thousands of stations are as whole as small ones', async () => {
    const { query, dataset } = await queryOver(crowd(2500, 6))
    const json = await query.arquivo('gasolina-comum', 'json', 'padrao')
    const { conteudo } = arquivoJsonSchema.parse(
      JSON.parse(new TextDecoder().decode(Buffer.concat(json.pieces))),
    )
    expect(conteudo).toEqual(dataset.snapshot().list('gasolina-comum').entries)
    const csv = await query.arquivo('gasolina-comum', 'csv', 'excel')
    const lines = new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(Buffer.concat(csv.pieces))
      .split('\r\n')
    expect(lines.filter((line) => line.includes('cnpj'))).toHaveLength(1)
    expect([lines.length, lines.join('').lastIndexOf('\uFEFF')]).toEqual([2502, 0])
  })

  it('that could not be written are written anew for who asks next', async () => {
    const { query } = await queryOver(PUMPS)
    const from = vi.spyOn(Buffer, 'from').mockImplementationOnce(() => {
      throw new RangeError('Array buffer allocation failed')
    })
    onTestFinished(() => from.mockRestore())
    await expect(query.arquivo('gnv', 'csv', 'padrao')).rejects.toThrow('allocation failed')
    expect(await query.arquivo('gnv', 'csv', 'padrao')).toMatchObject({ nome: 'demonstracao-gnv.csv' })
  })
})

it('the catalogue describes the files byte for byte', async () => {
  const { query } = await queryOver(PUMPS)
  const catalogo = await query.catalogo()
  expect(catalogoSchema.strict().parse(catalogo)).toEqual(catalogo)
  expect(catalogo.arquivos).toHaveLength(13)
  for (const { combustivel, formato, bytes, sha256, url, registros, nome } of catalogo.arquivos) {
    const file =
      combustivel === 'todos'
        ? await query.todos('padrao')
        : await query.arquivo(combustivel, formato, 'padrao')
    expect(bytes).toBe(Buffer.concat(file.pieces).byteLength)
    expect(sha256).toBe(createHash('sha256').update(Buffer.concat(file.pieces)).digest('hex'))
    expect(url).toBe(`http://localhost:3000/gasolina/dados/${combustivel}.${formato}`)
    const isFull = ['gasolina-comum', 'todos'].includes(combustivel)
    expect([nome, registros]).toEqual([file.nome, isFull ? 11 : 0])
  }
})

describe('the documentation', () => {
  it('names every route, every fuel and five examples or more', async () => {
    const { query } = await queryOver(PUMPS)
    const doc = await query.documentacao()
    expect(documentacaoSchema.strict().parse(doc)).toEqual(doc)
    expect(Object.keys(doc.endpoints)).toEqual(rotas.map(({ caminho }) => `GET ${caminho}`))
    expect(Object.keys(doc.combustiveis)).toEqual(slugs)
    expect(doc.combustiveis['gasolina-comum']).toMatchObject({
      postos: 10,
      precoMinimo: 5.5,
      precoMedio: 5.95,
      precos: 'http://localhost:3000/gasolina/api/precos?combustivel=gasolina-comum',
    })
    expect(doc.exemplos.length).toBeGreaterThanOrEqual(5)
    expect(doc.exemplos.join(' ')).not.toContain('{')
    expect(doc.exemplos).toContain(`http://localhost:3000/gasolina/api/posto/${cnpjOf(2)}`)
  })

  it('of a store without stations leaves out the examples about one', async () => {
    const { query } = await queryOver([])
    expect((await query.documentacao()).exemplos.join(' ')).not.toMatch(/posto\/|historico\//)
  })
})
