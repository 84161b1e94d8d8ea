import { groupBy } from '../../src/domain/basics/lists.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { estatisticasSchema, figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { historicoDoLugarSchema } from '../../src/domain/answers/historico.ts'
import type { Slug } from '../../src/domain/facts/fuels.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import type { Pedido } from '../../src/domain/questions/parameters.ts'
import { type VendaJulgada, judgeSales } from '../../src/domain/trust/judging-past.ts'
import { screen } from '../../src/domain/trust/screening.ts'
import { answerHistoricoDoLugar } from '../../src/query/answers/place-history.ts'
import { afterSales, sale } from './past-fixture.ts'
import { createSnapshot } from '../../src/query/lists/snapshot.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { DAY, HOUR, addMs, endOfDay } from '../../src/domain/basics/time.ts'
import { type World, createWorld } from '../http/fixture.ts'

const MACEIO = 2704302
let world: World
const sales = new Map<string, Venda[]>()

beforeAll(async () => {
  world = await createWorld({ history: true })
  // Two more days, so that some were closed by the collector as they passed.
  for (let n = 0; n < 2; n++) {
    world.time.now += DAY
    await world.collectNow()
  }
  for await (const ofStation of world.store.sales.latest()) sales.set(ofStation[0]?.cnpj ?? '', ofStation)
})

async function history(pedido: Partial<Pedido<'historicoDoLugar'>> = {}) {
  const answer = await world.query.historicoDoLugar({ granularidade: 'dia', formato: 'json', ...pedido })
  expect(historicoDoLugarSchema.strict().parse(answer)).toEqual(answer)
  return answer
}

function commit() {
  const { commit } = world.follower.current() ?? {}
  if (!commit) throw new Error('nothing collected')
  return commit
}

interface Where {
  codigoIBGE: number
  bairro: string
}

function awayOf(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}

/** Day by day from the sales themselves: each station's newest, at most 240 h old, judged by its own day and run. */
function fromSales(slug: Slug, isThere: (where: Where) => boolean) {
  const { estado } = commit()
  const medianas = estado.medianas[slug]
  const nearest = (dia: string) =>
    medianas.toSorted((a, b) => awayOf(a.dia, dia) - awayOf(b.dia, dia) || (a.dia < b.dia ? -1 : 1))[0]
      ?.mediana ?? null
  const references = new Map<string, number | null>()
  const judge = (venda: Venda, confirmed: boolean) => {
    const dia = venda.dataVenda.slice(0, 10)
    const reference = references.get(dia) ?? nearest(dia)
    references.set(dia, reference)
    return screen(venda.valorDeclarado, confirmed, reference)
  }
  const stations: VendaJulgada[][] = []
  for (const { estabelecimento } of estado.postos) {
    if (!isThere(estabelecimento.endereco)) continue
    const ofFuel = (sales.get(estabelecimento.cnpj) ?? []).filter(({ combustivel }) => combustivel === slug)
    stations.push(judgeSales(ofFuel, judge))
  }
  const days = [...new Set(Object.values(estado.medianas).flatMap((list) => list.map(({ dia }) => dia)))]
  return days.toSorted().flatMap((dia) => {
    const [to, from] = [endOfDay(dia), addMs(endOfDay(dia), -240 * HOUR)]
    const prices = stations
      .flatMap((sales) => sales.findLast(({ venda }) => venda.dataVenda <= to) ?? [])
      .filter(({ venda, suspeito }) => venda.dataVenda >= from && !suspeito)
      .map(({ venda }) => Math.round(venda.valorDeclarado * 1000))
      .toSorted((a, b) => a - b)
    const n = prices.length
    if (n === 0) return []
    const middle = ((prices[(n - 1) >> 1] ?? 0) + (prices[n >> 1] ?? 0)) / 2
    return [
      {
        periodo: dia,
        minimo: (prices[0] ?? 0) / 1000,
        mediana: Math.round(middle) / 1000,
        maximo: (prices[n - 1] ?? 0) / 1000,
        postos: n,
      },
    ]
  })
}

/** From the histories of the stations themselves. */
async function changesOfStations(town: number, desde: string): Promise<string[]> {
  const found: string[] = []
  for (const { estabelecimento } of commit().estado.postos) {
    const { cnpj, endereco } = estabelecimento
    if (endereco.codigoIBGE !== town) continue
    const whole = { cnpj, desde: '2026-03-20', granularidade: 'mudancas', formato: 'json' } as const
    const { combustiveis } = await world.query.historico(whole)
    for (const [slug, { serie }] of Object.entries(combustiveis)) {
      const runs = serie.flatMap((run) => ('codigo' in run && !run.suspeito ? [run] : []))
      for (const [i, { codigo, valorDeclarado, de }] of runs.entries()) {
        const before = runs.slice(0, i).findLast((run) => run.codigo === codigo)
        if (!before || before.valorDeclarado === valorDeclarado || de.slice(0, 10) < desde) continue
        if (awayOf(de, before.ate) > 240 * HOUR) continue
        found.push([slug, cnpj, before.valorDeclarado, valorDeclarado, de].join(' '))
      }
    }
  }
  return found
}

async function statistics(pedido: Partial<Pedido<'estatisticas'>>) {
  const answer = await world.query.estatisticas({ litros: 50, ...pedido })
  expect(estatisticasSchema.strict().parse(answer)).toEqual(answer)
  return answer
}

async function medianOn(combustivel: Slug, municipio: string, dia: string): Promise<number> {
  const { combustiveis } = await history({ combustivel, municipio, desde: dia, ate: dia })
  return combustiveis[combustivel]?.serie[0]?.mediana ?? NaN
}

describe('the days of a place', () => {
  it.each([
    ['the state', {}, () => true],
    ['the capital', { municipio: 'maceio' }, ({ codigoIBGE }: Where) => codigoIBGE === MACEIO],
    [
      'a town of few stations',
      { municipio: 'porto de pedras' },
      ({ codigoIBGE }: Where) => codigoIBGE === 2707404,
    ],
    [
      'a district',
      { municipio: 'maceio', bairro: 'farol' },
      ({ codigoIBGE, bairro }: Where) => codigoIBGE === MACEIO && bairro === 'FAROL',
    ],
    [
      'districts of one town joined',
      { municipio: 'maceio', bairro: 'jacintinho, pajuçara' },
      ({ codigoIBGE, bairro }: Where) =>
        codigoIBGE === MACEIO && (bairro === 'JACINTINHO' || /^PAJU[CÇ]ARA$/.test(bairro)),
    ],
    [
      'a district in every town that has it',
      { bairro: 'centro' },
      ({ bairro }: Where) => bairro === 'CENTRO',
    ],
  ] as const)('of %s are what the sales themselves say', async (_, place, isThere) => {
    for (const combustivel of ['gasolina-comum', 'alcool', 'gnv'] as const) {
      const { combustiveis } = await history({ ...place, combustivel, desde: '2026-03-01' })
      const wanted = fromSales(combustivel, isThere)
      const serie = combustiveis[combustivel]?.serie
      // The last day is the commit's own: it judges by the present median.
      expect(serie?.slice(0, -1)).toEqual(wanted.slice(0, -1))
      expect(serie?.length).toBe(wanted.length)
    }
  })

  it('end with the very figures that estatisticas tells', async () => {
    for (const place of [{}, { municipio: 'maceio' }, { municipio: 'penedo', bairro: 'centro' }]) {
      const [{ combustiveis }, now] = [
        await history(place),
        await world.query.estatisticas({ litros: 50, ...place }),
      ]
      for (const slug of Object.keys(combustiveis) as Slug[]) {
        const { postos, precoMinimo, precoMediano, precoMaximo } = figuresOf(now.combustiveis, slug)
        expect(combustiveis[slug]?.serie.at(-1)).toEqual({
          periodo: '2026-04-18',
          minimo: precoMinimo,
          mediana: precoMediano,
          maximo: precoMaximo,
          postos,
        })
      }
    }
  })

  it('are of thirty days unless told, and say since when there are any', async () => {
    const usual = await history({ combustivel: 'alcool' })
    expect(usual.periodo).toEqual({ desde: '2026-03-20', ate: '2026-04-18' })
    expect(usual.observacoes).toEqual([])
    const all = await history({ combustivel: 'alcool', desde: '2025-01-01' })
    const [first] = all.combustiveis.alcool?.serie ?? []
    expect(all.observacoes.join()).toContain(
      `acompanhados desde ${first?.periodo.split('-').toReversed().join('/')}`,
    )
  })

  it('are none for a place nobody knows, which is answered with near names', async () => {
    const { combustiveis, sugestoes } = await history({ municipio: 'arapirakka do norte' })
    expect(combustiveis).toEqual({})
    expect(sugestoes).toBeDefined()
  })

  it('may not begin after they end', async () => {
    await expect(history({ desde: '2027-01-01' })).rejects.toMatchObject({ codigo: 'parametro_invalido' })
  })
})

describe('weeks and months of a place', () => {
  it('are the median of the days’ medians and the extremes of theirs', async () => {
    const pedido = {
      municipio: 'maceio',
      combustivel: 'gasolina-comum',
      desde: '2026-03-30',
      ate: '2026-04-05',
    } as const
    const days = (await history(pedido)).combustiveis['gasolina-comum']?.serie ?? []
    const week = (await history({ ...pedido, granularidade: 'semana' })).combustiveis['gasolina-comum']
    expect(days).toHaveLength(7)
    expect(week?.serie).toEqual([
      {
        periodo: '2026-03-30',
        minimo: Math.min(...days.map(({ minimo }) => minimo)),
        mediana: days.map(({ mediana }) => mediana).toSorted((a, b) => a - b)[3],
        maximo: Math.max(...days.map(({ maximo }) => maximo)),
        postos: Math.max(...days.map(({ postos }) => postos)),
      },
    ])
    const months = (await history({ ...pedido, granularidade: 'mes' })).combustiveis['gasolina-comum']
    expect(months?.serie.map(({ periodo }) => periodo)).toEqual(['2026-03-01', '2026-04-01'])
  })

  it('are summed up by the median of the last and its change since the first', async () => {
    const { combustiveis } = await history({ combustivel: 'gasolina-comum' })
    const { serie = [], resumo } = combustiveis['gasolina-comum'] ?? {}
    const [first, last] = [serie[0]?.mediana ?? 0, serie.at(-1)?.mediana ?? 0]
    expect(resumo).toEqual({
      minimo: Math.min(...serie.map(({ minimo }) => minimo)),
      mediana: last,
      maximo: Math.max(...serie.map(({ maximo }) => maximo)),
      variacao: {
        valor: Math.round((last - first) * 1000) / 1000,
        percentual: Math.round(((last - first) / first) * 1000) / 10,
      },
    })
  })
})

describe('the changes of a place', () => {
  const asked = { granularidade: 'mudancas', municipio: 'maceio', desde: '2026-04-12' } as const

  it('are those of its stations, newest first, in pages', async () => {
    const answer = await history({ ...asked, registrosPorPagina: 5000 })
    const { mudancas = [], combustiveis } = answer
    expect(combustiveis).toEqual({})
    expect(mudancas.map(({ em }) => em)).toEqual(
      mudancas
        .map(({ em }) => em)
        .toSorted()
        .toReversed(),
    )
    const told = mudancas.map(({ combustivel, cnpj, de, para, em }) =>
      [combustivel, cnpj, de, para, em].join(' '),
    )
    expect(told.toSorted()).toEqual((await changesOfStations(MACEIO, '2026-04-12')).toSorted())
    const moved = (way: number) =>
      new Set(mudancas.filter(({ de, para }) => (para - de) * way > 0).map(({ cnpj }) => cnpj)).size
    expect([answer.subiram, answer.desceram]).toEqual([moved(1), moved(-1)])
    const second = await history({ ...asked, pagina: 2, registrosPorPagina: 7 })
    expect(second.mudancas).toEqual(mudancas.slice(7, 14))
    expect(second).toMatchObject({
      subiram: moved(1),
      totalRegistros: mudancas.length,
      totalPaginas: Math.ceil(mudancas.length / 7),
      primeiraPagina: false,
    })
  })

  it('count who ended above and below where they began, and not who came back', async () => {
    // A station may sell two products as one fuel; here each sells one.
    const fuel = await history({ ...asked, combustivel: 'gasolina-comum', registrosPorPagina: 5000 })
    const ofStation = [...groupBy(fuel.mudancas ?? [], ({ cnpj }) => cnpj).values()]
    const ended = (way: number) =>
      ofStation.filter((of) => ((of[0]?.para ?? 0) - (of.at(-1)?.de ?? 0)) * way > 0).length
    expect([fuel.ficaramAcima, fuel.ficaramAbaixo]).toEqual([ended(1), ended(-1)])
    expect(ended(1)).toBeLessThan(fuel.subiram ?? 0)
  })

  it('say of each whether sales confirm it, and count these stations by themselves', async () => {
    const answer = await history({ ...asked, registrosPorPagina: 5000 })
    const { mudancas = [], subiram = 0, subiramConfirmados = 0 } = answer
    const open = mudancas.filter(({ confirmada }) => !confirmada)
    expect(mudancas.filter(({ vendas, confirmada }) => vendas === 1 && confirmada)).toEqual([])
    expect(open.some(({ vendas }) => vendas === 1)).toBe(true)
    expect(open.filter(({ deConfirmado }) => deConfirmado !== undefined)).toEqual([])
    const moved = (way: number) =>
      new Set(
        mudancas.filter(({ deConfirmado: de = NaN, para }) => (para - de) * way > 0).map(({ cnpj }) => cnpj),
      ).size
    expect([subiramConfirmados, answer.desceramConfirmados]).toEqual([moved(1), moved(-1)])
    expect(subiramConfirmados).toBeGreaterThan(0)
    expect(subiramConfirmados).toBeLessThan(subiram)
  })

  it('of a day without a known sale name the newest sale', async () => {
    const { snapshot } = await afterSales([sale('2026-04-15 20:39', 6)])
    const pedido = { granularidade: 'mudancas', formato: 'json' } as const
    expect((await answerHistoricoDoLugar(snapshot, pedido)).observacoes).toContain(
      'Ainda não se conhece venda de 16/04/2026: a mais nova no estado é de 15/04/2026 20:39. Para as mudanças desse dia, desde=2026-04-15.',
    )
    const { observacoes } = await answerHistoricoDoLugar(snapshot, { ...pedido, desde: '2026-04-15' })
    expect(observacoes.join()).not.toContain('Ainda não')
  })

  it('are of the day served, or of at most 31 days', async () => {
    const { periodo, mudancas = [] } = await history({ granularidade: 'mudancas' })
    expect(periodo).toEqual({ desde: '2026-04-18', ate: '2026-04-18' })
    expect(mudancas.filter(({ em }) => !em.startsWith('2026-04-18'))).toEqual([])
    expect((await history({ ...asked, desde: '2026-03-19' })).mudancas?.length).toBe(100)
    await expect(history({ ...asked, desde: '2026-03-18' })).rejects.toThrow(/são 32 dias/)
  })
})

describe('the change of a median since a day', () => {
  it('is against the end of that day, of the place and of each place compared', async () => {
    const desde = '2026-04-10'
    const { combustiveis } = await statistics({ municipio: 'maceio', desde })
    for (const slug of ['gasolina-comum', 'alcool', 'diesel-aditivado'] as const) {
      const now = figuresOf(combustiveis, slug)
      const before = await medianOn(slug, 'maceio', desde)
      expect(now.variacao.desde?.dia).toBe(desde)
      expect(now.variacao.desde?.valor).toBeCloseTo((now.precoMediano ?? 0) - before, 2)
    }
    const { grupos = [] } = await statistics({ municipios: 'maceio,arapiraca', combustivel: 'alcool', desde })
    expect(grupos).toHaveLength(2)
    for (const { municipioNome, precoMediano, variacao } of grupos)
      expect(variacao.desde?.valor).toBeCloseTo(
        (precoMediano ?? 0) - (await medianOn('alcool', municipioNome, desde)),
        2,
      )
  })

  it('is null, with a sentence, where too few stations are known that day', async () => {
    const { combustiveis, observacoes } = await statistics({ municipio: 'maceio', desde: '2026-01-10' })
    expect(figuresOf(combustiveis, 'gasolina-comum').variacao.desde).toBeNull()
    expect(observacoes.filter((said) => said.includes('10/01/2026'))).toHaveLength(1)
    await expect(statistics({ desde: '2026-04-18' })).rejects.toThrow(/não é antes do dia dos dados/)
  })
})

describe('where what the collector left is gone', () => {
  it('the commit’s own day is there still, and how many days are missed is told', async () => {
    const { sales, days } = createStore(memory(), 'demonstracao')
    const snapshot = { ...createSnapshot(commit(), world.store), sales, days }
    const pedido = { granularidade: 'dia', formato: 'json', combustivel: 'gnv', desde: '2026-04-12' } as const
    const { combustiveis, observacoes } = await answerHistoricoDoLugar(snapshot, pedido)
    expect(combustiveis.gnv?.serie.map(({ periodo }) => periodo)).toEqual(['2026-04-18'])
    expect(observacoes).toEqual([
      'Faltam 6 dias deste período, que as próximas coletas calculam das vendas guardadas.',
    ])
  })
})
