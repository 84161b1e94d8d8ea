import { beforeAll, expect, it } from 'vitest'
import { type World, worldToRead } from '../http/fixture.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import { ask } from '../site/ask.ts'

const [HOJE, ONTEM] = ['2026-04-16', '2026-04-15']

let world: World

/** A first collection alone: of each station its last sale, and of some that is of an earlier day. */
beforeAll(async () => {
  world = await worldToRead()
})

async function get<T>(path: string): Promise<T> {
  return JSON.parse((await ask(world.http, `/gasolina/api/${path}`)).text) as T
}

interface Grupo {
  nome: string
  codigoIBGE: number
  postos: number
  variacao: { desde: object | null }
}

/** By town, the stations whose last sale of ethanol is of an earlier day, and all of them. */
async function stationsByTown() {
  const { conteudo } = await get<{
    conteudo: {
      suspeito?: object
      produto: { venda: { dataVenda: string } }
      estabelecimento: { endereco: { codigoIBGE: number } }
    }[]
  }>('precos?combustivel=alcool&suspeitos=incluir')
  const towns = new Map<number, { all: number; before: number }>()
  for (const { estabelecimento, produto, suspeito } of conteudo) {
    const { codigoIBGE } = estabelecimento.endereco
    const { all, before } = towns.get(codigoIBGE) ?? { all: 0, before: 0 }
    const isEarlier = !suspeito && produto.venda.dataVenda < HOJE
    towns.set(codigoIBGE, { all: all + 1, before: before + Number(isEarlier) })
  }
  return towns
}

it('a day before the first collection is of the places with half of their stations known, on every face', async () => {
  const towns = await stationsByTown()
  const { grupos } = await get<{ grupos: Grupo[] }>(
    `estatisticas?por=municipio&combustivel=alcool&desde=${ONTEM}`,
  )
  const priced = grupos.filter(({ postos }) => postos > 0)
  const [known, unknown]: Grupo[][] = [[], []]
  for (const group of priced) {
    const { all, before } = towns.get(group.codigoIBGE) ?? { all: 0, before: 0 }
    ;(before * 2 >= all ? known : unknown)?.push(group)
  }
  const [town, other] = [known?.find(({ postos }) => postos > 1), unknown?.[0]]
  if (!town || !other) throw new Error('no town to compare')
  expect(known?.filter(({ variacao }) => variacao.desde === null)).toEqual([])
  expect(unknown?.filter(({ variacao }) => variacao.desde !== null)).toEqual([])

  const daysOf = async ({ codigoIBGE }: Grupo) => {
    const { combustiveis, observacoes } = await get<{
      combustiveis: { alcool: { serie: { periodo: string; postos: number }[] } }
      observacoes: string[]
    }>(`historico?municipio=${codigoIBGE}&combustivel=alcool`)
    expect(observacoes.join()).toContain('acompanhados desde 16/04/2026: de antes há só os dias')
    return new Map(combustiveis.alcool.serie.map(({ periodo, postos }) => [periodo, postos]))
  }
  expect((await daysOf(town)).get(ONTEM)).toBe(towns.get(town.codigoIBGE)?.before)
  expect([...(await daysOf(other)).keys()]).toEqual([HOJE])

  const csv = await ask(
    world.http,
    `/gasolina/api/historico?municipio=${town.codigoIBGE}&combustivel=alcool&formato=csv`,
  )
  expect(csv.text).toContain(`,alcool,${ONTEM},`)
  const page = await ask(world.http, `/gasolina/alcool/${slugOf(town)}/`)
  expect(page.text).toMatch(/De \d\d\/04 a 16\/04 a mediana/)
  expect(page.text).toContain('acompanhados desde 16/04/2026')
})
