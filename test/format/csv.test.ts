import * as fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { Entrada } from '../../src/domain/answers/precos.ts'
import type { RespostaHistorico } from '../../src/domain/answers/historico.ts'
import { sheetCsv } from '../../src/format/files/csv.ts'
import { historySheet } from '../../src/format/files/series-sheets.ts'
import { sheetOf } from '../../src/format/files/sheet.ts'
import { PRICE_COLUMNS, pricesSheet } from '../../src/format/files/station-sheets.ts'

const entrada: Entrada = {
  produto: {
    codigo: '0013',
    descricao: 'GASOLINA C COMUM',
    unidadeMedida: 'L',
    venda: { dataVenda: '2026-04-16T08:35:39-03:00', valorDeclarado: 6.37, valorVenda: 6.193619361936194 },
  },
  estabelecimento: {
    cnpj: '01234567000189',
    razaoSocial: 'POSTO "A", LTDA',
    nomeFantasia: 'POSTO A',
    telefone: null,
    endereco: {
      nomeLogradouro: 'AV B',
      numeroImovel: 'S/N',
      bairro: 'CENTRO',
      cep: '57035000',
      codigoIBGE: 2704302,
      municipio: 'MACEIO',
      latitude: null,
      longitude: null,
      localizacao: { precisao: 'bairro', origem: 'aproximada', latitude: -9.66, longitude: -35.7 },
    },
  },
  confirmacao: {
    vendas: 9,
    desde: '2026-04-15T10:02:11-03:00',
    nestePreco: 4,
    nestePrecoDesde: '2026-04-16T07:02:11-03:00',
  },
  usual: { valor: 6.39, vendas: 9 },
  precoProvavel: 6.37,
}

const exact: Entrada = {
  ...entrada,
  suspeito: { motivo: 'muito_abaixo', referencia: 6.37, desvio: -50 },
  estabelecimento: {
    ...entrada.estabelecimento,
    endereco: {
      ...entrada.estabelecimento.endereco,
      latitude: -9.66,
      longitude: -35.7,
      localizacao: { precisao: 'exata', origem: 'declarada', latitude: -9.66, longitude: -35.7 },
    },
  },
  distanciaKm: 1.284,
}

const HEADER =
  'cnpj,razaoSocial,nomeFantasia,telefone,nomeLogradouro,numeroImovel,bairro,cep,codigoIBGE,municipio,latitude,longitude,precisao,latitudeAproximada,longitudeAproximada,codigo,descricao,unidadeMedida,dataVenda,valorDeclarado,valorVenda,confirmacoes,confirmadoDesde,suspeito,usual,precoProvavel,nestePreco,duvida,bandeira'

describe('a list of prices', () => {
  it('is RFC 4180 with a decimal point; unknown is empty', () => {
    expect(sheetCsv(sheetOf('precos', [entrada, exact], PRICE_COLUMNS))).toBe(
      [
        HEADER,
        '01234567000189,"POSTO ""A"", LTDA",POSTO A,,AV B,S/N,CENTRO,57035000,2704302,MACEIO,,,bairro,-9.66,-35.7,0013,GASOLINA C COMUM,L,2026-04-16T08:35:39-03:00,6.37,6.193619361936194,9,2026-04-15T10:02:11-03:00,,6.39,6.37,4,,',
        '01234567000189,"POSTO ""A"", LTDA",POSTO A,,AV B,S/N,CENTRO,57035000,2704302,MACEIO,-9.66,-35.7,exata,,,0013,GASOLINA C COMUM,L,2026-04-16T08:35:39-03:00,6.37,6.193619361936194,9,2026-04-15T10:02:11-03:00,muito_abaixo,6.39,6.37,4,,',
        '',
      ].join('\r\n'),
    )
  })

  it('for a Brazilian Excel has a mark, semicolons, its own dates, exact prices and times, punctuated CNPJ and CEP', () => {
    expect(sheetCsv(sheetOf('precos', [exact], PRICE_COLUMNS), 'excel')).toBe(
      [
        `\uFEFF${HEADER.replaceAll(',', ';')}`,
        '01.234.567/0001-89;"POSTO ""A"", LTDA";POSTO A;;AV B;S/N;CENTRO;57035-000;2704302;MACEIO;-9,66;-35,7;exata;;;0013;GASOLINA C COMUM;L;16/04/2026 08:35:39;6,37;6,193619361936194;9;15/04/2026 10:02:11;muito_abaixo;6,39;6,37;4;;',
        '',
      ].join('\r\n'),
    )
  })

  it('has the order of the answer, and the distance as a last column when asked for', () => {
    const [header, first, second] = sheetCsv(
      pricesSheet({ conteudo: [exact, entrada] }, 'gasolina-comum'),
    ).split('\r\n')
    expect(header).toBe(`${HEADER},distanciaKm`)
    expect(first?.endsWith(',muito_abaixo,6.39,6.37,4,,,1.284')).toBe(true)
    expect(second?.endsWith(',,6.39,6.37,4,,,')).toBe(true)
  })

  it('without entries is its header', () => {
    expect(sheetCsv(sheetOf('precos', [], PRICE_COLUMNS))).toBe(`${HEADER}\r\n`)
  })
})

/** Of one station that sold GNV, or nothing. */
function answer(
  gnv: RespostaHistorico['combustiveis']['gnv'],
): Pick<RespostaHistorico, 'estabelecimento' | 'combustiveis'> {
  return { estabelecimento: entrada.estabelecimento, combustiveis: gnv ? { gnv } : {} }
}

describe('a history', () => {
  const de = '2026-04-15T10:00:00-03:00'
  it('by changes', () => {
    const serie = [
      { codigo: '7', valorDeclarado: 4.19, de, ate: de, vendas: 1 },
      {
        codigo: '7',
        valorDeclarado: 80,
        de,
        ate: de,
        vendas: 2,
        suspeito: { motivo: 'muito_acima' as const, referencia: 4.19, desvio: 1809.3 },
      },
    ]
    expect(
      sheetCsv(
        historySheet(
          answer({ nome: 'GNV', nomePopular: 'GNV', unidadeMedida: 'M3', serie, resumo: null }),
          'mudancas',
        ),
      ),
    ).toBe(
      [
        'cnpj,combustivel,codigo,de,ate,valorDeclarado,vendas,suspeito',
        `01234567000189,gnv,7,${de},${de},4.19,1,`,
        `01234567000189,gnv,7,${de},${de},80,2,muito_acima`,
        '',
      ].join('\r\n'),
    )
  })

  it('by periods, in either dialect', () => {
    const serie = [{ periodo: '2026-04-01', minimo: 4.1, medio: 4.155, maximo: 4.2, vendas: 30 }]
    const told = answer({ nome: 'GNV', nomePopular: 'GNV', unidadeMedida: 'M3', serie, resumo: null })
    expect(sheetCsv(historySheet(told, 'mes'))).toBe(
      'cnpj,combustivel,periodo,minimo,medio,maximo,vendas\r\n01234567000189,gnv,2026-04-01,4.1,4.155,4.2,30\r\n',
    )
    expect(sheetCsv(historySheet(told, 'mes'), 'excel')).toBe(
      '\uFEFFcnpj;combustivel;periodo;minimo;medio;maximo;vendas\r\n01.234.567/0001-89;gnv;01/04/2026;4,1;4,155;4,2;30\r\n',
    )
  })

  it('without sales is the header of its granularity', () => {
    expect(sheetCsv(historySheet(answer(undefined), 'dia'))).toBe(
      'cnpj,combustivel,periodo,minimo,medio,maximo,vendas\r\n',
    )
  })
})

/** Signs that a spreadsheet must not find at the beginning of a cell, after blanks and quotes. */
const RUNS = /^[\s\p{Cf}"]*[=+\-@＝＋－＠−﹢﹣﹦﹫]|^\p{Cc}/u

const hostile = [
  '=1+1',
  '+5582999990000',
  '-9,66',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '  =1',
  '"=1"',
  ' " =1',
  '\u200B=1',
  '\uFEFF=1',
  'POSTO\n=HYPERLINK("http://x")',
  'POSTO\r\n+1',
  'POSTO;=1',
  'POSTO,=1',
  'POSTO\t=1',
  'POSTO","=1',
  "';=cmd|' /C calc'!A0;'",
]

describe.each(['padrao', 'excel'] as const)('no text runs as a formula in %s', (dialeto) => {
  const separator = dialeto === 'excel' ? ';' : ','
  const parse = (csv: string) =>
    Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { delimiter: separator, newline: '\r\n' }).data
  const numberOf = (text = '') => Number(text.replace(',', dialeto === 'excel' ? '.' : ','))

  it.each(hostile.map((text) => [JSON.stringify(text), text]))('%s', (_, text) => {
    const csv = sheetCsv({ columns: ['nome', 'valor'], rows: [[text, -9.66]] }, dialeto)
    const [, row = []] = parse(csv)
    expect(row).toHaveLength(2)
    expect(row[0]).not.toMatch(RUNS)
    expect(numberOf(row[1])).toBe(-9.66)
    expect(row[0]?.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
    // Programs that split before they unquote, or at the other separator, find no formula either.
    const pieces = (row[0] ?? '').split(/[\r\n;,\t]/)
    expect(pieces.filter((piece) => RUNS.test(piece))).toEqual([])
  })

  it('whatever the text, and numbers stay numbers', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'=+-@＝＋\t\r\n ,;"\'A1') }),
    )
    fc.assert(
      fc.property(text, fc.double({ noNaN: true, min: -1e6, max: 1e6 }), (name, value) => {
        const [, row = []] = parse(
          sheetCsv({ columns: ['nome', 'distanciaKm'], rows: [[name, value]] }, dialeto),
        )
        expect(row[0]).not.toMatch(RUNS)
        expect(numberOf(row[1])).toBe(value || 0)
        const isTouched = /[=+\-@＝＋－＠−﹢﹣﹦﹫\p{Cc}]/u.test(name)
        expect(row[0] === name || isTouched).toBe(true)
      }),
    )
  })

  it('a long line of blanks and breaks costs no time to speak of', () => {
    const text = '\n\t ;'.repeat(50_000)
    expect(parse(sheetCsv({ columns: ['nome'], rows: [[text]] }, dialeto))[1]?.[0]).toContain(text)
  })
})

it('a plain table has empty cells for null and words for booleans', () => {
  expect(sheetCsv({ columns: ['a', 'b', 'c'], rows: [[null, true, undefined]] })).toBe('a,b,c\r\n,true,\r\n')
})
