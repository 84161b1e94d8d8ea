import { expect, it } from 'vitest'
import { collect } from '../../src/collect/collect.ts'
import { makeMonthlyFiles } from '../../src/collect/months/make-monthly-files.ts'
import { type Instante, toMs } from '../../src/domain/basics/time.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { createQuery } from '../../src/query/query.ts'
import type { Source } from '../../src/sources/source.ts'
import type { Commit } from '../../src/domain/state/commit-state.ts'
import { createStore } from '../../src/store/store.ts'
import { applyShown } from '../following.ts'
import { memory } from '../memory.ts'
import { still } from '../still.ts'

const FUEL = 'gasolina-comum'
const asJson = { combustivel: FUEL, formato: 'json' } as const
const [CHEAP, DEAR] = [6.1, 6.5]
const CNPJS = Array.from({ length: 9 }, (_, n) => `97${String(n).padStart(10, '0')}00`)

it.each([
  ['of two products sold in one second, the cheaper of the lower code', '1', '2'],
  ['of two products sold in one second, the cheaper of the higher code', '2', '1'],
  ['of two sales of a product in one second, the cheaper', '1', '1'],
])('%s is the price in list, median, history and changes', async (_, cheap, dear) => {
  const { query, commit } = await collectedTwice([
    { codigo: cheap, preco: CHEAP },
    { codigo: dear, preco: DEAR },
  ])
  const { conteudo } = await query.precos({ combustivel: FUEL, suspeitos: 'omitir' })
  expect(conteudo.map(({ produto }) => produto.codigo)).toEqual(CNPJS.map(() => cheap))
  expect(conteudo[0]?.produto.venda.valorDeclarado).toBe(CHEAP)
  const { combustiveis } = await query.estatisticas({ combustivel: FUEL, litros: 50 })
  expect(combustiveis[FUEL]).toMatchObject({
    precoMediano: CHEAP,
    variacao: { dia: { valor: 0, percentual: 0 } },
  })
  expect(commit.estado.medianas[FUEL].map(({ mediana }) => mediana)).toEqual([CHEAP, CHEAP])
  const places = await query.historicoDoLugar({ ...asJson, granularidade: 'dia' })
  expect(places.combustiveis[FUEL]?.serie.map(({ mediana }) => mediana)).toEqual([CHEAP, CHEAP])
  const past = await query.historico({ ...asJson, cnpj: CNPJS[0] ?? '', granularidade: 'mudancas' })
  expect(past.combustiveis[FUEL]?.resumo?.atual).toBe(CHEAP)
  const { mudancas } = await query.mudancas({ desde: 'inicio', suspeitos: 'incluir', limite: 100 })
  expect(Object.values(applyShown({}, mudancas))).toEqual(CNPJS.map(() => cheap))
})

it.each([
  ['of a month in the log', false],
  ['of a month folded into files of stations', true],
])('a sale whose price the source corrects twice is one, at its last price, %s', async (_, isFolded) => {
  const { collectAt, queryOf, store } = shownStore()
  const [earlier, corrected] = ['2026-04-14T09:00:00-03:00', '2026-04-15T11:00:00-03:00']
  await collectAt('2026-04-14T10:00:00-03:00', [{ codigo: '1', preco: CHEAP }], earlier)
  await collectAt('2026-04-15T12:00:00-03:00', [{ codigo: '1', preco: CHEAP }], corrected)
  await collectAt('2026-04-15T13:00:00-03:00', [{ codigo: '1', preco: DEAR }], corrected)
  await collectAt('2026-04-15T14:00:00-03:00', [{ codigo: '1', preco: CHEAP }], corrected)
  const commit = await collectAt('2026-04-16T14:00:00-03:00', [{ codigo: '1', preco: CHEAP }], corrected)
  if (isFolded) while (await store.sales.fold('2026-05-03'));
  const query = queryOf(commit)
  const past = await query.historico({ ...asJson, cnpj: CNPJS[0] ?? '', granularidade: 'mudancas' })
  expect(past.combustiveis[FUEL]?.serie).toEqual([
    { codigo: '1', valorDeclarado: CHEAP, de: earlier, ate: corrected, vendas: 2 },
  ])
  const changes = await query.historicoDoLugar({ ...asJson, granularidade: 'mudancas', desde: '2026-04-14' })
  expect(changes).toMatchObject({ subiram: 0, desceram: 0, mudancas: [] })
  const [newest] = await store.sales.newestAsOf(['2026-04-15T23:59:59-03:00'])
  expect(newest?.map(({ valorDeclarado }) => valorDeclarado)).toEqual(CNPJS.map(() => CHEAP))
  await makeMonthlyFiles({ store, commit, agora: '2026-04-16T15:00:00-03:00' })
  expect((await store.monthlyFiles.present()).day?.meses).toMatchObject([{ vendas: 2 * CNPJS.length }])
})

it('a sale beside a corrected one of the same second is another, and one corrected when its second is forgotten is not lost', async () => {
  const { collectAt, store } = shownStore()
  const at = '2026-04-15T11:00:00-03:00'
  const show = (hour: number, prices: readonly number[], dataVenda = at) =>
    collectAt(
      `2026-04-15T${hour}:00:00-03:00`,
      prices.map((preco) => ({ codigo: '1', preco })),
      dataVenda,
    )
  const known = async () => {
    const sales = await store.sales.ofStation(CNPJS[0] ?? '', '2026-04-15', '2026-04-15')
    return sales.filter(({ dataVenda }) => dataVenda === at).map(({ valorDeclarado }) => valorDeclarado)
  }
  await show(12, [6.5])
  await show(13, [6.3])
  expect(await known()).toEqual([6.3])
  await show(14, [6.3, 6.4])
  expect(await known()).toEqual([6.3, 6.4])
  for (let minute = 10; minute < 16; minute++) await show(15, [6.9], `2026-04-15T14:${minute}:00-03:00`)
  await show(16, [6.2])
  expect(await known()).toEqual([6.2, 6.3, 6.4])
})

/** Every station sells all of the products in one second, a day later again. */
async function collectedTwice(products: readonly Product[]) {
  const { collectAt, queryOf } = shownStore()
  await collectAt('2026-04-15T12:00:00-03:00', products, '2026-04-15T11:59:00-03:00')
  const commit = await collectAt('2026-04-16T12:00:00-03:00', products, '2026-04-16T11:59:00-03:00')
  return { commit, query: queryOf(commit) }
}

interface Product {
  codigo: string
  preco: number
}

/** A store of which every collection shows the same sales of every station. */
function shownStore() {
  let now = 0
  const clock = () => now
  const store = createStore(memory(), 'sefaz', clock)
  const fatias = [{ codigoIBGE: 2704302, municipio: 'MACEIO', combustivel: FUEL } as const]
  return {
    store,
    async collectAt(instant: Instante, products: readonly Product[], dataVenda: Instante) {
      now = toMs(instant)
      const source: Source = {
        fatias,
        firstCommitAfter: 0,
        fetch: async (_, __, read) => ({ registros: records(products, dataVenda).map(read) }),
      }
      const { commit } = await collect({ source, store, clock })
      if (!commit) throw new Error('nothing collected')
      return commit
    },
    queryOf(commit: Commit) {
      const follow = still({ commit, damaged: [] })
      const dataset = createDataset({ store, follow, clock, intervaloMinutos: 60 })
      return createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' })
    },
  }
}

function records(products: readonly Product[], dataVenda: Instante) {
  return CNPJS.flatMap((cnpj) =>
    products.map(({ codigo, preco }) => ({
      produto: {
        codigo,
        descricao: 'GASOLINA',
        unidadeMedida: 'L',
        venda: { dataVenda, valorDeclarado: preco, valorVenda: preco },
      },
      estabelecimento: {
        cnpj,
        razaoSocial: 'POSTO',
        endereco: { bairro: 'CENTRO', codigoIBGE: 2704302, municipio: 'MACEIO' },
      },
    })),
  )
}
