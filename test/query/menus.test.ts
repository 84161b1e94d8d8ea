import { describe, expect, it } from 'vitest'
import {
  bairrosSchema,
  combustiveisSchema,
  municipiosSchema,
} from '../../src/domain/answers/situacao-and-menus.ts'
import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import { ARAPIRACA, MACEIO, crowd, queryOver } from '../fixtures.ts'

const PUMPS = [
  ...crowd(9, 6).map((pump) => Object.assign(pump, { bairro: 'PONTA VERDE' })),
  { posto: 1, preco: 6, bairro: 'CENTRO', cidade: ARAPIRACA },
  { posto: 1, preco: 4.5, bairro: 'CENTRO', cidade: ARAPIRACA, combustivel: 'alcool' as const },
  { posto: 2, preco: 6, bairro: 'CENTRO' },
  // Nobody believes it, so no list shows it unasked.
  { posto: 3, preco: 2, bairro: 'JATIUCA' },
  { posto: 4, preco: 6, bairro: '' },
]
const { query } = await queryOver(PUMPS)

describe('the menu of municipalities', () => {
  it('has all 102 by name, as an alphabet has them, with the stations that have a price', async () => {
    const menu = await query.municipios()
    expect(municipiosSchema.strict().parse(menu)).toEqual(menu)
    expect(menu.conteudo.map(({ nome }) => nome)).toEqual(
      municipios.map(({ nome }) => nome).toSorted(new Intl.Collator('pt-BR').compare),
    )
    expect(menu.conteudo.filter(({ postos }) => postos > 0)).toEqual([
      { nome: 'Arapiraca', codigoIBGE: ARAPIRACA, postos: 1 },
      { nome: 'Maceió', codigoIBGE: MACEIO, postos: 11 },
    ])
  })
})

describe('the menu of districts', () => {
  it('has those of one municipality, also one without a believable price', async () => {
    const menu = await query.bairros({ municipio: 'maceio' })
    expect(bairrosSchema.strict().parse(menu)).toEqual(menu)
    expect(menu.lugar).toMatchObject({ ambito: 'municipio', nome: 'Maceió' })
    const there = { municipio: 'Maceió', codigoIBGE: MACEIO }
    expect(menu.conteudo).toEqual([
      { nome: 'Centro', ...there, postos: 1 },
      { nome: 'Jatiúca', ...there, postos: 0 },
      { nome: 'Ponta Verde', ...there, postos: 9 },
    ])
  })

  it('has a name once for each municipality, without one asked for', async () => {
    const { conteudo, lugar } = await query.bairros({})
    expect(lugar.ambito).toBe('estado')
    expect(conteudo.filter(({ nome }) => nome === 'Centro')).toEqual([
      { nome: 'Centro', municipio: 'Arapiraca', codigoIBGE: ARAPIRACA, postos: 1 },
      { nome: 'Centro', municipio: 'Maceió', codigoIBGE: MACEIO, postos: 1 },
    ])
  })

  it('has two spellings of one district as one, by its name', async () => {
    const spelt = ["OLHO D'AGUA DOS CAZUZINHAS", 'OLHO D ÁGUA DOS CAZUZINHOS']
    const { query: there } = await queryOver(spelt.map((bairro) => ({ preco: 6, bairro, cidade: ARAPIRACA })))
    expect((await there.bairros({ municipio: 'arapiraca' })).conteudo).toEqual([
      { nome: "Olho d'Água dos Cazuzinhas", municipio: 'Arapiraca', codigoIBGE: ARAPIRACA, postos: 2 },
    ])
  })

  it('is asked again with what it names: each finds its stations', async () => {
    for (const { nome, codigoIBGE, postos } of (await query.bairros({})).conteudo) {
      const found = await query.precos({
        combustivel: 'gasolina-comum',
        suspeitos: 'omitir',
        bairro: nome,
        municipio: String(codigoIBGE),
      })
      expect([nome, found.totalEncontrados]).toEqual([nome, postos])
    }
  })

  it('of an unknown municipality is empty, and says so with names that are near', async () => {
    const { conteudo, lugar, sugestoes, observacoes } = await query.bairros({ municipio: 'santana' })
    expect(conteudo).toEqual([])
    expect(lugar.nome).toBe('Santana')
    expect(sugestoes).toContain('Santana do Ipanema')
    expect(observacoes.join(' ')).toContain('santana')
  })
})

describe('the menu of fuels', () => {
  it('has the six with all their names and their stations', async () => {
    const menu = await query.combustiveis()
    expect(combustiveisSchema.strict().parse(menu)).toEqual(menu)
    expect(menu.conteudo.map(({ slug, postos }) => [slug, postos])).toEqual([
      ['gasolina-comum', 12],
      ['gasolina-aditivada', 0],
      ['alcool', 1],
      ['diesel-comum', 0],
      ['diesel-aditivado', 0],
      ['gnv', 0],
    ])
    expect(menu.conteudo[2]).toMatchObject({
      codigoOrigem: 3,
      unidade: 'L',
      apelidos: expect.arrayContaining(['etanol']),
    })
  })
})
