import { describe, expect, it } from 'vitest'
import type { Slug } from '../../src/domain/facts/fuels.ts'
import { registroSchema } from '../../src/domain/facts/sale-record.ts'
import { isRefusal, normalize } from '../../src/sources/normalize.ts'

const AGORA = '2026-04-16T12:00:00-03:00'

type Part = Record<string, unknown>

/** A record as the source writes it, with some parts replaced; `undefined` takes a key away. */
function raw({ produto = {}, venda = {}, posto = {}, endereco = {} }: Record<string, Part> = {}) {
  const record = {
    produto: {
      codigo: '1310',
      descricao: 'GASOLINA C COMUM',
      unidadeMedida: 'L',
      venda: {
        dataVenda: '2026-04-16T11:35:39Z',
        valorDeclarado: 6.37,
        valorVenda: 6.193619361936194,
        ...venda,
      },
      ...produto,
    },
    estabelecimento: {
      cnpj: '01234567000100',
      razaoSocial: 'COMERCIO DE TESTE LTDA',
      nomeFantasia: 'POSTO DE TESTE',
      telefone: '(82) 00000000',
      endereco: {
        nomeLogradouro: 'RUA A',
        numeroImovel: '10',
        bairro: 'PONTA VERDE',
        cep: '57035000',
        codigoIBGE: 2704302,
        municipio: 'MACEIO',
        latitude: -9.66,
        longitude: -35.7,
        ...endereco,
      },
      ...posto,
    },
  }
  return JSON.parse(JSON.stringify(record)) as unknown
}

function accepted(parts: Record<string, Part> = {}, combustivel: Slug = 'gasolina-comum') {
  const result = normalize(raw(parts), combustivel, AGORA)
  if (isRefusal(result)) throw new Error(result.detalhe)
  return result
}

describe('a good record', () => {
  it('keeps every field of the source, in Maceió time', () => {
    expect(accepted()).toEqual({
      combustivel: 'gasolina-comum',
      produto: {
        codigo: '1310',
        descricao: 'GASOLINA C COMUM',
        unidadeMedida: 'L',
        venda: {
          dataVenda: '2026-04-16T08:35:39-03:00',
          valorDeclarado: 6.37,
          valorVenda: 6.193619361936194,
        },
      },
      estabelecimento: {
        cnpj: '01234567000100',
        razaoSocial: 'COMERCIO DE TESTE LTDA',
        nomeFantasia: 'POSTO DE TESTE',
        telefone: '(82) 00000000',
        endereco: {
          nomeLogradouro: 'RUA A',
          numeroImovel: '10',
          bairro: 'PONTA VERDE',
          cep: '57035000',
          codigoIBGE: 2704302,
          municipio: 'MACEIO',
          latitude: -9.66,
          longitude: -35.7,
        },
      },
    })
  })
})

describe('quirks of sales and products', () => {
  it.each([
    ['a price with a comma', { valorDeclarado: '6,37' }, { valorDeclarado: 6.37 }],
    ['a price as text with a point', { valorDeclarado: '6.379' }, { valorDeclarado: 6.379 }],
    ['a declared price with noise', { valorDeclarado: 6.1000000000000005 }, { valorDeclarado: 6.1 }],
    [
      'a paid price with all its decimals',
      { valorVenda: 6.371234567890123 },
      { valorVenda: 6.371234567890123 },
    ],
    ['no paid price', { valorVenda: undefined }, { valorVenda: 6.37 }],
    ['a paid price of null', { valorVenda: null }, { valorVenda: 6.37 }],
    ['an absurd price, which screening judges', { valorDeclarado: 80 }, { valorDeclarado: 80 }],
    ['UTC', { dataVenda: '2026-04-16T01:00:00Z' }, { dataVenda: '2026-04-15T22:00:00-03:00' }],
    [
      'another offset',
      { dataVenda: '2026-04-16T11:00:00+00:00' },
      { dataVenda: '2026-04-16T08:00:00-03:00' },
    ],
    [
      'fractions of seconds',
      { dataVenda: '2026-04-16T11:00:00.999Z' },
      { dataVenda: '2026-04-16T08:00:00-03:00' },
    ],
    ['ten minutes ahead', { dataVenda: '2026-04-16T15:10:00Z' }, { dataVenda: '2026-04-16T12:10:00-03:00' }],
  ])('%s', (_, venda, expected) => {
    expect(accepted({ venda }).produto.venda).toMatchObject(expected)
  })

  it.each<[string, string | undefined, Slug, string]>([
    ['l', 'l', 'gasolina-comum', 'L'],
    ['LT', 'LT', 'gasolina-comum', 'L'],
    ['LITRO', ' litro ', 'alcool', 'L'],
    ['m3', 'm3', 'gnv', 'M3'],
    ['m³', 'm³', 'gnv', 'M3'],
    ['an unknown unit, which the fuel decides', 'UN', 'gnv', 'M3'],
    ['no unit, which the fuel decides', undefined, 'diesel-comum', 'L'],
  ])('unit %s', (_, unidadeMedida, combustivel, expected) => {
    expect(accepted({ produto: { unidadeMedida } }, combustivel).produto.unidadeMedida).toBe(expected)
  })

  it.each([
    ['runs of spaces and small letters', ' Gasolina   c  Comum ', 'GASOLINA C COMUM'],
    ['accents kept', 'gás natural', 'GÁS NATURAL'],
    ['a number', 77, '77'],
    ['nothing', undefined, ''],
    ['line breaks and tabs', 'DIESEL\r\n\tS10', 'DIESEL S10'],
    ['terminal escapes', '\u001B[31mDIESEL\u001B[0m', 'DIESEL'],
    ['direction marks', 'DIE\u202ESEL', 'DIESEL'],
    ['zero-width characters', 'DIE\u200BS\uFEFFEL', 'DIESEL'],
    ['Unicode tags', 'DIESEL\u{E0041}\u{E0042}', 'DIESEL'],
    ['10 kB', 'A'.repeat(10_000), 'A'.repeat(120)],
  ])('text with %s', (_, descricao, expected) => {
    expect(accepted({ produto: { descricao } }).produto.descricao).toBe(expected)
  })
})

describe('quirks of stations', () => {
  it.each([
    ['no trade name', { nomeFantasia: undefined }, { nomeFantasia: 'COMERCIO DE TESTE LTDA' }],
    ['a blank trade name', { nomeFantasia: ' ' }, { nomeFantasia: 'COMERCIO DE TESTE LTDA' }],
    ['no company name', { razaoSocial: undefined }, { razaoSocial: 'POSTO DE TESTE' }],
    ['no telephone', { telefone: undefined }, { telefone: null }],
    ['a hostile name', { nomeFantasia: 'posto\u0007 \u202Ex' }, { nomeFantasia: 'POSTO X' }],
    ['a CNPJ with letters', { cnpj: '12abc34501de35' }, { cnpj: '12ABC34501DE35' }],
  ])('%s', (_, posto, expected) => {
    expect(accepted({ posto }).estabelecimento).toMatchObject(expected)
  })

  it.each([
    ['0.0/0.0', { latitude: 0, longitude: 0 }, { latitude: null, longitude: null }],
    ['null coordinates', { latitude: null, longitude: null }, { latitude: null, longitude: null }],
    ['one coordinate only', { longitude: undefined }, { latitude: null, longitude: null }],
    ['coordinates off the globe', { latitude: -96.6 }, { latitude: null, longitude: null }],
    ['coordinates as text', { latitude: '-9,66', longitude: '-35.7' }, { latitude: -9.66, longitude: -35.7 }],
    ['coordinates elsewhere, which places judge', { latitude: -25.4 }, { latitude: -25.4 }],
    ['a punctuated CEP', { cep: '57.035-000' }, { cep: '57035000' }],
    ['no CEP', { cep: undefined }, { cep: '' }],
    ['an IBGE code as text', { codigoIBGE: '2704302' }, { codigoIBGE: 2704302 }],
    ['a municipality spelt otherwise', { municipio: 'Maceió ' }, { municipio: 'MACEIO' }],
    ['no number', { numeroImovel: undefined }, { numeroImovel: '' }],
  ])('%s', (_, endereco, expected) => {
    expect(accepted({ endereco }).estabelecimento.endereco).toMatchObject(expected)
  })
})

describe('refused', () => {
  it.each<[string, Record<string, Part>]>([
    ['a price of zero', { venda: { valorDeclarado: 0 } }],
    ['a price that rounds to zero', { venda: { valorDeclarado: 0.0001 } }],
    ['a negative price', { venda: { valorDeclarado: -6.37 } }],
    ['a price over 10,000', { venda: { valorDeclarado: 10_001 } }],
    ['a price that is no number', { venda: { valorDeclarado: '1e3' } }],
    ['no price', { venda: { valorDeclarado: undefined } }],
    ['a negative paid price', { venda: { valorVenda: -1 } }],
    ['no date', { venda: { dataVenda: undefined } }],
    ['a date without offset', { venda: { dataVenda: '2026-04-16T11:35:39' } }],
    ['31 February', { venda: { dataVenda: '2026-02-31T11:35:39Z' } }],
    ['the year 0', { venda: { dataVenda: '0000-01-01T00:00:00Z' } }],
    ['the year 9999 at its end', { venda: { dataVenda: '9999-12-31T23:59:59-12:00' } }],
    ['a date that is a number', { venda: { dataVenda: 1_776_000_000 } }],
    ['a CNPJ of 13 digits', { posto: { cnpj: '1234567000100' } }],
    ['a CNPJ that is a number', { posto: { cnpj: 12_345_678_000_100 } }],
    ['a CNPJ with a slash', { posto: { cnpj: '../../../etc/p' } }],
    ['no CNPJ', { posto: { cnpj: undefined } }],
    ['no address', { posto: { endereco: undefined } }],
    ['no IBGE code', { endereco: { codigoIBGE: undefined } }],
    ['an IBGE code that is none', { endereco: { codigoIBGE: 27 } }],
    ['a municipality of another state', { endereco: { codigoIBGE: 3550308, municipio: '<B>SISTEMA</B>' } }],
    ['a sale that is a list', { produto: { venda: [] } }],
  ])('%s', (_, parts) => {
    expect(normalize(raw(parts), 'gasolina-comum', AGORA)).toMatchObject({ motivo: 'invalido' })
  })

  it.each([null, undefined, 7, 'x', [], {}, { produto: {} }, { produto: {}, estabelecimento: null }])(
    'what is no record: %j',
    (record) => {
      expect(normalize(record, 'gnv', AGORA)).toMatchObject({ motivo: 'invalido' })
    },
  )

  it('numbers beyond JSON', () => {
    const record = raw() as { produto: { venda: Part } }
    record.produto.venda['valorDeclarado'] = Number.NaN
    expect(normalize(record, 'gnv', AGORA)).toMatchObject({ motivo: 'invalido' })
  })

  it('a sale more than ten minutes ahead, as the future', () => {
    expect(normalize(raw({ venda: { dataVenda: '2026-04-16T15:10:01Z' } }), 'gnv', AGORA)).toEqual({
      motivo: 'futuro',
      detalhe: 'Data da venda no futuro.',
    })
  })
})

it('two products of one station under one fuel are both kept', () => {
  const plain = accepted({ produto: { codigo: '5' } }, 'diesel-aditivado')
  const additive = accepted({ produto: { codigo: '55' } }, 'diesel-aditivado')
  expect([plain, additive].map((r) => r.produto.codigo)).toEqual(['5', '55'])
})

it('an accepted record fits the schema', () => {
  const registro = accepted({ endereco: { latitude: 0 }, posto: { telefone: undefined } })
  expect(registro.combustivel).toBe('gasolina-comum')
  expect(registroSchema.strict().safeParse(registro).error).toBeUndefined()
})
