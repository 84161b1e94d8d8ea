import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estatisticasSchema, figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { slugs } from '../../src/domain/facts/fuels.ts'
import type { Pedido } from '../../src/domain/questions/parameters.ts'
import { AGORA, ARAPIRACA, type Pump, cnpjOf, crowd, queryOver } from '../fixtures.ts'

async function statistics(pumps: readonly Pump[], pedido: Partial<Pedido<'estatisticas'>> = {}) {
  const { query } = await queryOver(pumps)
  const answer = await query.estatisticas({ litros: 50, ...pedido })
  expect(estatisticasSchema.strict().parse(answer)).toEqual(answer)
  return answer
}

describe('the summary of a fuel', () => {
  it('is computed on what is not suspect, and says how many were left out', async () => {
    const pumps = [{ preco: 6 }, { preco: 6.1 }, { preco: 6.3 }, ...crowd(7, 6.2), { preco: 80 }]
    const answer = await statistics(pumps)
    expect(answer.combustiveis['gasolina-comum']).toMatchObject({
      nome: 'Gasolina comum',
      codigoOrigem: 1,
      unidadeMedida: 'L',
      postos: 10,
      precoMinimo: 6,
      precoMedio: 6.18,
      precoMediano: 6.2,
      precoMaximo: 6.3,
      economia: { porUnidade: 0.3, sobreMedia: 0.18, tanque: { litros: 50, valor: 15 } },
      variacao: { dia: null, semana: null, mes: null },
      suspeitos: 1,
    })
    expect(figuresOf(answer.combustiveis, 'gasolina-comum').maisBarato?.estabelecimento.cnpj).toBe(cnpjOf(1))
    expect(answer.atualizadoEm).toBe(AGORA)
    expect(answer.regraDosSuspeitos).toContain('35 %')
  })

  it('says that few stations are little to compare, of one fuel and a place', async () => {
    const pumps = [...crowd(5, 6), { preco: 6.1, cidade: ARAPIRACA }]
    const few = 'Só 1 posto, pouco para comparar'
    const ofTown = await statistics(pumps, { combustivel: 'gasolina-comum', municipio: 'arapiraca' })
    expect(ofTown.observacoes.join()).toContain(few)
    expect((await statistics(pumps, { municipio: 'arapiraca' })).observacoes.join()).not.toContain(few)
  })

  it('tells of the cheapest what speaks against its price, of equal ones the newest sale, but one that is not doubted first', async () => {
    const doubted = { preco: 6, antes: [6.6, 6.6, 6.6] }
    const pumps = [
      ...crowd(5, 6.6),
      { posto: 1, ...doubted, vendidoEm: '2026-04-16T11:00:00-03:00' },
      { posto: 2, ...doubted, vendidoEm: '2026-04-16T10:00:00-03:00' },
    ]
    const sure = { posto: 3, preco: 6, vendidoEm: '2026-04-16T09:00:00-03:00' }
    const { maisBarato } = figuresOf((await statistics([...pumps, sure])).combustiveis, 'gasolina-comum')
    expect(maisBarato?.estabelecimento.cnpj).toBe(cnpjOf(3))
    const { combustiveis } = await statistics(pumps)
    expect(figuresOf(combustiveis, 'gasolina-comum').maisBarato).toMatchObject({
      estabelecimento: { cnpj: cnpjOf(1) },
      confirmacao: { vendas: 1 },
      usual: { valor: 6.6, vendas: 3 },
      precoProvavel: 6.6,
    })
  })

  it('names the cheapest by the likely price, and sets the likely ethanol of a place against its likely gasolina', async () => {
    const { combustiveis, paridade } = await statistics([
      { posto: 1, preco: 5.7, antes: [6.6, 6.6, 6.6] },
      { posto: 1, preco: 3.9, combustivel: 'alcool', antes: [5, 5, 5] },
      { posto: 2, preco: 6 },
      { posto: 3, preco: 4.5, combustivel: 'alcool' },
    ])
    expect(combustiveis['gasolina-comum']).toMatchObject({ precoMinimo: 5.7, precoMinimoProvavel: 6 })
    expect(figuresOf(combustiveis, 'gasolina-comum').maisBarato?.estabelecimento.cnpj).toBe(cnpjOf(1))
    expect(figuresOf(combustiveis, 'gasolina-comum').maisBaratoProvavel?.estabelecimento.cnpj).toBe(cnpjOf(2))
    expect(paridade).toMatchObject({
      postos: 1,
      postosEmQueAlcoolCompensa: 1,
      postosEmQueCompensaProvavel: 0,
      lugar: { alcool: 4.5, gasolina: 6, razao: 0.75, compensa: 'gasolina' },
    })
  })

  it('around a point names the nearest of equal prices, as the list does', async () => {
    const { query } = await queryOver([
      { posto: 1, preco: 6, ponto: [-9.66, -35.75], vendidoEm: '2026-04-16T11:00:00-03:00' },
      { posto: 2, preco: 6, ponto: [-9.66, -35.71], vendidoEm: '2026-04-16T09:00:00-03:00' },
    ])
    const where = { perto: '-9.66,-35.7', raio: 20 }
    const { combustiveis } = await query.estatisticas({ litros: 50, ...where })
    const { conteudo } = await query.precos({
      ...where,
      combustivel: 'gasolina-comum',
      suspeitos: 'omitir',
      ordenar: 'provavel',
    })
    const first = conteudo[0]?.estabelecimento.cnpj
    expect(first).toBe(cnpjOf(2))
    const { maisBarato, maisCaro, maisBaratoProvavel } = figuresOf(combustiveis, 'gasolina-comum')
    for (const end of [maisBarato, maisCaro, maisBaratoProvavel])
      expect(end?.estabelecimento.cnpj).toBe(first)
  })

  it('rounds once, half away from zero', async () => {
    const { combustiveis } = await statistics([{ preco: 6.001 }, { preco: 6.002 }], { litros: 0.5 })
    expect(combustiveis['gasolina-comum']).toMatchObject({
      precoMedio: 6.002,
      precoMediano: 6.002,
      economia: { porUnidade: 0.001, sobreMedia: 0.001, tanque: { litros: 0.5, valor: 0.001 } },
    })
  })

  it('of some hours says that its change may be that of other stations', async () => {
    const { query } = await queryOver([{ preco: 6 }])
    const said = 'os postos podem não ser os mesmos'
    expect((await query.estatisticas({ litros: 50, horas: 24 })).observacoes.join()).toContain(said)
    expect((await query.estatisticas({ litros: 50 })).observacoes).toEqual([])
  })

  it('of one station has nothing to save', async () => {
    const { combustiveis } = await statistics([{ preco: 6.5 }])
    expect(combustiveis['gasolina-comum']).toMatchObject({
      postos: 1,
      precoMediano: 6.5,
      economia: { porUnidade: 0, sobreMedia: 0, tanque: { valor: 0 } },
    })
  })

  it('reckons savings by the likely prices beside the declared ones, and tells what the ends rest on', async () => {
    const { combustiveis, grupos } = await statistics(
      [
        { preco: 6, antes: [6.4, 6.4, 6.4] },
        { preco: 6.5 },
        { preco: 6.5 },
        { preco: 6.6 },
        { preco: 7.1, antes: [6.7, 6.7, 6.7], nome: 'POSTO FICTICIO CARO' },
      ],
      { por: 'municipio', municipio: 'maceio' },
    )
    const { economia, maisCaro } = figuresOf(combustiveis, 'gasolina-comum')
    expect(economia).toEqual({
      porUnidade: 1.1,
      sobreMedia: 0.54,
      sobreMediana: 0.5,
      tanque: { litros: 50, valor: 55 },
      provavel: {
        porUnidade: 0.7,
        sobreMedia: 0.22,
        sobreMediana: 0.1,
        tanque: { litros: 50, valor: 35 },
      },
    })
    const duvida = { motivo: 'acima_do_usual', usual: 6.7, vendas: 1 }
    expect(maisCaro).toMatchObject({ estabelecimento: { nomeFantasia: 'POSTO FICTICIO CARO' }, duvida })
    expect(grupos?.[0]).toMatchObject({
      maisBarato: { duvida: { motivo: 'abaixo_do_usual', usual: 6.4 } },
      maisCaro: { nomeFantasia: 'POSTO FICTICIO CARO', vendas: 1, duvida },
    })
  })

  it.each([
    ['no station', [] as Pump[], 0],
    ['nothing but suspects', [{ preco: 0.2, combustivel: 'gnv' as const }], 1],
  ])('of %s has no figures', async (_, pumps, suspeitos) => {
    const { combustiveis } = await statistics(pumps)
    expect(combustiveis.gnv).toEqual({
      nome: 'GNV',
      nomePopular: 'GNV',
      codigoOrigem: 6,
      unidadeMedida: 'M3',
      postos: 0,
      precoMinimo: null,
      precoMedio: null,
      precoMediano: null,
      precoMaximo: null,
      economia: {
        porUnidade: null,
        sobreMedia: null,
        sobreMediana: null,
        provavel: { porUnidade: null, sobreMedia: null, sobreMediana: null },
      },
      maisBarato: null,
      maisCaro: null,
      maisBaratoProvavel: null,
      precoMinimoProvavel: null,
      variacao: { dia: null, semana: null, mes: null },
      suspeitos,
    })
  })

  it('keeps to a place, and suggests one for a place nobody has', async () => {
    const pumps = [...crowd(9, 6), { preco: 6.5, cidade: ARAPIRACA }]
    expect(
      (await statistics(pumps, { municipio: 'arapiraca' })).combustiveis['gasolina-comum'],
    ).toMatchObject({
      postos: 1,
      precoMedio: 6.5,
    })
    const nowhere = await statistics(pumps, { bairro: 'santana' })
    expect([figuresOf(nowhere.combustiveis, 'gasolina-comum').postos, nowhere.sugestoes]).toEqual([
      0,
      ['Santana do Ipanema', 'Santana do Mundaú'],
    ])
  })
})

describe('one fuel where no places are compared', () => {
  it('comes alone, with its own differences; beside compared places come all six', async () => {
    const pumps = [...crowd(9, 6), { preco: 6.5, cidade: ARAPIRACA }]
    const all = await statistics(pumps)
    const { combustiveis, ...rest } = await statistics(pumps, { combustivel: 'alcool' })
    expect(combustiveis).toEqual({ alcool: all.combustiveis.alcool })
    expect(rest).toEqual({ ...all, combustiveis: undefined, diferencas: [] })
    const { diferencas } = await statistics(pumps, { combustivel: 'diesel-comum' })
    expect(diferencas.map(({ combustivel }) => combustivel)).toEqual(['diesel-aditivado'])
    const compared = await statistics(pumps, { combustivel: 'alcool', por: 'municipio' })
    expect(Object.keys(compared.combustiveis)).toEqual(slugs)
  })
})

describe('parity over stations', () => {
  it('is the median ratio of those that sell both, and how many should take álcool', async () => {
    const pumps: Pump[] = [0.68, 0.7, 0.78].flatMap((ratio, i) => [
      { posto: i + 1, preco: 6 },
      { posto: i + 1, preco: 6 * ratio, combustivel: 'alcool' as const },
    ])
    const answer = await statistics([...pumps, { posto: 9, preco: 4, combustivel: 'alcool' }])
    expect(answer.paridade).toEqual({
      limite: 0.7,
      razaoMediana: 0.7,
      postosEmQueAlcoolCompensa: 2,
      postosEmQueCompensaProvavel: 2,
      postosQueCompensam: [
        { cnpj: '99000000000100', nomeFantasia: 'POSTO FICTICIO 1', razao: 0.68 },
        { cnpj: '99000000000200', nomeFantasia: 'POSTO FICTICIO 2', razao: 0.7 },
      ],
      postos: 3,
      lugar: { alcool: 4, gasolina: 6, razao: 0.667, compensa: 'alcool' },
    })
  })

  it('tells the ten stations where álcool pays most, the lowest ratio first', async () => {
    const ratios = [0.69, 0.6, 0.66, 0.61, 0.65, 0.62, 0.67, 0.63, 0.68, 0.64, 0.7, 0.59]
    // Neither in the order of the ratios nor in that of the prices of álcool.
    const pumps: Pump[] = ratios.flatMap((ratio, i) => [
      { posto: i + 1, preco: 6 + (i % 3) / 10 },
      { posto: i + 1, preco: (6 + (i % 3) / 10) * ratio, combustivel: 'alcool' as const },
    ])
    const { paridade } = await statistics(pumps)
    expect(paridade.postosEmQueCompensaProvavel).toBe(12)
    expect(paridade.postosQueCompensam.map(({ razao }) => razao)).toEqual([
      0.59, 0.6, 0.61, 0.62, 0.63, 0.64, 0.65, 0.66, 0.67, 0.68,
    ])
  })

  it.each([
    [0.68, 1],
    [0.78, 3],
  ])('counts by the ratio asked for: %f', async (razao, postosEmQueAlcoolCompensa) => {
    const pumps: Pump[] = [0.68, 0.7, 0.78].flatMap((ratio, i) => [
      { posto: i + 1, preco: 6 },
      { posto: i + 1, preco: 6 * ratio, combustivel: 'alcool' as const },
    ])
    const { paridade } = await statistics(pumps, { razao })
    expect(paridade).toMatchObject({ limite: razao, razaoMediana: 0.7, postosEmQueAlcoolCompensa })
  })

  it('is unknown when nobody sells both', async () => {
    const none = {
      limite: 0.7,
      razaoMediana: null,
      postosEmQueAlcoolCompensa: 0,
      postosEmQueCompensaProvavel: 0,
      postosQueCompensam: [],
      postos: 0,
      lugar: null,
    }
    expect((await statistics([{ preco: 6 }])).paridade).toEqual(none)
  })
})

it('agrees with precos to the thousandth, whatever is asked', async () => {
  const pump = fc.record({
    preco: fc.integer({ min: 2000, max: 12_000 }).map((n) => n / 1000),
    cidade: fc.constantFrom(2704302, ARAPIRACA),
    bairro: fc.constantFrom('CENTRO', 'FAROL'),
    vendidoEm: fc
      .integer({ min: 0, max: 59 })
      .map((m) => `2026-04-16T10:${String(m).padStart(2, '0')}:00-03:00`),
  })
  const question = fc.record(
    {
      bairro: fc.constantFrom('centro', 'farol', 'maceio', 'nenhum'),
      municipio: fc.constantFrom('maceio', 'arapiraca'),
      horas: fc.constantFrom(1, 2, 240),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pump, { maxLength: 40 }), question, async (pumps, pedido) => {
      const { query } = await queryOver(pumps)
      const { combustiveis } = await query.estatisticas({ litros: 50, ...pedido })
      const figures = figuresOf(combustiveis, 'gasolina-comum')
      const ask = { combustivel: 'gasolina-comum', ...pedido } as const
      const list = await query.precos({ ...ask, suspeitos: 'omitir' })
      const everything = await query.precos({ ...ask, suspeitos: 'incluir' })
      const prices = list.conteudo.map((e) => Math.round(e.produto.venda.valorDeclarado * 1000))
      const sum = prices.reduce((a, b) => a + b, 0)
      expect([figures.postos, figures.precoMinimo]).toEqual([list.totalPostos, list.precoMinimo])
      expect(figures.precoMaximo).toBe(list.conteudo.at(-1)?.produto.venda.valorDeclarado ?? null)
      expect(figures.precoMedio).toBe(prices.length > 0 ? Math.round(sum / prices.length) / 1000 : null)
      expect(figures.suspeitos).toBe(list.suspeitosOmitidos)
      expect(everything.totalPostos).toBe(list.totalPostos + list.suspeitosOmitidos)
      expect(figures.maisBarato?.produto).toEqual(list.conteudo[0]?.produto)
    }),
    { numRuns: 60 },
  )
})

describe('diferencas', () => {
  it('are of the stations with a believed price of both, in median and mean', async () => {
    const { query } = await queryOver([
      { posto: 1, preco: 6 },
      { posto: 2, preco: 6.1 },
      { posto: 3, preco: 6.2 },
      { posto: 1, preco: 6.1, combustivel: 'gasolina-aditivada' },
      { posto: 2, preco: 6.3, combustivel: 'gasolina-aditivada' },
      { posto: 3, preco: 6.8, combustivel: 'gasolina-aditivada' },
      { posto: 4, preco: 6.9, combustivel: 'gasolina-aditivada' },
    ])
    const { diferencas } = await query.estatisticas({ litros: 50 })
    expect(diferencas).toEqual([
      { combustivel: 'gasolina-aditivada', sobre: 'gasolina-comum', mediana: 0.2, media: 0.3, postos: 3 },
      { combustivel: 'diesel-aditivado', sobre: 'diesel-comum', mediana: null, media: null, postos: 0 },
    ])
  })
})
