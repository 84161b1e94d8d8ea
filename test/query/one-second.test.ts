import { expect, it } from 'vitest'
import { collect } from '../../src/collect/collect.ts'
import { DAY, instante } from '../../src/domain/basics/time.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { createQuery } from '../../src/query/query.ts'
import type { Source } from '../../src/sources/source.ts'
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

/** Every station sells all of the products in one second, a day later again. */
async function collectedTwice(products: readonly { codigo: string; preco: number }[]) {
  let now = Date.parse('2026-04-15T15:00:00Z')
  const clock = () => now
  const store = createStore(memory(), 'sefaz', clock)
  const fatias = [{ codigoIBGE: 2704302, municipio: 'MACEIO', combustivel: FUEL } as const]
  const source: Source = {
    fatias,
    firstCommitAfter: 0,
    fetch: async (_, __, read) => ({ registros: records().map(read) }),
  }
  await collect({ source, store, clock })
  now += DAY
  const { commit } = await collect({ source, store, clock })
  if (!commit) throw new Error('nothing collected')
  const dataset = createDataset({
    store,
    follow: still({ commit, damaged: [] }),
    clock,
    intervaloMinutos: 60,
  })
  return { commit, query: createQuery({ dataset, urlBase: 'http://localhost', site: 'http://localhost/' }) }

  function records() {
    return CNPJS.flatMap((cnpj) =>
      products.map(({ codigo, preco }) => ({
        produto: {
          codigo,
          descricao: 'GASOLINA',
          unidadeMedida: 'L',
          venda: { dataVenda: instante(now - 60_000), valorDeclarado: preco, valorVenda: preco },
        },
        estabelecimento: {
          cnpj,
          razaoSocial: 'POSTO',
          endereco: { bairro: 'CENTRO', codigoIBGE: 2704302, municipio: 'MACEIO' },
        },
      })),
    )
  }
}
