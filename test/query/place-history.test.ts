import { beforeAll, describe, expect, it } from 'vitest'
import { historicoDoLugarSchema } from '../../src/domain/answers/historico.ts'
import type { Slug } from '../../src/domain/facts/fuels.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import type { Pedido } from '../../src/domain/questions/parameters.ts'
import { type VendaJulgada, judgeSales } from '../../src/domain/trust/runs.ts'
import { screen } from '../../src/domain/trust/screening.ts'
import { createPlaceHistory } from '../../src/query/answers/place-history.ts'
import { createSnapshot } from '../../src/query/lists/snapshot.ts'
import { attributionOf } from '../../src/format/words/source-words.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/open.ts'
import { DAY, HOUR, addMs, endOfDay } from '../../src/domain/basics/time.ts'
import { type World, createWorld } from '../http/fixture.ts'

const MACEIO = 2704302
const atribuicao = attributionOf({ fonte: 'demonstracao', site: 'https://precos.example/' })
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
        const { postos, precoMinimo, precoMediano, precoMaximo } = now.combustiveis[slug]
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

describe('where what the collector left is gone', () => {
  it('the commit’s own day is there still, and how many days are missed is told', async () => {
    const { days } = createStore(memory(), 'demonstracao')
    const answer = createPlaceHistory({ days })
    const pedido = { granularidade: 'dia', formato: 'json', combustivel: 'gnv', desde: '2026-04-12' } as const
    const { combustiveis, observacoes } = await answer(createSnapshot(commit()), pedido, atribuicao)
    expect(combustiveis.gnv?.serie.map(({ periodo }) => periodo)).toEqual(['2026-04-18'])
    expect(observacoes).toEqual([
      'Faltam 6 dias deste período, que as próximas coletas calculam das vendas guardadas.',
    ])
  })
})
