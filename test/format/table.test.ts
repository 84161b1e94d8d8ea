import { describe, expect, it } from 'vitest'
import { type Column, cellsOf, renderTable, shorten, wrapped } from '../../src/format/terminal/table.ts'

interface Row {
  nome: string
  preco: string
  nota: string
}

const rows: Row[] = [
  { nome: 'POSTO SÃO JORGE DE MACEIÓ', preco: 'R$ 6,37', nota: 'bom' },
  { nome: '加油站', preco: 'R$ 16,40', nota: '' },
]
const columns = [
  { title: 'PREÇO', align: 'right' as const, text: (r: Row) => r.preco },
  { title: 'POSTO', min: 8, text: (r: Row) => r.nome },
  { title: 'NOTA', optional: true, text: (r: Row) => r.nota },
]

describe('renderTable', () => {
  it('aligns by terminal cells, wide and accented characters included', () => {
    expect(renderTable({ columns, rows }, 80)).toBe(
      [
        '   PREÇO  POSTO                      NOTA',
        ' R$ 6,37  POSTO SÃO JORGE DE MACEIÓ  bom',
        'R$ 16,40  加油站',
      ].join('\n'),
    )
  })

  it('shortens long texts before it omits optional columns', () => {
    expect(renderTable({ columns, rows }, 30)).toBe(
      ['   PREÇO  POSTO           NOTA', ' R$ 6,37  POSTO SÃO JOR…  bom', 'R$ 16,40  加油站'].join('\n'),
    )
    expect(renderTable({ columns, rows }, 20)).toBe(
      ['   PREÇO  POSTO', ' R$ 6,37  POSTO SÃO…', 'R$ 16,40  加油站'].join('\n'),
    )
  })

  it('omits a column without text and keeps prices whole in the narrowest terminal', () => {
    const bare = rows.map((row) => ({ ...row, nota: '' }))
    expect(renderTable({ columns, rows: bare }, 5)).toBe(
      ['   PREÇO  POSTO', ' R$ 6,37  POSTO S…', 'R$ 16,40  加油站'].join('\n'),
    )
  })

  it('moves columns without room to a second line, and shortens nothing for them', () => {
    const split = [
      ...columns.slice(0, 2),
      { title: 'RUA', optional: true, below: true, text: () => 'Rua do Sol, 365' },
      { title: 'CIDADE', below: true, text: () => 'Maceió' },
    ]
    const [wide, middle] = [80, 50].map((width) => renderTable({ columns: split, rows }, width).split('\n'))
    expect(wide?.[1]).toBe(' R$ 6,37  POSTO SÃO JORGE DE MACEIÓ  Rua do Sol, 365  Maceió')
    expect(middle?.[1]).toBe(' R$ 6,37  POSTO SÃO JORGE DE MACEIÓ  Maceió')
    expect(renderTable({ columns: split, rows }, 40)).toBe(
      [
        '   PREÇO  POSTO',
        ' R$ 6,37  POSTO SÃO JORGE DE MACEIÓ',
        '          Rua do Sol, 365, Maceió',
        'R$ 16,40  加油站',
        '          Rua do Sol, 365, Maceió',
      ].join('\n'),
    )
    const noted = renderTable(
      { columns: split, rows: rows.slice(0, 1), footnote: () => 'https://mapa.example' },
      80,
    )
    expect(noted.split('\n').slice(2)).toEqual([
      '         Rua do Sol, 365, Maceió',
      '         https://mapa.example',
    ])
  })

  it('paints after it measures', () => {
    const painted: Column<number>[] = [{ title: 'P', text: () => 'x', tone: () => 'cheap' }]
    const drawn = renderTable({ columns: painted, rows: [1] }, 10, (text, tone) => `<${tone} ${text}>`)
    expect(drawn).toBe('<faint P>\n<cheap x>')
  })

  it('prints no control characters', () => {
    const hostile = [{ ...rows[0], nome: 'A\u001B[2J\nB\u202EC', preco: '1', nota: '' }]
    expect(renderTable({ columns, rows: hostile }, 80)).toBe('PREÇO  POSTO\n    1  A [2J B C')
  })
})

it.each([
  ['POSTO', 5, 'POSTO'],
  ['POSTOS', 5, 'POST…'],
  ['A BCD', 3, 'A…'],
  ['加油站点', 5, '加油…'],
])('shorten %j to %i cells: %j', (text, width, expected) => {
  expect(shorten(text, width)).toBe(expected)
  expect(cellsOf(expected)).toBeLessThanOrEqual(width)
})

it('breaks a sentence between words only', () => {
  expect(wrapped('Fonte: dados de demonstração. Coleta de hoje.', 20)).toEqual([
    'Fonte: dados de',
    'demonstração. Coleta',
    'de hoje.',
  ])
  expect(wrapped('https://exemplo.com.br/um/endereco/longo é inteiro', 20)).toEqual([
    'https://exemplo.com.br/um/endereco/longo',
    'é inteiro',
  ])
})
