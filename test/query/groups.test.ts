import { cheaperNearby, groupNotes, groupsTitle } from '../../src/format/words/group-words.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { describe, expect, it } from 'vitest'
import { estatisticasSchema, figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { distanceKm } from '../../src/domain/geo/distances.ts'
import { municipioByCode, municipios } from '../../src/domain/alagoas/municipalities.ts'
import type { Pedido } from '../../src/domain/questions/parameters.ts'
import { createQuery } from '../../src/query/query.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { still } from '../still.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { ARAPIRACA, MACEIO, type Pump, cnpjOf, crowd, queryOver } from '../fixtures.ts'
import { afterSales, medians, sale } from './past-fixture.ts'

const PENEDO = 2706703
const PILAR = 2706901
const PORTO_DE_PEDRAS = 2707404
const CAMPO_GRANDE = 2701506

async function groups(pumps: readonly Pump[], pedido: Partial<Pedido<'estatisticas'>>) {
  const { query } = await queryOver(pumps)
  const answer = await query.estatisticas({ litros: 50, ...pedido })
  expect(estatisticasSchema.strict().parse(answer)).toEqual(answer)
  const { grupos = [] } = answer
  return { answer, grupos, of: (code: number) => grupos.find(({ codigoIBGE }) => codigoIBGE === code) }
}

/** Stations of one municipality, one at each price. */
function town(cidade: number, from: number, ...prices: number[]): Pump[] {
  return prices.map((preco, i) => ({ preco, cidade, posto: from + i }))
}

const state = [
  ...town(MACEIO, 100, 6.1, 6.3, 6.2),
  ...town(ARAPIRACA, 200, 6.3, 6.1, 6.2),
  ...town(PENEDO, 300, 6.9, 6.5, 6.7, 6.8),
  ...town(PILAR, 400, 5.9),
]

describe('municipalities side by side', () => {
  it('are all 102, cheapest median first, those without a price last', async () => {
    const { grupos, of, answer } = await groups(state, { por: 'municipio' })
    expect(grupos.map(({ codigoIBGE }) => codigoIBGE).toSorted()).toEqual(
      municipios.map(({ codigoIBGE }) => codigoIBGE).toSorted(),
    )
    expect(grupos.slice(0, 4).map(({ codigoIBGE }) => codigoIBGE)).toEqual([PILAR, ARAPIRACA, MACEIO, PENEDO])
    expect(of(PENEDO)).toMatchObject({
      nome: 'Penedo',
      municipioNome: 'Penedo',
      municipio: 'PENEDO',
      postos: 4,
      precoMinimo: 6.5,
      precoMediano: 6.75,
      precoMaximo: 6.9,
      maisBarato: { cnpj: cnpjOf(301), nomeFantasia: 'POSTO FICTICIO 301' },
      suspeitos: 0,
    })
    expect(of(CAMPO_GRANDE)).toMatchObject({
      postos: 0,
      precoMinimo: null,
      precoMediano: null,
      precoMaximo: null,
      variacao: { semana: null },
      maisBarato: null,
      colocacao: null,
    })
    expect(answer.comparacao).toEqual({ por: 'municipio', combustivel: 'gasolina-comum', colocados: 3 })
  })

  it('are ranked from three stations on, equal medians sharing their place', async () => {
    const { of } = await groups(state, { por: 'municipio' })
    expect([PILAR, ARAPIRACA, MACEIO, PENEDO].map((code) => of(code)?.colocacao)).toEqual([null, 1, 1, 3])
  })

  it('share their place, too, where the medians are alike as written', async () => {
    const pumps = [
      ...town(PENEDO, 701, 6.7, 6.759, 6.76, 6.9),
      ...town(ARAPIRACA, 751, 6.7, 6.76, 6.8),
      ...crowd(9, 6.9),
    ]
    const { of } = await groups(pumps, { por: 'municipio' })
    expect([PENEDO, ARAPIRACA].map((code) => [of(code)?.precoMediano, of(code)?.colocacao])).toEqual([
      [6.76, 1],
      [6.76, 1],
    ])
  })

  it('count suspects and leave them out', async () => {
    const pumps = [...state, ...crowd(9, 6.2), { preco: 80, cidade: PENEDO, posto: 999 }]
    const { of } = await groups(pumps, { por: 'municipio' })
    expect(of(PENEDO)).toMatchObject({ postos: 4, precoMaximo: 6.9, suspeitos: 1 })
  })

  it('tell the least that one will likely pay in each, which need not be where the lowest price is', async () => {
    const pumps = [
      ...state,
      { preco: 5.8, cidade: PENEDO, posto: 310, antes: [6.6, 6.6, 6.6] },
      { preco: 5, cidade: PORTO_DE_PEDRAS, posto: 500, antes: [6.4, 6.4, 6.4] },
    ]
    const { of } = await groups(pumps, { por: 'municipio' })
    expect(of(PENEDO)).toMatchObject({ precoMinimo: 5.8, precoMinimoProvavel: 6.5 })
    expect(of(PORTO_DE_PEDRAS)).toMatchObject({ precoMinimo: 5, precoMinimoProvavel: 6.4 })
    expect(of(PILAR)).toMatchObject({ precoMinimo: 5.9, precoMinimoProvavel: 5.9 })
    expect(of(CAMPO_GRANDE)?.precoMinimoProvavel).toBeNull()
  })

  it('are of the fuel asked for', async () => {
    const pumps = [...state, { preco: 4.9, combustivel: 'alcool' as const, cidade: PENEDO, posto: 300 }]
    const { of, answer } = await groups(pumps, { por: 'municipio', combustivel: 'alcool' })
    expect([of(PENEDO)?.precoMediano, of(MACEIO)?.precoMediano]).toEqual([4.9, null])
    expect(answer.comparacao?.combustivel).toBe('alcool')
  })

  it('give each the very figures that a question for it alone gives', async () => {
    const { grupos } = await groups(state, { por: 'municipio' })
    for (const { codigoIBGE, postos, precoMinimo, precoMediano, precoMaximo } of grupos.slice(0, 5)) {
      const { answer } = await groups(state, { municipio: String(codigoIBGE) })
      expect(answer.combustiveis['gasolina-comum']).toMatchObject({
        postos,
        precoMinimo,
        precoMediano,
        precoMaximo,
      })
      expect(answer.grupos).toBeUndefined()
    }
  })

  it('lie at the middle of their believable stations, with fewer than three at the town', async () => {
    const pumps: Pump[] = [
      { preco: 6, ponto: [-9.66, -35.73] },
      { preco: 6, ponto: [-9.65, -35.72] },
      { preco: 6, ponto: [-9.64, -35.71] },
      // In the sea off another state.
      { preco: 6, ponto: [-8, -34] },
      { preco: 6, cidade: PENEDO, ponto: [-10.25, -36.55] },
      { preco: 6, cidade: PENEDO, ponto: [-10.27, -36.57] },
    ]
    const { of } = await groups(pumps, { por: 'municipio' })
    expect(of(MACEIO)?.centro).toEqual({ latitude: -9.65, longitude: -35.72 })
    const { latitude, longitude } = municipioByCode(PENEDO) ?? {}
    expect(of(PENEDO)?.centro).toEqual({ latitude, longitude })
  })

  it('keep to one that is asked for, with its place among all', async () => {
    const { grupos } = await groups(state, { por: 'municipio', municipio: 'Penedo' })
    expect(grupos.map(({ municipio, colocacao }) => [municipio, colocacao])).toEqual([['PENEDO', 3]])
  })

  it('suggest names for one that may be several', async () => {
    const { grupos, answer } = await groups(state, { por: 'municipio', municipio: 'santana' })
    expect([grupos, answer.sugestoes]).toEqual([[], ['Santana do Ipanema', 'Santana do Mundaú']])
  })

  it('count, with horas and bairro, what both let by', async () => {
    const pumps: Pump[] = [
      { preco: 6, cidade: PENEDO, bairro: 'CENTRO' },
      { preco: 6.5, cidade: PENEDO, bairro: 'BARRO DURO' },
      { preco: 7, cidade: PENEDO, bairro: 'CENTRO', vendidoEm: '2026-04-10T10:00:00-03:00' },
    ]
    const { of } = await groups(pumps, { por: 'municipio', bairro: 'centro', horas: 24 })
    expect(of(PENEDO)).toMatchObject({ postos: 1, precoMaximo: 6 })
  })
})

describe('a municipality and its neighbours', () => {
  it('stand nearest first, itself at 0 km, whether or not they have stations', async () => {
    const { grupos, of } = await groups([...town(PORTO_DE_PEDRAS, 1, 6.9), ...state], {
      municipio: 'Porto de Pedras',
      raio: 40,
    })
    expect(grupos[0]).toMatchObject({ codigoIBGE: PORTO_DE_PEDRAS, distanciaKm: 0, precoMediano: 6.9 })
    const distances = grupos.map(({ distanciaKm = NaN }) => distanciaKm)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    const from = municipioByCode(PORTO_DE_PEDRAS) ?? { latitude: 0, longitude: 0 }
    const near = municipios.filter((m) => distanceKm(from, m) <= 40)
    expect(grupos.map(({ codigoIBGE }) => codigoIBGE).toSorted()).toEqual(
      near.map(({ codigoIBGE }) => codigoIBGE).toSorted(),
    )
    expect(near.length).toBeGreaterThan(5)
    expect(of(MACEIO)).toBeUndefined()
  })

  it('leave the summary of all fuels to the municipality alone', async () => {
    const { answer } = await groups(state, { municipio: 'pilar', raio: 100 })
    expect(answer.combustiveis['gasolina-comum']).toMatchObject({ postos: 1, precoMediano: 5.9 })
  })
})

describe('some municipalities', () => {
  it('are compared by names and codes, in the order of their medians, each once', async () => {
    const { grupos, answer } = await groups(state, { municipios: 'Penedo, 2704302,maceio, pilar,' })
    expect(grupos.map(({ municipio, colocacao }) => [municipio, colocacao])).toEqual([
      ['PILAR', null],
      ['MACEIO', 1],
      ['PENEDO', 3],
    ])
    expect(answer.combustiveis['gasolina-comum']).toMatchObject({
      postos: 8,
      precoMinimo: 5.9,
      precoMaximo: 6.9,
    })
  })
})

describe('dearest first', () => {
  it('turns the order by median around, those without a price still last', async () => {
    const { grupos } = await groups(state, { por: 'municipio', ordem: 'desc' })
    const codes = grupos.map(({ codigoIBGE }) => codigoIBGE)
    expect([codes[0], codes[3]]).toEqual([PENEDO, PILAR])
    expect(grupos.at(-1)?.precoMediano).toBeNull()
  })

  it.each([
    { municipio: 'maceio', raio: 40 },
    { perto: '-9.65,-35.73', raio: 40 },
  ])('turns the order by distance around, and says the same of the places: %j', async (where) => {
    const [near, far] = await Promise.all([groups(state, where), groups(state, { ...where, ordem: 'desc' })])
    expect(far.grupos.length).toBeGreaterThan(2)
    expect(far.grupos).toEqual(near.grupos.toReversed())
    const told = ({ grupos }: typeof near, ordem: 'asc' | 'desc') => [
      groupsTitle({ por: 'municipio', combustivel: 'gasolina-comum' }, grupos, { ...where, ordem }),
      cheaperNearby('gasolina-comum', grupos, { ...where, ordem }),
    ]
    expect(told(far, 'desc')).toEqual(told(near, 'asc'))
  })
})

describe('districts side by side', () => {
  const pumps: Pump[] = [
    { preco: 6.4, bairro: 'FAROL', ponto: [-9.66, -35.74] },
    { preco: 6.2, bairro: 'PONTA VERDE' },
    { preco: 6, bairro: 'PONTA VERDE' },
    { preco: 6.3, bairro: 'PTA VERDE' },
    { preco: 5, bairro: 'FAROL', cidade: ARAPIRACA },
  ]

  it('are those of one municipality, with the middle from which distances to them are measured', async () => {
    const { grupos } = await groups(pumps, { por: 'bairro', municipio: 'maceio' })
    expect(grupos.every(({ codigoIBGE }) => codigoIBGE === MACEIO)).toBe(true)
    expect(grupos.map(({ bairro, precoMediano }) => [bairro, precoMediano])).toEqual([
      ['PONTA VERDE', 6.1],
      ['PTA VERDE', 6.3],
      ['FAROL', 6.4],
    ])
    expect(grupos.map(({ nome }) => nome)).toEqual(['Ponta Verde', 'Pta Verde', 'Farol'])
    expect(grupos.map(({ centro }) => centro)).toEqual([
      { latitude: -9.66, longitude: -35.703 },
      null,
      { latitude: -9.651, longitude: -35.735 },
    ])
    const { query } = await queryOver(pumps)
    const asked = { combustivel: 'gasolina-comum', suspeitos: 'omitir', ordenar: 'preco' } as const
    for (const { nome, centro } of grupos.filter(({ centro }) => centro)) {
      const { centro: near } = await query.precos({ ...asked, perto: `${nome}, Maceió` })
      expect(near).toMatchObject({ ...centro })
    }
  })
})

describe('districts that are asked for', () => {
  const pumps: Pump[] = [
    ...[6.1, 6.2, 6.3].map((preco) => ({ preco, bairro: 'CENTRO' })),
    ...[6.4, 6.5, 6.6].map((preco) => ({ preco, bairro: 'PONTA VERDE' })),
    ...[6.7, 6.8, 6.9].map((preco) => ({ preco, bairro: 'JATIUCA' })),
    ...[5.9, 6].map((preco) => ({ preco, bairro: 'CENTRO', cidade: ARAPIRACA })),
    { preco: 5.2, bairro: 'BRASILIA', cidade: ARAPIRACA },
  ]

  it('are compared alone, each with all of its stations and its place among all of the municipality', async () => {
    const asked = { por: 'bairro', municipio: 'maceio', bairro: 'jatiuca, ponta verde' } as const
    const { grupos, answer } = await groups(pumps, asked)
    expect(grupos.map(({ bairro, postos, colocacao }) => [bairro, postos, colocacao])).toEqual([
      ['PONTA VERDE', 3, 2],
      ['JATIUCA', 3, 3],
    ])
    expect(answer.comparacao?.colocados).toBe(3)
  })

  it('tell their municipality when all of them are in one only', async () => {
    const { grupos, answer } = await groups(pumps, { por: 'bairro', bairro: 'centro, ponta verde' })
    expect(grupos.map(({ bairro, codigoIBGE }) => [bairro, codigoIBGE])).toEqual([
      ['CENTRO', MACEIO],
      ['PONTA VERDE', MACEIO],
    ])
    expect([answer.lugar.nome, answer.observacoes]).toEqual(['Centro e Ponta Verde, Maceió', []])
    for (const bairro of ['centro', 'brasilia, jatiuca', 'alagoas'])
      await expect(groups(pumps, { por: 'bairro', bairro })).rejects.toThrow('diga qual em municipio')
    const nowhere = await groups(pumps, { por: 'bairro', bairro: 'xyzw' })
    expect([nowhere.grupos, nowhere.answer.sugestoes]).toEqual([[], []])
  })

  it('without a station are told of', async () => {
    const { grupos, answer } = await groups(pumps, { por: 'bairro', bairro: 'guaxuma, centro, jatiuca' })
    expect(grupos.map(({ bairro }) => bairro)).toEqual(['CENTRO', 'JATIUCA'])
    expect(answer.observacoes).toEqual(['Nenhum posto conhecido é de Guaxuma.'])
  })

  it('choose the municipalities that have them, of which theirs alone count', async () => {
    const { grupos } = await groups(pumps, { por: 'municipio', bairro: 'centro' })
    expect(grupos.map(({ municipio, postos }) => [municipio, postos])).toEqual([
      ['ARAPIRACA', 2],
      ['MACEIO', 3],
    ])
    const named = await groups(pumps, { municipios: 'penedo,arapiraca', bairro: 'centro' })
    expect(named.grupos.map(({ municipio, postos }) => [municipio, postos])).toEqual([
      ['ARAPIRACA', 2],
      ['PENEDO', 0],
    ])
    const near = await groups(pumps, { municipio: 'pilar', raio: 60, bairro: 'centro' })
    expect(near.grupos.map(({ municipio }) => municipio)).toEqual(['PILAR', 'MACEIO'])
  })
})

describe('the change of a group in a week', () => {
  const stations = ['11222333000101', '11222333000102', '11222333000103']
  const today = stations.map((cnpj, i) => sale('2026-04-16', 6.2 + i / 10, { cnpj }))
  const before = stations.map((cnpj, i) => sale('2026-04-08', 6 + i / 10, { cnpj }))

  it('is that of its median, as the same question for it alone tells', async () => {
    const query = await queryOfSales([...before, ...today])
    const { grupos = [], observacoes } = await query.estatisticas({ litros: 50, por: 'municipio' })
    const alone = await query.estatisticas({ litros: 50, municipio: 'maceio' })
    expect(grupos[0]?.variacao).toEqual({ semana: { valor: 0.2, percentual: 3.3, postos: 3 } })
    expect(grupos[0]?.variacao.semana).toEqual(
      figuresOf(alone.combustiveis, 'gasolina-comum').variacao.semana,
    )
    expect(observacoes.join()).not.toContain('dos que entraram')
  })

  it('says which medians were of fewer stations', async () => {
    const query = await queryOfSales([...before.slice(1), ...today])
    const resposta = await query.estatisticas({ litros: 50, por: 'municipio' })
    const { grupos = [], observacoes } = resposta
    expect(grupos[0]?.variacao.semana?.postos).toBe(2)
    expect(observacoes).toContain(
      'Antes conhecia-se o preço de menos postos (Gasolina comum, Maceió): a variação é também dos que entraram.',
    )
    // A list of some of the places names those alone.
    expect(groupNotes(resposta, grupos)).toContain(
      'Antes conhecia-se o preço de menos postos (Maceió): a variação é também dos que entraram.',
    )
    expect(groupNotes(resposta, []).join()).not.toContain('Antes conhecia-se')
  })
})

async function queryOfSales(past: readonly Venda[]) {
  const { snapshot, sales } = await afterSales(past, {
    medianas: { 'gasolina-comum': medians(6, '2026-04-08', '2026-04-16') },
  })
  const dataset = createDataset({
    store: {
      fonte: 'demonstracao',
      sales,
      changes: {} as never,
      monthlyFiles: {} as never,
      days: createStore(memory(), 'demonstracao').days,
      attempts: { known: () => null, latest: async () => null, registry: () => null },
      damaged: () => [],
      refused: () => [],
    },
    follow: still({ commit: snapshot.commit, damaged: [] }),
    clock: () => 0,
    intervaloMinutos: 60,
  })
  return createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
}
