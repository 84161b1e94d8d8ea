import { describe, expect, it } from 'vitest'
import { type RespostaPrecos, precosSchema } from '../../src/domain/answers/precos.ts'
import { toMs } from '../../src/domain/basics/time.ts'
import type { Pedido } from '../../src/domain/questions/parameters.ts'
import { AGORA, ARAPIRACA, MACEIO, type Pump, type Situation, cnpjOf, crowd, queryOver } from '../fixtures.ts'

/** Where the questions stand: PONTA VERDE's beach. */
const PRAIA = { lat: -9.66, lon: -35.7 }

const NEAR: [number, number] = [-9.661, -35.703]
const FAR: [number, number] = [-9.573, -35.763]

const TOWN: Pump[] = [
  { posto: 1, preco: 6.5, bairro: 'PONTA VERDE', ponto: [-9.661, -35.703] },
  { posto: 2, preco: 6.4, bairro: 'TAB.DOS MARTINS', ponto: [-9.573, -35.763] },
  { posto: 3, preco: 6.6, bairro: 'TABULEIRO DO MARTINS' },
  { posto: 4, preco: 6.3, bairro: 'CENTRO', cidade: ARAPIRACA, ponto: [-9.753, -36.66] },
  { posto: 5, preco: 6.45, bairro: 'CENTRO', ponto: [-9.665, -35.737] },
  { posto: 6, preco: 6.7, bairro: 'ZONA RURAL', cidade: ARAPIRACA },
  { posto: 7, preco: 6.55, bairro: 'MACEIO', cidade: ARAPIRACA },
  { posto: 8, preco: 3.1, bairro: 'PONTA VERDE' },
  { posto: 9, preco: 6.2, bairro: 'POCO', combustivel: 'alcool' },
]

async function ask(
  pedido: Partial<Pedido<'precos'>> = {},
  pumps: readonly Pump[] = TOWN,
  situation: Situation = {},
): Promise<RespostaPrecos> {
  const { query } = await queryOver(pumps, situation)
  const answer = await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir', ...pedido })
  expect(precosSchema.strict().parse(answer)).toEqual(answer)
  return answer
}

function postosOf(answer: RespostaPrecos): number[] {
  return answer.conteudo.map(({ estabelecimento }) => Number(estabelecimento.cnpj.slice(2, 12)))
}

function priceOf({ produto }: RespostaPrecos['conteudo'][number]): number {
  return produto.venda.valorDeclarado
}

describe('stations at the price of the last, which limite cuts off', () => {
  const TIED = [6.1, 6.2, 6.3, 6.3, 6.3, 6.3].map((preco) => ({ preco }))
  const noteOf = async (pedido: Partial<Pedido<'precos'>>) =>
    (await ask(pedido, TIED)).observacoes.filter((note) => note.includes('fora desta lista'))

  it.each([
    ['preco', 'preço'],
    ['provavel', 'preço provável'],
  ] as const)('are counted by %s, on the page that ends the list', async (ordenar, word) => {
    const told = [`Mais 2 postos ao mesmo ${word} do último, fora desta lista.`]
    const paged = { ordenar, limite: 4, registrosPorPagina: 2 }
    expect(await noteOf({ ordenar, limite: 4 })).toEqual(told)
    expect(await noteOf({ ...paged, pagina: 1 })).toEqual([])
    expect(await noteOf({ ...paged, pagina: 2 })).toEqual(told)
    expect(await noteOf({ ...paged, pagina: 3 })).toEqual([])
    expect(await noteOf({ ordenar, limite: 6 })).toEqual([])
  })
})

describe('from the other end', () => {
  it('stands the dearest first, and limite keeps those', async () => {
    expect(postosOf(await ask({ ordem: 'desc' }))).toEqual([6, 3, 7, 1, 5, 2, 4])
    const three = await ask({ ordem: 'desc', limite: 3 })
    expect(postosOf(three)).toEqual([6, 3, 7])
    expect(three).toMatchObject({ totalPostos: 3, totalEncontrados: 7, precoMinimo: 6.55 })
    expect(postosOf(await ask({ ordem: 'desc', pagina: 2, registrosPorPagina: 3 }))).toEqual([1, 5, 2])
    expect(postosOf(await ask({ ...PRAIA, raio: 30, ordem: 'desc', limite: 1 }))).toEqual([3])
  })

  it('stands the farthest or the oldest first, as ordenar says', async () => {
    const near = postosOf(await ask({ ...PRAIA, raio: 100, ordenar: 'distancia', limite: 1 }))
    const far = await ask({ ...PRAIA, raio: 100, ordenar: 'distancia', ordem: 'desc' })
    expect(near).toEqual(postosOf(far).slice(-1))
    const kms = far.conteudo.map(({ distanciaKm = NaN }) => distanciaKm)
    expect(kms).toEqual(kms.toSorted((a, b) => b - a))
    const sold: Pump[] = [8, 10, 9].map((hour, i) => ({
      posto: i + 1,
      preco: 6,
      vendidoEm: `2026-04-16T${String(hour).padStart(2, '0')}:00:00-03:00`,
    }))
    expect(postosOf(await ask({ ordenar: 'recente', ordem: 'desc' }, sold))).toEqual([1, 3, 2])
  })

  it('goes by the probable price, and equal ones stay as they are the other way', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6.3 },
      { posto: 2, preco: 6, antes: [6.6, 6.6, 6.6] },
      { posto: 3, preco: 6.4 },
      { posto: 4, preco: 6.4 },
    ]
    expect(postosOf(await ask({ ordenar: 'provavel', ordem: 'desc' }, pumps))).toEqual([2, 3, 4, 1])
    expect(postosOf(await ask({ ordem: 'desc' }, pumps))).toEqual([3, 4, 1, 2])
  })
})

describe('just beyond the radius', () => {
  const AROUND: Pump[] = [
    { posto: 1, preco: 6.5, bairro: 'POCO', ponto: [-9.661, -35.703] },
    { posto: 2, preco: 6.6, ponto: [-9.66, -35.71] },
    // Beyond 5 km of the beach, within 10.
    { posto: 3, preco: 6.2, bairro: 'POCO', ponto: [-9.66, -35.77] },
    { posto: 4, preco: 6.2, ponto: [-9.66, -35.76] },
    { posto: 5, preco: 3, ponto: [-9.66, -35.755] },
    // Beyond 10.
    { posto: 6, preco: 6.1, ponto: [-9.66, -35.9] },
    { posto: 7, preco: 6.5, cidade: ARAPIRACA, ponto: [-9.753, -36.66] },
    { posto: 8, preco: 6.5, cidade: ARAPIRACA, ponto: [-9.753, -36.66] },
  ]
  const askFor = async (pedido: Partial<Pedido<'precos'>>) =>
    (await ask({ ...PRAIA, raio: 5, ...pedido }, AROUND)).logoDepois

  it('is told who would stand first there, with how far it is', async () => {
    const { produto, distanciaKm, estabelecimento } = (await askFor({})) ?? {}
    expect(estabelecimento?.cnpj).toBe(cnpjOf(4))
    expect(produto?.venda.valorDeclarado).toBe(6.2)
    expect(distanciaKm).toBeCloseTo(6.58, 1)
    expect((await askFor({ limite: 1, pagina: 2, registrosPorPagina: 1 }))?.distanciaKm).toBe(distanciaKm)
    // Not priced as a trip: the first line is what the drive is reckoned for.
    expect(await askFor({ litros: 40 })).not.toHaveProperty('custo')
  })

  it('keeps the same filters', async () => {
    expect((await askFor({ bairro: 'poço' }))?.estabelecimento.cnpj).toBe(cnpjOf(3))
    // A suspect is no advice, whoever wants to see them.
    expect((await askFor({ suspeitos: 'incluir' }))?.estabelecimento.cnpj).toBe(cnpjOf(4))
    expect((await askFor({ raio: 12, ordenar: 'provavel' }))?.estabelecimento.cnpj).toBe(cnpjOf(6))
    expect(await askFor({ raio: 10 })).toBeUndefined()
  })

  it('is cheaper by more than one percent, as the order counts it', async () => {
    expect(await beyond(edge(5.94))).toBeUndefined()
    expect(await beyond(edge(5.939))).toBeDefined()
    expect(await beyond(edge(5.7, [6, 6, 6]))).toBeDefined()
    expect(await beyond(edge(5.7, [6, 6, 6]), { ordenar: 'provavel' })).toBeUndefined()
  })

  it('is told to nobody who asks for suspects alone', async () => {
    const pumps: Pump[] = [...edge(5.7), ...crowd(9, 6), { posto: 3, preco: 12, ponto: [-9.661, -35.704] }]
    const suspects = await ask({ ...PRAIA, raio: 5, suspeitos: 'so' }, pumps)
    expect(postosOf(suspects)).toEqual([3])
    expect(suspects).not.toHaveProperty('logoDepois')
  })

  it('is told of no other order, and of no search without a point', async () => {
    for (const ordenar of ['distancia', 'recente', 'custo'] as const)
      expect(await askFor({ ordenar })).toBeUndefined()
    expect(await askFor({ ordem: 'desc' })).toBeUndefined()
    expect(await ask({}, AROUND)).not.toHaveProperty('logoDepois')
  })
})

function edge(preco: number, antes: number[] = []): Pump[] {
  return [
    { posto: 1, preco: 6, ponto: [-9.661, -35.703] },
    { posto: 2, preco, antes, ponto: [-9.66, -35.76] },
  ]
}

async function beyond(pumps: Pump[], pedido: Partial<Pedido<'precos'>> = {}) {
  return (await ask({ ...PRAIA, raio: 5, ...pedido }, pumps)).logoDepois
}

describe('the whole list', () => {
  it('runs from cheapest to dearest, one entry per station, with what it says of itself', async () => {
    const answer = await ask()
    expect(postosOf(answer)).toEqual([4, 2, 5, 1, 7, 3, 6])
    expect(answer).toMatchObject({
      combustivel: 'Gasolina comum',
      totalPostos: 7,
      totalEncontrados: 7,
      precoMinimo: 6.3,
      atualizadoEm: AGORA,
      suspeitosOmitidos: 1,
      demonstracao: true,
    })
    expect(answer.atribuicao).toContain('http://localhost:3000/gasolina/')
    expect(answer.aviso).toContain('fictícios')
    expect(answer.sugestoes).toBeUndefined()
    expect(answer).not.toHaveProperty('totalRegistros')
  })

  it('orders equal prices by the newest sale, then by CNPJ', async () => {
    const pumps = [
      { posto: 3, preco: 6, vendidoEm: '2026-04-16T10:00:00-03:00' },
      { posto: 2, preco: 6, vendidoEm: '2026-04-16T10:00:00-03:00' },
      { posto: 1, preco: 6, vendidoEm: '2026-04-16T09:00:00-03:00' },
      { posto: 4, preco: 6, vendidoEm: '2026-04-16T11:00:00-03:00' },
    ]
    expect(postosOf(await ask({}, pumps))).toEqual([4, 2, 3, 1])
  })

  it('shows the newest sale of a station that sells two products of the fuel', async () => {
    const pumps: Pump[] = [
      {
        posto: 1,
        codigo: '10',
        preco: 7,
        combustivel: 'diesel-aditivado',
        vendidoEm: '2026-04-16T09:00:00-03:00',
      },
      {
        posto: 1,
        codigo: '11',
        preco: 8,
        combustivel: 'diesel-aditivado',
        vendidoEm: '2026-04-16T09:30:00-03:00',
      },
    ]
    const answer = await ask({ combustivel: 'diesel-aditivado' }, pumps)
    expect(answer.conteudo.map(({ produto }) => produto.codigo)).toEqual(['11'])
  })

  it('counts the sales that back a price', async () => {
    const corrida = [
      { valor: 6, vendas: 4, desde: '2026-04-14T08:00:00-03:00' },
      { valor: 6.49, vendas: 2, desde: '2026-04-15T08:00:00-03:00' },
      { valor: 6.5, vendas: 3, desde: '2026-04-16T08:00:00-03:00' },
    ]
    const [entry] = (await ask({}, [{ preco: 6.5, corrida }])).conteudo
    expect(entry?.confirmacao).toEqual({
      vendas: 5,
      desde: '2026-04-15T08:00:00-03:00',
      nestePreco: 3,
      nestePrecoDesde: '2026-04-16T08:00:00-03:00',
    })
  })

  describe('in another order', () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6, antes: [6.6, 6.6, 6.6], ponto: NEAR, vendidoEm: '2026-04-16T09:00:00-03:00' },
      { posto: 2, preco: 6.2, ponto: FAR, vendidoEm: '2026-04-16T10:00:00-03:00' },
      { posto: 3, preco: 6.2, ponto: NEAR, vendidoEm: '2026-04-16T08:00:00-03:00' },
      { posto: 4, preco: 6.6, ponto: FAR, vendidoEm: '2026-04-16T11:00:00-03:00' },
      { posto: 5, preco: 6.7, bairro: 'POCO', cidade: 2799999, vendidoEm: '2026-04-16T07:00:00-03:00' },
    ]
    const centre = { lat: NEAR[0], lon: NEAR[1], raio: 50 }

    it.each([
      ['preco', {}, [1, 2, 3, 4, 5]],
      ['provavel', {}, [2, 3, 4, 1, 5]],
      ['recente', {}, [4, 2, 1, 3, 5]],
      ['preco', centre, [1, 3, 2, 4]],
      ['provavel', centre, [3, 2, 1, 4]],
      ['recente', centre, [4, 2, 1, 3]],
      ['distancia', centre, [1, 3, 2, 4]],
      ['provavel', { municipio: 'maceio', horas: 3 }, [2, 4, 1]],
    ] as const)('%s %o', async (ordenar, pedido, postos) => {
      const whole = await ask({ ordenar, ...pedido }, pumps)
      expect(postosOf(whole)).toEqual(postos)
      for (const limite of [1, 2, 3]) {
        const answer = await ask({ ordenar, ...pedido, limite }, pumps)
        expect(postosOf(answer)).toEqual(postos.slice(0, limite))
        expect(answer.precoMinimo).toBe(Math.min(...answer.conteudo.map(priceOf)))
        expect(answer.totalEncontrados).toBe(postos.length)
      }
      const page = await ask({ ordenar, ...pedido, pagina: 2, registrosPorPagina: 2 }, pumps)
      expect(postosOf(page)).toEqual(postos.slice(2, 4))
    })

    it('many come as any sort would put them', async () => {
      const many = Array.from({ length: 300 }, (_, i): Pump => ({
        posto: i + 1,
        preco: 6 + ((i * 7) % 13) / 10,
        antes: i % 3 === 0 ? [7, 7, 7] : [],
        ponto: [-9.5 - ((i * 11) % 17) / 100, -35.7],
        vendidoEm: `2026-04-16T08:${String((i * 31) % 60).padStart(2, '0')}:00-03:00`,
      }))
      const { conteudo } = await ask({ ordenar: 'provavel', suspeitos: 'incluir', ...centre }, many)
      const byHand = conteudo.toSorted(
        (a, b) =>
          a.precoProvavel - b.precoProvavel ||
          (a.distanciaKm ?? 0) - (b.distanciaKm ?? 0) ||
          toMs(b.produto.venda.dataVenda) - toMs(a.produto.venda.dataVenda) ||
          priceOf(a) - priceOf(b),
      )
      expect(conteudo).toHaveLength(300)
      expect(conteudo.map((e) => [e.precoProvavel, e.distanciaKm, priceOf(e)])).toEqual(
        byHand.map((e) => [e.precoProvavel, e.distanciaKm, priceOf(e)]),
      )
    })
  })

  it.each([
    ['one sale well under the usual price', 6, 1, [6.5, 6.5, 6.6], { valor: 6.5, vendas: 3 }, 6.5],
    ['three sales under it', 6, 3, [6, 6, 6.5, 6.5, 6.5], { valor: 6.5, vendas: 5 }, 6.5],
    ['four sales under it', 6, 4, [6, 6, 6, 6.5, 6.5, 6.5, 6.5], { valor: 6.5, vendas: 7 }, 6],
    ['2 % under it', 6.37, 1, [6.5, 6.5, 6.5], { valor: 6.5, vendas: 3 }, 6.37],
    ['a thousandth more than 2 % under it', 6.369, 1, [6.5, 6.5, 6.5], { valor: 6.5, vendas: 3 }, 6.5],
    ['over it', 7, 1, [6.5, 6.5, 6.5], { valor: 6.5, vendas: 3 }, 7],
    ['an even number of sales', 6, 1, [6.5, 6.5, 6.55, 6.6], { valor: 6.525, vendas: 4 }, 6.525],
    ['too few sales before it', 6, 1, [6.5, 6.5], null, 6],
    ['absurd receipts before it', 6, 1, [65.8, 65.8, 65.8], { valor: 65.8, vendas: 3 }, 6],
  ])('tells what one will most likely pay: %s', async (_, preco, vendas, antes, usual, precoProvavel) => {
    const corrida = [{ valor: preco, vendas, desde: '2026-04-16T08:00:00-03:00' }]
    const [entry] = (await ask({}, [{ preco, corrida, antes }])).conteudo
    expect([entry?.usual, entry?.precoProvavel]).toEqual([usual, precoProvavel])
  })

  it.each([
    ['a thousandth more than 2 % under the usual', 6.369, 3, 'abaixo_do_usual'],
    ['a thousandth more than 2 % over it', 6.631, 3, 'acima_do_usual'],
    ['2 % over it', 6.63, 1, undefined],
    ['over it with four sales', 7, 4, undefined],
  ])('doubts a price of few sales on both sides of the usual: %s', async (_, preco, vendas, motivo) => {
    const corrida = [{ valor: preco, vendas, desde: '2026-04-16T08:00:00-03:00' }]
    const antes = [...Array.from({ length: vendas - 1 }, () => preco), 6.5, 6.5, 6.5, 6.5, 6.5]
    const [entry] = (await ask({}, [{ preco, corrida, antes }])).conteudo
    expect(entry?.duvida).toEqual(motivo && { motivo, usual: 6.5, vendas })
  })

  it('of a fuel nobody sells is empty', async () => {
    expect(await ask({ combustivel: 'gnv' })).toMatchObject({
      totalPostos: 0,
      totalEncontrados: 0,
      precoMinimo: null,
      suspeitosOmitidos: 0,
      conteudo: [],
    })
  })

  it('of a fuel never collected says so', async () => {
    const answer = await ask({ combustivel: 'gnv', horas: 24 }, TOWN, {
      atualizadoPorCombustivel: { gnv: null },
    })
    expect(answer.atualizadoEm).toBeNull()
  })
})

describe('limits of the price', () => {
  const pumps = [
    ...crowd(10, 6),
    { posto: 31, preco: 5.79 },
    { posto: 32, preco: 6.21 },
    { posto: 33, preco: 3 },
  ]

  it('are strict, and count only the suspects within', async () => {
    const below = await ask({ abaixo: 6 }, pumps)
    expect([below.conteudo.map(priceOf), below.suspeitosOmitidos]).toEqual([[5.79], 1])
    const above = await ask({ acima: 6 }, pumps)
    expect([above.conteudo.map(priceOf), above.suspeitosOmitidos]).toEqual([[6.21], 0])
    expect((await ask({ acima: 5.79, abaixo: 6.21, limite: 2 }, pumps)).totalEncontrados).toBe(10)
  })

  it('that nothing meets are told with how many prices there are without them', async () => {
    expect((await ask({ abaixo: 2 }, pumps)).observacoes).toEqual([
      'Nenhum preço atende a todos os filtros: sem abaixo, são 12.',
    ])
    expect((await ask({ abaixo: 4 }, pumps)).observacoes).toEqual([
      'O único preço que atende ao pedido é suspeito, e por isso fica fora.',
    ])
    expect((await ask({ acima: 1, abaixo: 2, suspeitos: 'so' }, pumps)).observacoes).toEqual([
      'Nenhum preço atende a todos os filtros: sem acima, abaixo e suspeitos=so, são 12.',
    ])
    expect((await ask({ suspeitos: 'so' }, crowd(10, 6))).observacoes).toEqual([
      'Nenhum preço atende a todos os filtros: sem suspeitos=so, são 10.',
    ])
  })
})

describe('stations asked for by CNPJ', () => {
  it('are listed in the order of the list, the unknown and those without the fuel named', async () => {
    const pumps = [...TOWN, { posto: 40, preco: 5, combustivel: 'alcool' as const }]
    const cnpj = [cnpjOf(2), cnpjOf(1), cnpjOf(1), cnpjOf(40), '11111111000111'].join(',')
    const answer = await ask({ cnpj, suspeitos: 'incluir' }, pumps)
    expect(postosOf(answer).toSorted()).toEqual([1, 2])
    expect(answer.observacoes).toEqual([
      'CNPJ que não se conhece: 11111111000111.',
      `Sem Gasolina comum nos últimos dez dias: ${cnpjOf(40)}.`,
    ])
    const unknown = await ask({ cnpj: '11111111000111', ...PRAIA }, pumps)
    expect(unknown.observacoes).toEqual(['CNPJ que não se conhece: 11111111000111.'])
    const suspect = [...crowd(10, 6), { posto: 33, preco: 3 }]
    const ofSuspect = `Com preço suspeito, e por isso fora: ${cnpjOf(33)}.`
    expect((await ask({ cnpj: cnpjOf(33) }, suspect)).observacoes).toEqual([ofSuspect])
    const elsewhere = await ask({ cnpj: cnpjOf(33), municipio: 'arapiraca' }, suspect)
    expect(elsewhere.observacoes).not.toContain(ofSuspect)
  })
})

describe('suspects', () => {
  it('are left out and counted, or kept and marked', async () => {
    const pumps = [...crowd(10, 6), { posto: 1, preco: 3 }, { posto: 2, preco: 4.5 }, { posto: 3, preco: 9 }]
    const omitted = await ask({}, pumps)
    expect([omitted.totalPostos, omitted.suspeitosOmitidos, omitted.precoMinimo]).toEqual([10, 3, 6])
    const included = await ask({ suspeitos: 'incluir' }, pumps)
    expect([included.totalPostos, included.suspeitosOmitidos, included.precoMinimo]).toEqual([13, 0, 3])
    const marks = included.conteudo.flatMap(({ suspeito }) => suspeito ?? [])
    expect(marks).toEqual([
      { motivo: 'muito_abaixo', referencia: 6, desvio: -50 },
      { motivo: 'sem_confirmacao', referencia: 6, desvio: -25 },
      { motivo: 'muito_acima', referencia: 6, desvio: 50 },
    ])
  })

  it('come alone on demand, with the other filters and orders', async () => {
    const pumps = [...crowd(10, 6), { posto: 1, preco: 3 }, { posto: 2, preco: 4.5 }, { posto: 3, preco: 9 }]
    const alone = await ask({ suspeitos: 'so', ordem: 'desc', acima: 3 }, pumps)
    expect(alone.conteudo.map(priceOf)).toEqual([9, 4.5])
    expect([alone.totalEncontrados, alone.suspeitosOmitidos]).toEqual([2, 0])
  })

  it.each([
    ['three sales over six hours', 3, '2026-04-16T04:00:00-03:00', 11],
    ['three sales over less', 3, '2026-04-16T04:00:01-03:00', 10],
    ['two sales over a day', 2, '2026-04-15T04:00:00-03:00', 10],
  ])('an unusual price stands on %s', async (_, vendas, desde, shown) => {
    const unusual = { posto: 1, preco: 4.5, corrida: [{ valor: 4.5, vendas, desde }] }
    expect((await ask({}, [...crowd(10, 6), unusual])).totalPostos).toBe(shown)
  })

  it('are judged by the state, not by their town', async () => {
    const town = [5, 6, 7].map((posto) => ({ posto, preco: 4.7, cidade: ARAPIRACA }))
    const answer = await ask({ municipio: 'arapiraca' }, [...crowd(10, 6), ...town])
    expect([answer.totalPostos, answer.suspeitosOmitidos]).toEqual([0, 3])
    expect(answer.observacoes[0]).toMatch(
      /^Os 3 preços que atendem ao pedido são suspeitos, e por isso ficam fora; perto \(.*?\) há Maceió \(\d+ km\)\.$/,
    )
  })

  it.each([
    [
      'suspects alone',
      { municipio: 'arapiraca' },
      /^O único preço .* é suspeito, e por isso fica fora; perto .* há Maceió/,
    ],
    ['no sale', { municipio: 'penedo' }, /^Ninguém de lá vendeu Gasolina comum .*; perto .* há Maceió/],
    [
      'suspects alone within the radius',
      { perto: '-9.75,-36.66', raio: 5 },
      /é suspeito, e por isso fica fora\.$/,
    ],
  ])('%s in a place: the nearest station is told, in statistics too', async (_, where, said) => {
    const pumps: Pump[] = [
      ...crowd(10, 6),
      { posto: 34, preco: 5, cidade: 2706703, combustivel: 'alcool' },
      { posto: 33, preco: 3, cidade: ARAPIRACA, ponto: [-9.75, -36.66] },
    ]
    const { query } = await queryOver(pumps)
    const asked = { combustivel: 'gasolina-comum', ...where } as const
    const { observacoes, postoMaisPerto } = await query.precos({ suspeitos: 'omitir', ...asked })
    const statistics = await query.estatisticas({ litros: 50, ...asked })
    expect(observacoes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(said),
        expect.stringMatching(/^O posto mais perto que vende Gasolina comum .* em Maceió: CNPJ/),
      ]),
    )
    expect(postoMaisPerto?.municipio).toBe('MACEIO')
    expect(statistics.observacoes).toEqual(expect.arrayContaining(observacoes))
    expect(statistics.postoMaisPerto).toEqual(postoMaisPerto)
  })

  it('with fewer than eight prices are judged by the last accepted median', async () => {
    const pumps = [
      { preco: 4.2, combustivel: 'gnv' as const },
      { preco: 80, combustivel: 'gnv' as const },
    ]
    const medianas = {
      gnv: [
        { dia: '2026-04-14', mediana: 90, postos: 8 },
        { dia: '2026-04-15', mediana: 4.2, postos: 8 },
      ],
    }
    const answer = await ask({ combustivel: 'gnv', suspeitos: 'incluir' }, pumps, { medianas })
    expect(answer.conteudo.map(({ suspeito }) => suspeito?.motivo)).toEqual([undefined, 'muito_acima'])
  })

  it('with nothing known are those outside R$ 1 to R$ 30', async () => {
    const pumps = [0.99, 1, 30, 30.01].map((preco) => ({ preco, combustivel: 'gnv' as const }))
    const answer = await ask({ combustivel: 'gnv' }, pumps)
    expect(answer.conteudo.map(({ produto }) => produto.venda.valorDeclarado)).toEqual([1, 30])
  })

  it('omitted are only those that every other filter would keep', async () => {
    expect((await ask({ bairro: 'ponta verde' })).suspeitosOmitidos).toBe(1)
    expect((await ask({ bairro: 'centro' })).suspeitosOmitidos).toBe(0)
    expect((await ask({ ...PRAIA, raio: 1 })).suspeitosOmitidos).toBe(1)
    expect((await ask({ bairro: 'ponta verde', limite: 1 })).suspeitosOmitidos).toBe(1)
  })
})

describe('places', () => {
  it.each([
    ['a district by any spelling', { bairro: 'Tab. dos Martins' }, [2, 3]],
    ['a district of every municipality', { bairro: 'centro' }, [4, 5]],
    ['a district of one municipality', { bairro: 'centro', municipio: 'maceió' }, [5]],
    ['a municipality given as district', { bairro: 'Arapiraca' }, [4, 7, 6]],
    ['a name that is both a district and a municipality', { bairro: 'maceio' }, [2, 5, 1, 7, 3]],
    ['a municipality alone', { municipio: 'MACEIO' }, [2, 5, 1, 3]],
    ['an IBGE code as district', { bairro: String(ARAPIRACA) }, [4, 7, 6]],
    ['an IBGE code as municipality', { municipio: String(MACEIO) }, [2, 5, 1, 3]],
    ['a known district without this fuel', { bairro: 'poco' }, []],
  ])('%s', async (_, pedido, expected) => {
    const answer = await ask(pedido)
    expect(postosOf(answer)).toEqual(expected)
    expect(answer.sugestoes).toBeUndefined()
  })

  it('a district named as its municipality is counted once', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6, bairro: 'MACEIO' },
      { posto: 2, preco: 6.1 },
    ]
    expect(postosOf(await ask({ bairro: 'maceio' }, pumps))).toEqual([1, 2])
  })
})

describe('around a point', () => {
  it('gives the distance in km to the metre and drops what is farther than raio', async () => {
    const answer = await ask({ ...PRAIA, raio: 5 })
    expect(answer.conteudo.map((e) => e.distanciaKm)).toEqual([4.098, 0.348])
    expect(postosOf(answer)).toEqual([5, 1])
  })

  it('looks ten km around when raio is not given', async () => {
    expect(postosOf(await ask(PRAIA))).toEqual([5, 1])
    expect(postosOf(await ask({ ...PRAIA, raio: 12 }))).toEqual([2, 5, 1, 3])
  })

  it('includes stations without coordinates by their approximate place', async () => {
    const answer = await ask({ ...PRAIA, raio: 12 })
    const approximate = answer.conteudo.find((e) => e.estabelecimento.cnpj === cnpjOf(3))
    expect(approximate?.estabelecimento.endereco).toMatchObject({
      latitude: null,
      longitude: null,
      localizacao: { precisao: 'bairro', latitude: -9.573, longitude: -35.763 },
    })
  })

  it('puts the nearest first among equal prices, whatever the age of the sale', async () => {
    const pumps: Pump[] = [
      { posto: 1, preco: 6, ponto: [-9.67, -35.7], vendidoEm: '2026-04-16T11:00:00-03:00' },
      { posto: 2, preco: 6, ponto: [-9.661, -35.7] },
      { posto: 3, preco: 5.9, ponto: [-9.68, -35.7] },
    ]
    expect(postosOf(await ask(PRAIA, pumps))).toEqual([3, 2, 1])
  })

  it('keeps a station exactly at raio', async () => {
    const pumps: Pump[] = [{ posto: 1, preco: 6, ponto: [-9.67, -35.7] }]
    const [entry] = (await ask(PRAIA, pumps)).conteudo
    const raio = entry?.distanciaKm ?? NaN
    expect((await ask({ ...PRAIA, raio }, pumps)).totalPostos).toBe(1)
    expect((await ask({ ...PRAIA, raio: raio - 0.001 }, pumps)).totalPostos).toBe(0)
  })

  it.each([
    ['the pole', 90, 0],
    ['the date line', -9.66, 180],
    ['the ocean', 0, -20],
  ])('finds nothing from %s', async (_, lat, lon) => {
    expect((await ask({ lat, lon, raio: 500 })).totalPostos).toBe(0)
  })

  it.each([
    [{}, 'O posto mais perto que vende Gasolina comum fica a 0,3 km, em Maceió: CNPJ 99.000.000/0001-00.'],
    [
      { horas: 1 },
      'O posto mais perto que vendeu Gasolina comum na última hora fica a 4,1 km, em Maceió: CNPJ 99.000.000/0005-00.',
    ],
    [
      { bairro: 'centro, arapiraca' },
      'Dos postos do lugar pedido, o mais perto que vende Gasolina comum fica a 105,8 km, em Arapiraca: CNPJ 99.000.000/0004-00.',
    ],
    [
      { bairro: 'centro, arapiraca', abaixo: 1 },
      'Dos postos do lugar pedido, o mais perto que vende Gasolina comum fica a 105,8 km, em Arapiraca: CNPJ 99.000.000/0004-00.',
    ],
    [
      { cnpj: cnpjOf(4) },
      'Dos postos pedidos, o mais perto que vende Gasolina comum fica a 105,8 km, em Arapiraca: CNPJ 99.000.000/0004-00.',
    ],
    [
      { abaixo: 1 },
      'O posto mais perto que vende Gasolina comum fica a 0,3 km, em Maceió: CNPJ 99.000.000/0001-00.',
    ],
    [{ combustivel: 'gnv' }, undefined],
    [{ lat: -12, lon: -35.7 }, 'O ponto pedido fica fora de Alagoas, e só há dados de lá.'],
    [{ raio: 0.35 }, undefined],
  ] as const)('says how far the nearest is when nobody is within the radius: %o', async (asked, note) => {
    const pumps = TOWN.map((pump) => ({
      ...pump,
      vendidoEm: `2026-04-16T${pump.posto === 5 ? '11:30' : '09:00'}:00-03:00`,
    }))
    const answer = await ask({ ...PRAIA, raio: 0.1, ...asked }, pumps)
    expect(answer.observacoes[0]).toEqual(note)
    // Its name stands beside the sentence.
    const told = answer.observacoes.flatMap(
      (said) => /CNPJ (\S+)\./.exec(said)?.[1]?.replace(/\D/g, '') ?? [],
    )
    expect([answer.postoMaisPerto ?? []].flat().map(({ cnpj }) => cnpj)).toEqual(told)
    expect(answer.observacoes.join()).not.toMatch(/Ninguém de lá|da rota/)
  })

  it('gives each its own distance on any page', async () => {
    const page = await ask({ ...PRAIA, raio: 12, pagina: 2, registrosPorPagina: 2 })
    const whole = await ask({ ...PRAIA, raio: 12 })
    expect(page.conteudo).toEqual(whole.conteudo.slice(2))
  })

  it('never changes the shared entries', async () => {
    const { query } = await queryOver(TOWN)
    const base = { combustivel: 'gasolina-comum', suspeitos: 'omitir' } as const
    await query.precos({ ...base, ...PRAIA })
    const plain = await query.precos(base)
    expect(plain.conteudo.every((entry) => !('distanciaKm' in entry) && Object.isFrozen(entry))).toBe(true)
  })
})

describe('horas', () => {
  const pumps: Pump[] = [
    { posto: 1, preco: 6, vendidoEm: '2026-04-16T11:00:00-03:00' },
    { posto: 2, preco: 6.1, vendidoEm: '2026-04-16T10:59:59-03:00' },
    { posto: 3, preco: 6.2, vendidoEm: '2026-04-16T12:05:00-03:00' },
  ]

  it('counts back from the time of the data, both ends included', async () => {
    expect(postosOf(await ask({ horas: 1 }, pumps))).toEqual([1, 3])
    expect(postosOf(await ask({ horas: 2 }, pumps))).toEqual([1, 2, 3])
  })

  it('without a sale of the whole state, tells the newest: the source shows them late', async () => {
    const late =
      /^Não se conhece venda de gasolina comum na última hora em todo o estado .* a mais nova é de 16\/04\/2026 10:59\.$/
    for (const asked of [{}, { municipio: 'maceio' }, { ...PRAIA, raio: 1 }, { abaixo: 5 }])
      expect((await ask({ horas: 1, ...asked }, pumps.slice(1, 2))).observacoes).toEqual([
        expect.stringMatching(late),
      ])
    const exchanged = await ask({ horas: 1, lat: -35.7, lon: -9.6 }, pumps.slice(1, 2))
    expect(exchanged.observacoes[0]).toContain('lat e lon parecem trocadas')
    const { observacoes } = await ask({ horas: 1, municipio: 'arapiraca' }, [
      ...pumps,
      { posto: 4, preco: 6, cidade: ARAPIRACA, vendidoEm: '2026-04-16T01:00:00-03:00' },
    ])
    expect(observacoes.join()).toContain('Ninguém de lá vendeu Gasolina comum na última hora')
  })

  it("counts back from that fuel's own update", async () => {
    const atualizadoPorCombustivel = { 'gasolina-comum': '2026-04-16T11:30:00-03:00' }
    expect(postosOf(await ask({ horas: 1 }, pumps, { atualizadoPorCombustivel }))).toEqual([1, 2, 3])
    const { query } = await queryOver(pumps, { atualizadoPorCombustivel })
    const [combustivel, cnpj] = ['gasolina-comum', cnpjOf(1)] as const
    const ofOne = await Promise.all([
      query.estatisticas({ combustivel, litros: 50 }),
      query.historico({ formato: 'json', combustivel, cnpj, granularidade: 'mudancas' }),
      query.historicoDoLugar({ formato: 'json', combustivel, granularidade: 'dia' }),
      query.historicoDoLugar({ formato: 'json', combustivel, granularidade: 'mudancas' }),
      query.posto({ combustivel, cnpj }),
    ])
    expect(ofOne.map(({ atualizadoEm }) => atualizadoEm)).toEqual(
      ofOne.map(() => atualizadoPorCombustivel[combustivel]),
    )
    expect((await query.posto({ cnpj })).atualizadoEm).toBe(AGORA)
  })
})

describe('limite and pages', () => {
  const pumps = Array.from({ length: 7 }, (_, i) => ({ posto: i + 1, preco: 6 + i / 100 }))

  it('limite keeps the cheapest and tells how many there were', async () => {
    const answer = await ask({ limite: 2 }, pumps)
    expect([postosOf(answer), answer.totalPostos, answer.totalEncontrados]).toEqual([[1, 2], 2, 7])
    expect((await ask({ limite: 100 }, pumps)).totalPostos).toBe(7)
  })

  it.each([
    [{ pagina: 1, registrosPorPagina: 3 }, [1, 2, 3], [7, 3, 1, 3, 3, true, false]],
    [{ pagina: 3, registrosPorPagina: 3 }, [7], [7, 3, 3, 3, 1, false, true]],
    [{ pagina: 4, registrosPorPagina: 3 }, [], [7, 3, 4, 3, 0, false, true]],
    [{ pagina: 1 }, [1, 2, 3, 4, 5, 6, 7], [7, 1, 1, 100, 7, true, true]],
    [{ registrosPorPagina: 5 }, [1, 2, 3, 4, 5], [7, 2, 1, 5, 5, true, false]],
    [{ pagina: 2, registrosPorPagina: 3, limite: 4 }, [4], [4, 2, 2, 3, 1, false, true]],
    [{ pagina: Number.MAX_SAFE_INTEGER }, [], [7, 1, Number.MAX_SAFE_INTEGER, 100, 0, false, true]],
  ])('%o', async (pedido, expected, envelope) => {
    const answer = await ask(pedido, pumps)
    expect(postosOf(answer)).toEqual(expected)
    expect([
      answer.totalRegistros,
      answer.totalPaginas,
      answer.pagina,
      answer.registrosPorPagina,
      answer.registrosPagina,
      answer.primeiraPagina,
      answer.ultimaPagina,
    ]).toEqual(envelope)
    expect(answer.totalPostos).toBe(answer.totalRegistros)
    expect(answer.precoMinimo).toBe(6)
  })

  it('an empty result has one empty page', async () => {
    const answer = await ask({ combustivel: 'gnv', pagina: 1 }, pumps)
    expect([answer.totalRegistros, answer.totalPaginas, answer.ultimaPagina]).toEqual([0, 1, true])
  })
})

it('before the first commit there is nothing to answer', async () => {
  const { query } = await queryOver(null)
  const asking = query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir' })
  await expect(asking).rejects.toMatchObject({ codigo: 'dados_indisponiveis', tentarEm: 30 })
})
