import { describe, expect, it } from 'vitest'
import { type RespostaPrecos, precosSchema } from '../../src/domain/answers/precos.ts'
import { distanceKm } from '../../src/domain/geo/distances.ts'
import type { Pedido } from '../../src/domain/questions/parameters.ts'
import { whole } from '../../src/format/json/list-text.ts'
import { wholeCents } from '../../src/format/words/formatting.ts'
import { ARAPIRACA, type Pump, cnpjOf, queryOver } from '../fixtures.ts'

const HOME = { lat: -9.66, lon: -35.7 }
/** Stations due west of home, a tenth of a degree of longitude apart: 10.97 km. */
const WESTWARDS: Pump[] = [
  { posto: 1, preco: 6.8, ponto: [-9.66, -35.72] },
  { posto: 2, preco: 6.3, ponto: [-9.66, -35.74] },
  { posto: 3, preco: 6, antes: [6.6, 6.6, 6.6], ponto: [-9.66, -35.72] },
  { posto: 4, preco: 6.2, ponto: [-9.66, -35.9] },
  { posto: 5, preco: 3, ponto: [-9.66, -35.71] },
]

describe('what a drive costs', () => {
  it('is filling up at the probable price, there and back by a factor', async () => {
    const answer = await ask({ ...HOME, raio: 50, litros: 40, consumo: 10, ordenar: 'preco' })
    expect(answer.contas).toEqual({ litros: 40, consumo: 10, fatorDeVia: 1.3 })
    const [first] = answer.conteudo
    const away = distanceKm({ latitude: -9.66, longitude: -35.7 }, { latitude: -9.66, longitude: -35.72 })
    expect(first?.distanciaKm).toBe(away)
    expect(first?.custo).toEqual({
      abastecimento: 264,
      desvioKm: Math.round(away * 2600) / 1000,
      deslocamento: Math.round(away * 2.6 * 0.66 * 1000) / 1000,
      total: Math.round((264 + away * 2.6 * 0.66) * 1000) / 1000,
    })
  })

  it('is the same amount in the sentence as in the figures, to the thousandth', async () => {
    const one: Pump[] = [{ posto: 1, preco: 6.001, ponto: [-9.66, -35.72] }]
    const { query } = await queryOver(one)
    for (let litros = 1; litros <= 100; litros++) {
      const asked = { combustivel: 'gasolina-comum', ...HOME, raio: 50, suspeitos: 'omitir', litros } as const
      const { conteudo, observacoes } = await query.precos(asked)
      const { total, deslocamento } = conteudo[0]?.custo ?? {}
      expect(observacoes.join()).toContain(
        `sai por ${wholeCents(total ?? 0)}, com ${wholeCents(deslocamento ?? 0)} de desvio`,
      )
    }
  })

  it('differs from the nearest by what the totals shown differ by', async () => {
    for (let consumo = 5; consumo <= 25; consumo++) {
      const { conteudo, economia } = await ask({ ...HOME, raio: 50, ordenar: 'provavel', consumo })
      const [first] = conteudo
      const nearest = conteudo.toSorted((a, b) => (a.distanciaKm ?? 0) - (b.distanciaKm ?? 0))[0]
      const [there, here] = [nearest, first].map((entry) => Math.round((entry?.custo?.total ?? 0) * 1000))
      expect(economia?.sobreMaisPerto).toBe(((there ?? 0) - (here ?? 0)) / 1000)
    }
  })

  it('decides what comes first: neither the nearest nor the cheapest need win', async () => {
    const byCost = await ask({ ...HOME, raio: 50, ordenar: 'custo', litros: 40, consumo: 5 })
    expect(stationsOf(byCost)).toEqual([2, 3, 1, 4])
    expect(stationsOf(await ask({ ...HOME, raio: 50, ordenar: 'distancia' }))).toEqual([3, 1, 2, 4])
    const [first, nearest] = [0, 1].map((at) => byCost.conteudo[at]?.custo?.total ?? NaN)
    expect(byCost.economia?.sobreMaisPerto).toBeCloseTo((nearest ?? 0) - (first ?? 0), 2)
    // The more one fills up, the farther it pays to go.
    expect(stationsOf(await ask({ ...HOME, raio: 50, ordenar: 'custo', litros: 1000 }))[0]).toBe(4)
  })

  it('is no advice from the dearest on', async () => {
    const dearest = await ask({ ...HOME, raio: 50, ordenar: 'custo', litros: 40, ordem: 'desc' })
    const cheapest = await ask({ ...HOME, raio: 50, ordenar: 'custo', litros: 40, ordem: 'asc' })
    expect(stationsOf(dearest)).toEqual(stationsOf(cheapest).toReversed())
    expect(cheapest.observacoes.join()).toContain('primeiro da lista')
    expect(dearest.observacoes.join()).toContain('Custo: 40 L')
    expect(dearest.observacoes.join()).not.toContain('primeiro da lista')
  })

  it('is no advice where a price is in doubt', async () => {
    const crowd = Array.from({ length: 8 }, (_, i): Pump => {
      return { posto: 20 + i, preco: 6.4, ponto: [-9.66, -35.75] }
    })
    const suspect: Pump = { posto: 5, preco: 3, ponto: [-9.66, -35.76] }
    const answer = await ask({ ...HOME, raio: 50, litros: 40, suspeitos: 'incluir', ordenar: 'preco' }, [
      ...crowd,
      suspect,
    ])
    expect(answer.conteudo[0]?.suspeito).toBeDefined()
    expect(answer.economia).toMatchObject({
      sobreMaisPerto: null,
      maisPerto: { precoProvavel: expect.any(Number) as unknown },
    })
    expect(answer.observacoes.join()).toContain('Custo: 40 L')
    expect(answer.observacoes.join()).not.toContain('primeiro da lista')
  })

  it('is none against a nearest price over the usual that one sale confirms', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 7, antes: [6.8, 6.8, 6.8], ponto: [-9.66, -35.7] },
      { posto: 2, preco: 6.4, ponto: [-9.66, -35.72] },
    ]
    const at = { ...HOME, raio: 50, litros: 40, ordenar: 'custo' } as const
    const { economia, observacoes } = await ask(at, pumps)
    expect(economia).toMatchObject({ sobreMaisPerto: null, maisPerto: { cnpj: cnpjOf(1) } })
    expect(observacoes.join()).not.toContain('poupa')
    pumps[0] = { posto: 1, preco: 7, antes: [7, 7, 7], ponto: [-9.66, -35.7] }
    expect((await ask(at, pumps)).economia?.sobreMaisPerto).toBeGreaterThan(0)
  })

  it('says that the first is the nearest only where it is', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6.4, ponto: [-9.66, -35.7] },
      { posto: 2, preco: 6.396, ponto: [-9.66, -35.7111] },
    ]
    const ofOne = async (litros: number) =>
      (await ask({ ...HOME, raio: 5, litros }, pumps)).observacoes.join()
    expect(await ofOne(506)).toMatch(
      /^O primeiro da lista sai por .*: o mesmo que o posto mais perto \(CNPJ 99\.000\.000\/0001-00\), a R\$ 6,4\d?\./,
    )
    expect(
      (await ask({ ...HOME, raio: 5, litros: 506, ordenar: 'distancia' }, pumps)).conteudo[0]?.distanciaKm,
    ).toBe(0)
    pumps[1] = { posto: 2, preco: 6.5, ponto: [-9.66, -35.7111] }
    expect(await ofOne(506)).toMatch(/^O primeiro da lista é o posto mais perto: sai por /)
  })

  it('puts totals of any size in order, each station once', async () => {
    const dear = [6390, 6890].map((preco, i): Pump => ({ posto: 30 + i, preco, ponto: [-9.66, -35.72] }))
    const answer = await ask({ ...HOME, raio: 50, litros: 1000, suspeitos: 'incluir', ordenar: 'custo' }, [
      ...WESTWARDS,
      ...dear,
    ])
    expect(stationsOf(answer).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 30, 31])
    const totals = answer.conteudo.map(({ custo }) => custo?.total ?? NaN)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  })

  it('is against the nearest station of known place, and none where that of the first is not known', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6.9, bairro: 'CENTRO', ponto: [-9.66, -35.75] },
      { posto: 2, preco: 6.8, bairro: 'CENTRO' },
      { posto: 3, preco: 6.1, bairro: 'FAROL', ponto: [-9.66, -35.8] },
    ]
    const at = { lat: -9.66, lon: -35.75, raio: 50, litros: 40, ordenar: 'preco' } as const
    const { economia } = await ask(at, pumps)
    expect(economia).toMatchObject({ sobreMaisPerto: expect.any(Number) as unknown })
    expect(economia?.maisPerto?.cnpj).toBe(cnpjOf(1))
    const answer = await ask(at, [...pumps, { posto: 4, preco: 6, bairro: 'CENTRO' }])
    expect(answer.economia?.sobreMaisPerto).toBeNull()
    expect(answer.observacoes.join()).toContain('o desvio até ele não se sabe')
  })

  it('is told of all that were found, though few are shown', async () => {
    const whole = await ask({ ...HOME, raio: 50, litros: 40, ordenar: 'preco' })
    for (const more of [{ limite: 1 }, { pagina: 2, registrosPorPagina: 1 }, { limite: 2, pagina: 1 }])
      expect((await ask({ ...HOME, raio: 50, litros: 40, ordenar: 'preco', ...more })).economia).toEqual(
        whole.economia,
      )
    expect((await ask({ ...HOME, municipio: 'penedo', litros: 40 })).economia).toEqual({
      sobreMaisPerto: null,
      maisPerto: null,
    })
  })

  it('loses where the first line is not worth it', async () => {
    const answer = await ask({ ...HOME, raio: 50, ordenar: 'provavel', litros: 5, consumo: 5 })
    expect(stationsOf(answer)).toEqual([4, 2, 3, 1])
    expect(answer.economia?.sobreMaisPerto).toBeLessThan(0)
  })

  it('is not told where nobody asked', async () => {
    const answer = await ask({ ...HOME, raio: 50, ordenar: 'distancia' })
    expect(answer.contas).toBeUndefined()
    expect(answer.economia).toBeUndefined()
    expect(answer.conteudo.every(({ custo }) => custo === undefined)).toBe(true)
  })
})

describe('along a route', () => {
  const rota = '-9.66,-35.7;-9.66,-35.8;-9.56,-35.8'
  const beside: Pump[] = [
    { posto: 1, preco: 6.3, ponto: [-9.6, -35.81] },
    { posto: 2, preco: 6.4, ponto: [-9.665, -35.75] },
    { posto: 3, preco: 6.3, ponto: [-9.66, -35.73] },
    { posto: 4, preco: 6.2, ponto: [-9.7, -35.75] },
    { posto: 5, preco: 6.5, bairro: 'LONGE', cidade: 2799999 },
    { posto: 6, preco: 2, ponto: [-9.66, -35.76] },
    { posto: 7, preco: 6.1, ponto: [-9.66, -35.69] },
  ]

  it('stand the stations near the line, by price, with where and how far', async () => {
    const answer = await ask({ rota }, beside)
    expect(stationsOf(answer)).toEqual([7, 3, 1, 2])
    expect(answer.suspeitosOmitidos).toBe(1)
    expect(answer.contas).toEqual({ litros: 40, consumo: 10, fatorDeVia: 1.3 })
    const [beyond, on] = answer.conteudo
    expect(beyond?.rota).toEqual({ distanciaKm: 1.097, kmDaRota: 0 })
    expect(on?.rota?.distanciaKm).toBeLessThan(0.003)
    expect(on?.rota?.kmDaRota).toBeCloseTo(3.292, 2)
    expect(beyond).not.toHaveProperty('distanciaKm')
  })

  it('come in the order of the way, or of what the stop costs', async () => {
    expect(stationsOf(await ask({ rota, ordenar: 'distancia' }, beside))).toEqual([7, 3, 2, 1])
    expect(stationsOf(await ask({ rota, ordenar: 'custo', litros: 1 }, beside))).toEqual([3, 2, 7, 1])
    const reversed = rota.split(';').toReversed().join(';')
    expect(stationsOf(await ask({ rota: reversed, ordenar: 'distancia' }, beside))).toEqual([1, 2, 3, 7])
  })

  it('as far from it as asked, to the metre', async () => {
    const away = (await ask({ rota, desvio: 50 }, beside)).conteudo
      .filter(({ estabelecimento }) => estabelecimento.cnpj === cnpjOf(4))
      .map((entry) => entry.rota?.distanciaKm ?? NaN)
    const [exact = NaN] = away
    expect(exact).toBeCloseTo(4.45, 1)
    expect(stationsOf(await ask({ rota, desvio: exact }, beside))).toContain(4)
    expect(stationsOf(await ask({ rota, desvio: exact - 0.001 }, beside))).not.toContain(4)
  })

  it.each([
    ['-9.66,-35.7;-9.66,-35.8', []],
    [
      '-35.74,-9.66;-36.66,-9.75',
      ['Os pontos da rota ficam fora de Alagoas, e só há dados de lá: lat e lon parecem trocadas.'],
    ],
    [
      '-9.66,-35.7;-9.66,-35.8;-35.8,-9.56',
      ['1 dos 3 pontos da rota fica fora de Alagoas, e só há dados de lá: lat e lon parecem trocadas.'],
    ],
    [
      '-9.66,-35.8;-9.66,-35.7;-8.05,-34.9;-7.1,-34.8',
      ['2 dos 4 pontos da rota ficam fora de Alagoas, e só há dados de lá.'],
    ],
  ])('of %s, with points outside the state told of', async (asked, notes) => {
    const { observacoes } = await ask({ rota: asked }, beside)
    expect(observacoes.filter((note) => note.includes('fora de Alagoas'))).toEqual(notes)
  })

  it('within the other filters', async () => {
    expect(stationsOf(await ask({ rota, limite: 1, suspeitos: 'incluir' }, beside))).toEqual([6])
    const elsewhere = await ask({ rota, municipio: 'arapiraca' }, [
      ...beside,
      { posto: 8, preco: 6, cidade: ARAPIRACA },
    ])
    expect(elsewhere.observacoes).toContain(
      'Dos postos do lugar pedido, nenhum que vendeu Gasolina comum nos últimos dez dias fica a até 2 km da linha da rota.',
    )
    expect(stationsOf(elsewhere)).toEqual([])
    expect(stationsOf(await ask({ rota, pagina: 2, registrosPorPagina: 3 }, beside))).toEqual([2])
  })
})

describe('between places by name', () => {
  it.each([
    ['maceió;arapiraca', ['Pilar', 'São Miguel dos Campos', 'Campo Alegre', 'Limoeiro de Anadia']],
    ['maceió;penedo', ['São Miguel dos Campos', 'Teotônio Vilela', 'Junqueiro', 'São Sebastião']],
    ['maceió;união dos palmares', ['Rio Largo', 'Messias', 'Murici', 'Branquinha']],
    ['maceió;delmiro gouveia', ['Arapiraca', 'Batalha', "Olho d'Água das Flores", "Olho d'Água do Casado"]],
    ['maceió;palmeira dos índios', ['Atalaia', 'Maribondo', 'Belém']],
    ['arapiraca;penedo', ['São Sebastião']],
    ['santana do ipanema;delmiro gouveia', ['Maravilha', 'Canapi']],
    ['maceió;palmeira dos índios;delmiro gouveia', ['Palmeira dos Índios', 'Santana do Ipanema', 'Canapi']],
    ['penedo;coruripe', ['Piaçabuçu', 'Feliz Deserto']],
    ['maragogi;barra de santo antônio', ['Japaratinga', 'Porto Calvo', 'Matriz de Camaragibe']],
  ])('%s goes through the towns of the road', async (rota, towns) => {
    const names = namesIn(await along(rota)) ?? []
    expect(names.filter((name) => towns.includes(name))).toEqual(towns)
    const back = rota.split(';').toReversed().join(';')
    expect(namesIn(await along(back))).toEqual(names.toReversed())
  })

  it('goes round the lagoon, and through the districts of the capital', async () => {
    expect(namesIn(await along('vergel do lago;coqueiro seco'))).toContain('Santa Luzia do Norte')
    const { caminho, observacoes } = await along('ponta verde;santos dumont')
    expect(caminho?.lugares.map(({ nome }) => nome)).toContain('Gruta de Lourdes, Maceió')
    expect(observacoes.join()).toContain('A rota vai em linha reta de bairro em bairro: ')
  })

  it('finds the stations of the towns on the way, at the kilometre of the lines', async () => {
    const arapiraca: Pump = { posto: 8, preco: 6.5, cidade: 2700300, ponto: [-9.755, -36.661] }
    const answer = await along('maceió;delmiro gouveia', [arapiraca])
    const found = answer.conteudo.find(({ estabelecimento }) => estabelecimento.cnpj === cnpjOf(8))
    const passed = answer.caminho?.lugares.find(({ nome }) => nome === 'Arapiraca')
    expect(found?.rota?.distanciaKm).toBeLessThan(0.01)
    expect(found?.rota?.kmDaRota).toBeCloseTo(passed?.km ?? NaN, 1)
    expect(stationsOf(await along('-9.66,-35.7;-9.386,-38', [arapiraca]))).not.toContain(8)
  })

  it.each([
    'maceió;arapiraca',
    'maceió;penedo',
    'maceió;delmiro gouveia',
    'maceió;palmeira dos índios;penedo',
  ])('%s has a station at its end at the last metre of the way', async (rota) => {
    const { caminho } = await along(rota)
    const { codigoIBGE, latitude = NaN, longitude = NaN } = caminho?.lugares.at(-1) ?? {}
    const answer = await along(rota, [
      { posto: 8, preco: 6.5, cidade: codigoIBGE, ponto: [latitude, longitude] },
    ])
    const found = answer.conteudo.find(({ estabelecimento }) => estabelecimento.cnpj === cnpjOf(8))
    expect(found?.rota?.kmDaRota).toBe(answer.caminho?.km)
    expect(answer.caminho).toEqual(caminho)
  })

  it('adds up the straight lines, of each way offered too', async () => {
    const { caminho } = await along('maceió;delmiro gouveia')
    const { lugares = [], km, outros = [] } = caminho ?? {}
    const lengths = lugares.slice(1).map((place, i) => distanceKm(lugares[i] ?? place, place))
    expect(lengths.reduce((sum, each) => sum + each, 0)).toBeCloseTo(km ?? NaN, 1)
    expect(outros.map(({ por }) => por)).toEqual(['Palmeira dos Índios'])
    for (const other of outros) {
      const { caminho: through } = await along(`maceió;${other.por};delmiro gouveia`)
      expect(through?.km).toBe(other.km)
      expect(through?.outros).toEqual([])
    }
  })

  it('warns of long stretches without a station', async () => {
    const { caminho, observacoes } = await along('maceió;delmiro gouveia')
    const [gap, ...others] = caminho?.semPosto ?? []
    expect(others).toEqual([])
    expect(gap?.de).toBeLessThan(60)
    expect(gap?.ate).toBe(caminho?.km)
    expect(observacoes.join()).toMatch(
      /Do km \d+ ao 2\d\d \(2\d\d km\), nenhum posto com Gasolina comum a até 2 km/,
    )
    expect((await along('maceió;rio largo')).caminho?.semPosto).toEqual([])
  })

  it('warns of no stretch whose stations other filters leave out', async () => {
    const arapiraca: Pump = { posto: 8, preco: 6.5, cidade: 2700300, ponto: [-9.755, -36.661] }
    const { caminho } = await along('maceió;delmiro gouveia', [arapiraca])
    expect(caminho?.semPosto).toHaveLength(2)
    const { query } = await queryOver([arapiraca, ...WESTWARDS])
    for (const filter of [{ municipio: 'penedo' }, { acima: 99 }, { horas: 1 }]) {
      const asked = {
        rota: 'maceió;delmiro gouveia',
        combustivel: 'gasolina-comum',
        suspeitos: 'omitir',
      } as const
      expect((await query.precos({ ...asked, ...filter })).caminho?.semPosto).toEqual(caminho?.semPosto)
    }
  })

  it('leaves lines between positions as they are drawn', async () => {
    expect((await along('-9.66,-35.7;-9.66,-35.8')).caminho).toBeUndefined()
    const { caminho } = await along('-9.4,-36.6;-9.6,-37.4;delmiro gouveia')
    expect(caminho?.lugares.slice(0, 3).map(({ nome }) => nome)).toEqual([
      '-9.4,-36.6',
      '-9.6,-37.4',
      'São José da Tapera',
    ])
  })
})

async function along(rota: string, pumps: readonly Pump[] = []): Promise<RespostaPrecos> {
  return ask({ rota, ordenar: 'distancia' }, [...pumps, ...WESTWARDS])
}

function namesIn({ caminho }: RespostaPrecos): string[] | undefined {
  return caminho?.lugares.map(({ nome }) => nome)
}

async function ask(
  pedido: Partial<Pedido<'precos'>>,
  pumps: readonly Pump[] = WESTWARDS,
): Promise<RespostaPrecos> {
  const { query } = await queryOver(pumps, { medianas: { 'gasolina-comum': [MEDIAN] } })
  const asked = { combustivel: 'gasolina-comum', suspeitos: 'omitir', ...pedido } as const
  const answer = await query.precos(asked)
  expect(precosSchema.strict().parse(answer)).toEqual(answer)
  const text = await whole(query.precosText(asked))
  const bytes = Buffer.alloc(text.byteLength)
  text.writeTo(bytes)
  expect(JSON.parse(bytes.toString())).toEqual(answer)
  expect(Buffer.concat(await text.pieces()).equals(bytes)).toBe(true)
  return answer
}

const MEDIAN = { dia: '2026-04-15', mediana: 6.3, postos: 9 }

function stationsOf({ conteudo }: RespostaPrecos): number[] {
  return conteudo.map(({ estabelecimento }) => Number(estabelecimento.cnpj.slice(2, 12)))
}
