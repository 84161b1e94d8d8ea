import { figuresOf } from '../../src/domain/answers/estatisticas.ts'
import { beforeAll, expect, it } from 'vitest'
import { statisticsView } from '../../src/cli/views/statistics.ts'
import { DAY } from '../../src/domain/basics/time.ts'
import { estatisticas } from '../../src/mcp/tools/estatisticas.ts'
import { posto } from '../../src/mcp/tools/posto.ts'
import { type World, createWorld } from '../http/fixture.ts'
import { ask } from './ask.ts'

const HABIT = /no fim de semana costuma custar R\$\s0,\d\d a menos, em [34] dos últimos 4/
let world: World

beforeAll(async () => {
  world = await createWorld({ history: true })
})

async function page(town: string) {
  return (await ask(world.http, `/gasolina/gasolina-comum/${town}/`)).text.replaceAll(/\s+/g, ' ')
}

async function said(tool: typeof posto, args: object) {
  const { content } = await tool.handler({ ...args }, { query: world.query, urlBase: 'http://localhost' })
  return JSON.stringify(content)
}

it('a town of the demonstration has a weekend, said by tools and the command line on any day', async () => {
  const resposta = await world.query.estatisticas({ litros: 50, municipio: 'palmeira dos indios' })
  expect(figuresOf(resposta.combustiveis, 'gasolina-comum').fimDeSemana).toMatchObject({ de: 4 })
  expect(statisticsView(resposta, { litros: 50 }).notes?.join(' ')).toMatch(HABIT)
  expect(await said(estatisticas, { municipio: 'palmeira dos indios' })).toMatch(HABIT)
  expect(await said(estatisticas, { municipio: 'maceio' })).not.toMatch(HABIT)
  const [first] = (
    await world.query.precos({
      combustivel: 'gasolina-comum',
      suspeitos: 'omitir',
      municipio: 'palmeira dos indios',
    })
  ).conteudo
  expect(await said(posto, { cnpj: first?.estabelecimento.cnpj })).toMatch(HABIT)
})

it('the page of the town says it on the two days before days off, and no other', async () => {
  expect(await page('palmeira-dos-indios')).toMatch(RegExp(`Em Palmeira dos Índios, ${HABIT.source}`))
  expect(await page('maceio')).not.toMatch(HABIT)
  // From Thursday the 16th to Wednesday the 22nd, a day after a holiday.
  world.time.now += 6 * DAY
  await world.collectNow()
  expect(await page('palmeira-dos-indios')).not.toMatch(HABIT)
})
