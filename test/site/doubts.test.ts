import { beforeAll, describe, expect, it } from 'vitest'
import { ARAPIRACA, MACEIO, type Pump, cnpjOf, crowd, queryOver } from '../fixtures.ts'
import { type World, createWorld } from '../http/fixture.ts'
import { ask } from './ask.ts'

const PILAR = 2706901
/** The only station of Pilar: each of its prices is of one sale at exactly that price, and lies well under the ones before. */
const alone: Pump[] = [
  // The sale before is near its price, not at it.
  { posto: 1, cidade: PILAR, preco: 6.02, antes: [6.6, 6.6, 6.6, 6.05] },
  { posto: 1, cidade: PILAR, preco: 4.02, combustivel: 'alcool', antes: [4.6, 4.6, 4.6] },
]
const others: Pump[] = [6.29, 6.3, 6.31].map((preco, i) => ({ posto: 2 + i, preco }))
const FEW = '(só 1 venda; o usual é R$ 6,60)'
const AMBER = '<span class="care">só 1 venda; o usual é R$ 6,60</span>'
const SEEN = 'visto a R$ 6,02: só 1 venda; o usual é R$ 6,60'

const atPoints = (pump: Pump, i: number): Pump => ({ ...pump, ponto: [-9.65 - i / 1000, -35.72] })
const worldOf = async (pumps: readonly Pump[]) => {
  const { query } = await queryOver(pumps)
  return createWorld({ spoil: () => query })
}
const textOf = async ({ http }: World, path: string) =>
  (await ask(http, `/gasolina/${path}`)).text.replaceAll(/\s+/g, ' ')

let doubtful: World
let sure: World
beforeAll(async () => {
  doubtful = await worldOf([...alone, ...others])
  sure = await worldOf([...alone.map((pump): Pump => Object.assign({}, pump, { antes: [] })), ...others])
})

const PLACES = [
  ['the town that is asked about', 'gasolina-comum/pilar/', `Um só posto, a R$ 6,02 ${FEW}.`],
  [
    'its title in messages',
    'gasolina-comum/pilar/',
    'Gasolina comum em Pilar: desde R$ 6,60 (coleta de 16/04, 12:00)"',
  ],
  [
    'the fuel in the state',
    'gasolina-comum/',
    `Preço provável de R$ 6,29 a R$ 6,60 (o usual) em 4 postos; na última venda, metade ou mais cobrou até R$ 6,30. Visto a R$ 6,02: só 1 venda; o usual é R$ 6,60.`,
  ],
  [
    'towns by median',
    'gasolina-comum/',
    `>Pilar</a> <b>R$ 6,60</b> <span >1 posto, <span class="care">visto a R$ 6,02</span></span >`,
  ],
  ['the fuels of a place', 'gasolina-comum/', 'desde <b>R$ 6,29</b> · visto a 6,02'],
  ['towns side by side', 'comparar/', '<td> 6,60 <span class="care">visto 6,02</span> </td>'],
  ['the fuels of some towns', 'comparar/?municipios=maceio,pilar', 'desde <b>R$ 6,29</b> · visto a 6,02'],
  ['all fuels of a town', 'municipio/pilar/', `<p class="care">${SEEN}</p>`],
  [
    'what it says of itself',
    'municipio/pilar/',
    'Gasolina comum desde R$ 6,60, Álcool (etanol) desde R$ 4,60.',
  ],
  ['the state', '', `<span class="care">${SEEN}</span></p>`],
  [
    'stations that sell ethanol',
    'alcool-ou-gasolina/',
    'álcool R$ 4,60 (<span class="care">o usual; visto a R$ 4,02</span>), gasolina R$ 6,60',
  ],
  ['stations one keeps', `favoritos/?postos=${cnpjOf(1)}`, AMBER],
  ['the station itself', `posto/${cnpjOf(1)}/`, '<span class="care">só 1 venda; o usual é R$ 6,60</span>'],
] as const

it.each([
  ['', 'O álcool compensa em 0 de'],
  ['alcool-ou-gasolina/', 'O álcool compensa em 0 de 1 posto'],
  [
    'alcool-ou-gasolina/',
    'álcool R$ 5,39, gasolina R$ 6,89 (<span class="care">o usual; visto a R$ 7,99</span>)',
  ],
  ['alcool-ou-gasolina/', 'Pilar</a> <span>não compensa · álcool R$ 5,39, gasolina R$ 6,89'],
  [
    'alcool/pilar/',
    'Em Pilar: não, o álcool mais barato (R$ 5,39) é 78,2 % da gasolina mais barata (R$ 7,99, que conta pelo usual, R$ 6,89)',
  ],
  [
    `posto/${cnpjOf(1)}/`,
    'Aqui a gasolina compensa: o álcool custa 78,2 % dela, pelo preço mais provável do álcool e o usual da gasolina, R$ 6,89.',
  ],
])('ethanol does not pay by one dear receipt of gasoline: %s', async (path, said) => {
  const world = await worldOf([
    { posto: 1, cidade: PILAR, preco: 7.99, antes: [6.89, 6.89, 6.89] },
    { posto: 1, cidade: PILAR, preco: 5.39, combustivel: 'alcool' },
    ...others,
  ])
  expect((await textOf(world, path)).replaceAll('\u00A0', ' ')).toContain(said)
})

describe('a price that one will hardly pay', () => {
  it.each(PLACES)('has its reasons beside it: %s', async (_, path, said) => {
    expect(await textOf(doubtful, path)).toContain(said)
  })

  it.each([...new Set(PLACES.map(([, path]) => path))])(
    'is not made of one that stands alone: %s',
    async (path) => {
      const text = await textOf(sure, path)
      expect(text).toContain('6,02')
      expect(text).not.toMatch(/o usual é|class="care">\*/)
    },
  )

  it('is told beside the usual one, with its time, where that stands for a station nearby', async () => {
    const told = await textOf(doubtful, 'alcool/maceio/')
    expect(told).toMatch(/<strong>R\$ 4,60<.* · <span class="care">o usual; visto a R\$ 4,02<\/span>, <time/)
    expect(await textOf(sure, 'alcool/maceio/')).toMatch(/<strong>R\$ 4,02<.*>Pilar<\/a> · <time/)
  })

  it('is the price of a town with one station, not its median', async () => {
    const text = await textOf(sure, 'municipio/pilar/')
    expect(text).toContain('O preço é R$ 6,02')
    expect(text).not.toContain('metade ou mais cobrou')
  })

  it('makes no ethanol pay: a town sets its cheapest likely ethanol against its cheapest likely gasoline', async () => {
    const text = await textOf(doubtful, 'alcool-ou-gasolina/')
    expect(text).toContain('O álcool compensa em 1 de 1 posto que vende os dois')
    expect(text).toMatch(
      /69,7 %<\/span> <a [^>]*>Pilar<\/a> <span>compensa · álcool R\$ 4,60, gasolina R\$ 6,60/,
    )
    expect(await textOf(doubtful, 'alcool-ou-gasolina/?razao=0,69')).toContain('O álcool compensa em 0 de 1')
    expect(await textOf(doubtful, 'alcool/pilar/')).toContain(
      'Em Pilar: sim, o álcool mais barato (R$ 4,60) é 69,7 % da gasolina mais barata (R$ 6,60).',
    )
  })

  it('leads no order of towns, and has no badge or rank of its own', async () => {
    const { text } = await ask(doubtful.http, '/gasolina/mapa/')
    const order = [...text.slice(text.indexOf('id="ordem"')).matchAll(/gasolina-comum\/([a-z]+)\/"/g)]
    expect(order.map(([, town]) => town)).toEqual(['maceio', 'pilar'])
    const market = await worldOf(
      [
        { posto: 9, preco: 5.6, antes: [6.2, 6.2, 6.2] },
        ...[6.1, 6.3, 6.31].map((preco, i) => ({ posto: 2 + i, preco })),
        { posto: 5, preco: 6.52, vendidoEm: '2026-04-13T11:00:00-03:00' },
      ].map(atPoints),
    )
    const list = await textOf(market, 'gasolina-comum/maceio/?ordenar=preco')
    expect(list.match(/class="band (?:barato|normal">a confirmar)/g)).toEqual([
      'class="band normal">a confirmar',
      'class="band barato',
    ])
    expect(list.match(/, Posto[^"]*(?=" ><path)/gi)).toEqual([
      ', Posto Ficticio 5',
      ', Posto Ficticio 4, normal',
      ', Posto Ficticio 3, normal',
      ', Posto Ficticio 2, barato',
      ', Posto Ficticio 9, a confirmar',
    ])
    expect(await textOf(market, `posto/${cnpjOf(9)}/`)).toContain(
      'Pelo usual, R$ 6,20, 2º mais barato de 5 em Maceió.',
    )
    // Second of five, and yet above the median of declared prices: the distance would contradict the rank.
    const usual = [6.5, 6.5, 6.5]
    const contrary = await worldOf(
      [
        { posto: 8, preco: 5.6, antes: usual },
        { posto: 9, preco: 5.7, antes: usual },
        ...[6.1, 6.3, 6.31].map((preco, i) => ({ posto: 2 + i, preco })),
      ].map(atPoints),
    )
    expect(await textOf(contrary, `posto/${cnpjOf(3)}/`)).toContain('2º mais barato de 5 em Maceió.')
  })
})

describe('an extreme that rests on a price above its usual', () => {
  it.each([
    [
      'gnv/maceio/',
      'Preço provável de R$ 3,99 (só 1 venda; o usual é R$ 3,79) a R$ 4,50 (só 1 venda; o usual é R$ 4,30) em',
    ],
    ['', '<span class="care">só 1 venda; o usual é R$ 3,79</span>'],
    ['municipio/maceio/', '<span class="care">só 1 venda; o usual é R$ 3,79</span>'],
    ['comparar/?combustivel=gnv', '<b>3,99</b> <span class="care">usual 3,79</span>'],
    ['comparar/?combustivel=gnv', '<b>4,50</b> <span class="care">usual 4,30</span>'],
  ])('says so: %s', async (path, said) => {
    const market = await worldOf([
      { posto: 1, preco: 3.99, combustivel: 'gnv', antes: [3.79, 3.79, 3.79] },
      ...[4.1, 4.11].map((preco, i): Pump => ({ posto: 2 + i, preco, combustivel: 'gnv' })),
      { posto: 4, preco: 4.5, combustivel: 'gnv', antes: [4.3, 4.3, 4.3] },
    ])
    expect(await textOf(market, path)).toContain(said)
  })
})

it.each(['comparar/', 'mapa/', 'gasolina-comum/'])(
  'a town of one station, however cheap, comes after those that have a rank: %s',
  async (path) => {
    const market = await worldOf([
      { posto: 1, preco: 6, cidade: ARAPIRACA },
      ...[6.5, 6.6, 6.7].map((preco, i) => ({ posto: 2 + i, preco })),
    ])
    const text = await textOf(market, path)
    const [list = ''] = /<(table|ol) class="(?:towns-table|ranking)"[\s\S]*?<\/\1>/.exec(text) ?? []
    const towns = [...list.matchAll(/<a href="[^"]*gasolina-comum\/[^"]*">([^<]+)/g)].map(([, name]) => name)
    expect(towns).toEqual(['Maceió', 'Arapiraca'])
    expect(text).toMatch(/um ou dois postos/)
  },
)

it('the sales at a price are those at exactly this price, not those of the run near it', async () => {
  const corrida = [
    { valor: 6.34, vendas: 3, desde: '2026-04-14T08:00:00-03:00' },
    { valor: 6.3, vendas: 2, desde: '2026-04-16T08:00:00-03:00' },
  ]
  const { http } = await worldOf([...others, { posto: 9, preco: 6.3, corrida }])
  const { text } = await ask(http, '/gasolina/gasolina-comum/maceio/')
  expect(text).toMatch(/ · 2\u00A0vendas</)
  expect(text).not.toContain('5 vendas')
  const newer = { valor: 6.29, vendas: 1, desde: '2026-04-16T09:00:00-03:00' }
  const lone = await worldOf([...others, { posto: 9, preco: 6.29, corrida: [...corrida, newer] }])
  const list = await ask(lone.http, '/gasolina/gasolina-comum/maceio/')
  expect(list.text).toMatch(/ · 6\u00A0vendas quase iguais</)
  expect(list.text).toMatch(/ · só a última venda</)
  const page = (await ask(http, `/gasolina/posto/${cnpjOf(9)}/`)).text
  expect(page).toMatch(/2 vendas seguidas a este preço desde <time[^>]*>16\/04, 0?8:00/)
})

it('near me counts the sales at exactly a doubtful price, as the lists do', async () => {
  const corrida = [
    { valor: 6.05, vendas: 1, desde: '2026-04-16T08:00:00-03:00' },
    { valor: 6.02, vendas: 1, desde: '2026-04-16T09:00:00-03:00' },
  ]
  const { http } = await worldOf([...others, { posto: 1, preco: 6.02, corrida, antes: [6.6, 6.6, 6.6] }])
  expect((await ask(http, '/gasolina/gasolina-comum/')).text).toContain('o usual é R$\u00A06,60')
  const { text } = await ask(http, '/gasolina/dados/gasolina-comum.min.json')
  const { campos, postos } = JSON.parse(text) as { campos: string[]; postos: unknown[][] }
  const doubts = postos.map((values) => [values[0], values[campos.indexOf('duvida')]])
  expect(Object.fromEntries(doubts)).toMatchObject({ [cnpjOf(1)]: 1, [cnpjOf(2)]: 0 })
})

it('a place of which all prices are under suspicion is not told to sell nothing', async () => {
  const world = await worldOf([
    ...crowd(9, 6.3),
    { posto: 1, cidade: PILAR, preco: 16 },
    { posto: 2, cidade: MACEIO, preco: 5, combustivel: 'alcool' },
  ])
  const OUT = 'sem suspeita nos últimos dez dias; 1 preço ficou fora da lista.'
  const town = await textOf(world, 'municipio/pilar/')
  expect(town).toContain(`<p>Nenhum preço ${OUT}</p>`)
  expect(town).toContain(
    '<p class="lead">Nenhum posto de Pilar tem preço sem suspeita nos últimos dez dias.</p>',
  )
  const list = await textOf(world, 'gasolina-comum/pilar/')
  expect(list).toContain(
    '<p class="lead">Nenhum preço de gasolina comum sem suspeita em Pilar nos últimos dez dias; 1 preço ficou fora da lista.</p>',
  )
  expect(list).not.toContain('Ninguém vendeu')
  expect(await textOf(world, 'comparar/?municipios=pilar,penedo')).toContain(
    'Nenhum preço de gasolina comum sem suspeita nestas cidades nos últimos dez dias; 1 preço ficou fora da lista.',
  )
  expect(await textOf(world, 'alcool/pilar/')).toContain(
    'Ninguém vendeu álcool (etanol) em Pilar nos últimos dez dias.',
  )
})

it('prices that look alike are one price, and a doubt is told once', async () => {
  const alike = await worldOf([
    { posto: 1, cidade: PILAR, preco: 6.02, antes: [6.6, 6.6, 6.6] },
    { posto: 2, cidade: PILAR, preco: 6.6 },
  ])
  expect(await textOf(alike, 'gasolina-comum/pilar/')).toContain(
    '<p class="lead">Preço provável de R$ 6,60 nos 2 postos.</p>',
  )
  const [description = ''] =
    (await textOf(doubtful, 'gasolina-comum/pilar/')).match(/<meta name="description"[^>]*>/) ?? []
  expect(description.match(/o usual é/g)).toHaveLength(1)
})
