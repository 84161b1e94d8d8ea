import { describe, expect, it } from 'vitest'
import type { RespostaPosto, RespostaPostos } from '../../src/domain/answers/posto.ts'
import { summarizeDays } from '../../src/domain/past/periods.ts'
import { placeChangesView, placeHistoryView } from '../../src/cli/views/place-history.ts'
import { stationView } from '../../src/cli/views/station.ts'
import { toMs } from '../../src/domain/basics/time.ts'
import { statisticsView } from '../../src/cli/views/statistics.ts'
import { drawView } from '../../src/format/terminal/view.ts'
import { AGORA, cnpjOf, queryOver } from '../fixtures.ts'
import { gasolina } from './run.ts'
import { storeToRead } from './stores.ts'

const env = storeToRead()
const CANVAS = { width: 120, hasColour: false }

describe('a station with two products under one fuel', () => {
  it('shows the station of each', async () => {
    const { cnpj, fuel } = await stationWithTwo()
    const { stdout } = await gasolina(['posto', cnpj, '--csv'], { env })
    const [header = '', ...rows] = stdout.trim().split('\r\n')
    const column = (name: string) => header.split(',').indexOf(name)
    const told = rows.map((row) => row.split(','))
    for (const { codigo, confirmacao } of [
      { ...fuel.produto, confirmacao: fuel.confirmacao },
      ...(fuel.outros ?? []),
    ])
      expect(told).toContainEqual(
        expect.arrayContaining([codigo, String(confirmacao.vendas), confirmacao.desde]),
      )
    const confirmations = told.map((row) => row[column('confirmadoDesde')])
    expect(new Set(confirmations).size).toBe(confirmations.length)
  })

  it('tells in its history which product a line is of', async () => {
    const { cnpj, fuel } = await stationWithTwo()
    const { stdout } = await gasolina(['historico', cnpj], { env })
    expect(stdout).toMatch(/DE +ATÉ +CÓDIGO +PREÇO/)
    const codes = [fuel.produto, ...(fuel.outros ?? [])].map(({ codigo }) => codigo)
    expect(codes.some((codigo) => stdout.includes(`  ${codigo}  `))).toBe(true)
  })
})

describe('a suspect newest sale', () => {
  it('is not the one that the history begins with, which says so', async () => {
    const { stdout } = await gasolina(['precos', '--suspeitos', 'so', '--json'], { env })
    const cnpjs = (JSON.parse(stdout) as RespostaPostos).conteudo.map((one) => one.estabelecimento.cnpj)
    const told = cnpjs.map((cnpj) => gasolina(['historico', cnpj, '--combustivel', 'gasolina'], { env }))
    const first = (await Promise.all(told)).map(
      ({ stdout: text }) => /R\$ .*? por litro(.*?);/.exec(text)?.[1],
    )
    expect(new Set(first)).toEqual(new Set([' na última venda não suspeita']))
  })
})

const SOURCED = {
  fonte: '',
  licenca: '',
  atribuicao: '',
  demonstracao: false,
  lugar: { ambito: 'municipio' as const, nome: 'Arapiraca', bairros: [], municipios: [] },
  atualizadoEm: '2026-04-16T06:00:00-03:00',
}

/** The history of a place with these daily medians. */
function drawnHistory(medians: ReadonlyMap<string, number>, ate: string): string {
  const serie = [...medians].map(([periodo, mediana]) => ({
    periodo,
    minimo: 6,
    mediana,
    maximo: 7,
    postos: 9,
  }))
  const unidadeMedida = 'M3' as const
  const gnv = { nome: 'GNV', nomePopular: 'GNV', unidadeMedida, serie, resumo: summarizeDays(serie) }
  const periodo = { desde: '2026-04-14', ate }
  const answer = { ...SOURCED, observacoes: [], periodo, combustiveis: { gnv } }
  return drawView(placeHistoryView(answer, 'dia', { width: 100, now: 0 }), CANVAS)
}

describe('the history of a place', () => {
  it('does not say that a median that ends where it began stood still', () => {
    const medians = [6.98, 6.68, 6.98].map((mediana, i) => [`2026-04-1${4 + i}`, mediana] as const)
    const text = drawnHistory(new Map(medians), '2026-04-16')
    expect(text).toContain('GNV: mediana R$ 6,98 por m³; igual à do começo; preços de R$ 6,00 a R$ 7,00')
  })

  it('draws its line to the last day known, however late the end asked for', () => {
    const medians = new Map([
      ['2026-04-14', 6.98],
      ['2026-04-16', 6.68],
      ['2026-04-17', 6.98],
    ])
    const line = (ate: string) => /^[ ▁▂▃▄▅▆▇█]+$/m.exec(drawnHistory(medians, ate))?.[0]
    expect(line('2026-04-17')).toBe('█ ▁█')
    expect(line('2027-12-31')).toBe('█ ▁█')
    expect(line('9999-12-31')).toBe('█ ▁█')
  })
})

it('changes of a day without a known sale name the option of the terminal', () => {
  const observacoes = ['Para as mudanças desse dia, desde=2026-04-15.']
  const day = '2026-04-16'
  const answer = { ...SOURCED, observacoes, periodo: { desde: day, ate: day }, combustiveis: {} }
  const text = drawView(placeChangesView(answer, false), CANVAS)
  expect(text).toContain('Para as mudanças desse dia, --desde 2026-04-15.')
})

describe('a price of one sale', () => {
  const pumps = [5.9, 6, 6.1, 6.2].map((preco, posto) => ({ posto, preco }))
  const ABOVE = { posto: 9, preco: 7.1, antes: [6.7, 6.7, 6.7] }

  it('is doubted in the history that ends with it', async () => {
    const { stdout } = await gasolina(['historico', 'serrano central', '--combustivel', 'gasolina'], { env })
    expect(stdout).toMatch(/ por litro na última venda \(só 1 venda; o usual é R\$ [\d,]+\); de /)
  })

  it('has no word of rank', async () => {
    const { query } = await queryOver([...pumps, ABOVE])
    const posto = await query.posto({ cnpj: cnpjOf(9) })
    expect(posto.combustiveis['gasolina-comum']?.posicao?.faixa).toBe('caro')
    expect(drawView(stationView(posto, toMs(AGORA)), CANVAS)).toMatch(/^! .* a confirmar/m)
  })

  it('below the usual is ranked by the usual, and the others at its own price are not told', async () => {
    const { query } = await queryOver([...pumps, { posto: 9, preco: 5.9, antes: [6.7, 6.7, 6.7] }])
    const drawn = async (posto: number) =>
      drawView(stationView(await query.posto({ cnpj: cnpjOf(posto) }), toMs(AGORA)), CANVAS)
    expect(await drawn(9)).toMatch(/^! .* 5º de 5 /m)
    expect(await drawn(0)).toContain(' 1º (com mais 1) de 5 ')
  })

  it('that is the highest, above the usual, has a sign in the table of figures, and the sign a note', async () => {
    const { query } = await queryOver([...pumps, ABOVE])
    const text = drawView(statisticsView(await query.estatisticas({ litros: 50 }), { litros: 50 }), CANVAS)
    expect(text).toMatch(/R\$ 7,10\+ [\s\S]*\n\+ Poucas vendas, e acima do usual do posto\./)
    // No sale of a week before is known.
    expect(text.match(/^Onde falta a variação de um dia, uma semana ou um mês, .*\.$/gm)).toHaveLength(1)
  })
})

describe('a CNPJ', () => {
  it.each(['posto', 'historico'])('beside a place is wrong usage for %s', async (command) => {
    const { cnpj } = await stationWithTwo()
    const { code, stderr } = await gasolina([command, cnpj, '--municipio', 'maceio'], { env })
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('O CNPJ já diz qual é o posto: tire --municipio.'),
    ])
  })
})

describe('a station without the fuel asked for', () => {
  it('is told as such, and exits 1', async () => {
    const { stdout } = await gasolina(['precos', '--limite', '500', '--json'], { env })
    const cnpjs = (JSON.parse(stdout) as RespostaPostos).conteudo.map((one) => one.estabelecimento.cnpj)
    const gnv = (await gasolina(['precos', '--combustivel', 'gnv', '--limite', '500', '--json'], { env }))
      .stdout
    const cnpj = cnpjs.find((one) => !gnv.includes(one)) ?? ''
    const { code, stderr } = await gasolina(['posto', cnpj, '--combustivel', 'gnv'], { env })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ não tem venda de GNV nos últimos dez dias\.\n$/),
    ])
  })
})

describe('a name that no station has', () => {
  it.each([
    ['casa nva do sul', 'POSTO FICTICIO CASA NOVA DO SUL'],
    ['Carcará do Nrte', 'POSTO FICTICIO CARCARA DO NORTE'],
  ])('«%s» is told with the one that was meant', async (text, name) => {
    expect(await gasolina(['posto', text], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`Talvez: ${name}`),
    })
  })

  it('and is like none, is told as it is', async () => {
    const { stderr } = await gasolina(['posto', 'xyzzyqwert'], { env })
    expect(stderr).toBe(
      "Nenhum posto encontrado com 'xyzzyqwert' no nome. Use um CNPJ ou palavras do nome.\n",
    )
  })
})

/** One whose products have been sold since different moments. */
async function stationWithTwo() {
  const answer = await gasolina(['precos', '--combustivel', 's10', '--json'], { env })
  const { conteudo } = JSON.parse(answer.stdout) as RespostaPostos
  for (const { estabelecimento } of conteudo) {
    const { stdout } = await gasolina(['posto', estabelecimento.cnpj, '--json'], { env })
    const fuel = (JSON.parse(stdout) as RespostaPosto).combustiveis['diesel-aditivado']
    if (fuel?.outros?.every(({ confirmacao }) => confirmacao.desde !== fuel.confirmacao.desde))
      return { cnpj: estabelecimento.cnpj, fuel }
  }
  throw new Error('the demonstration has such stations')
}
