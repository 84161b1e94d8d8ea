import { expect, it } from 'vitest'
import { precosView } from '../src/cli/views/precos.ts'
import { stationView } from '../src/cli/views/station.ts'
import { drawView } from '../src/format/terminal/view.ts'
import { createHttp } from '../src/http/create-http.ts'
import { ask } from './mcp/ask.ts'
import { worldAfter } from './mcp/past.ts'
import { AGORA } from './demonstration.ts'
import { SITE, URL_BASE, connect, depsOf } from './mcp/world.ts'
import { CNPJ, sale } from './query/past-fixture.ts'

const NAMED_OTHERWISE =
  '1 nota desta lista dá ao produto o nome de outro combustível: a lista segue o código da nota.'
const CANVAS = { width: 160, hasColour: false }

it.each([
  ['gasolina-comum', 'GASOLINA ADITIVADA', true],
  ['gasolina-comum', 'GASOLINA ADT BICO 02', true],
  ['gasolina-comum', 'GASOLINA C COMUM', false],
  ['gasolina-comum', 'GASOLINA NAO ADITIVADA', false],
  ['gasolina-aditivada', 'GASOLINA COMUM C ADT', false],
  ['diesel-comum', 'OLEO DIESEL BS10', true],
  ['diesel-comum', 'OLEO DIESEL B S500 COMUM', false],
  ['diesel-comum', 'DIESEL BS500 ADITIVADO', false],
  ['diesel-aditivado', 'DIESEL BS500', true],
  ['diesel-aditivado', 'DIESEL B S 10', false],
] as const)('of %s an invoice of “%s” is told by every face: %s', async (combustivel, descricao, isTold) => {
  const world = await worldAfter([sale('2026-04-15', 6, { combustivel })], { descricao })
  const { query } = world
  const router = routerOf(world)
  for (const path of [`${combustivel}/`, `posto/${CNPJ}/`]) {
    const page = await (await router.request(`/gasolina/${path}`)).text()
    expect(page.includes(`Na nota: ${descricao}`)).toBe(isTold)
  }
  const answer = await (await router.request(`/gasolina/api/precos?combustivel=${combustivel}`)).text()
  expect(answer.includes(NAMED_OTHERWISE)).toBe(isTold)
  const client = await connect(depsOf(query))
  for (const [tool, args, sentence] of [
    ['precos', { combustivel }, NAMED_OTHERWISE],
    ['posto', { cnpj: CNPJ }, 'Onde há naNota'],
  ] as const) {
    const { data, text } = await ask(client, tool, args)
    expect([JSON.stringify(data).includes(descricao), text.includes(sentence)]).toEqual([isTold, isTold])
  }
  const { structured } = await ask(client, 'precos', { combustivel })
  expect(JSON.stringify(structured).includes(descricao)).toBe(isTold)
  const list = precosView(
    await query.precos({ combustivel, suspeitos: 'omitir' }),
    { combustivel, suspeitos: 'omitir' },
    AGORA,
  )
  for (const view of [list, stationView(await query.posto({ cnpj: CNPJ }), AGORA)])
    expect(drawView(view, CANVAS).includes(descricao)).toBe(isTold)
})

function routerOf({ dataset, query }: Awaited<ReturnType<typeof worldAfter>>) {
  const config = { fonte: 'demonstracao', urlBase: URL_BASE, site: SITE } as const
  return createHttp({ query, dataset, config, clock: () => AGORA, log: () => {} }).router
}

const told = (text: string) => text.match(/\d+ notas? desta lista/g)

it('pages of a list, and a table that shows its beginning, count their own invoices that name another fuel', async () => {
  const stations = Array.from({ length: 60 }, (_, n) =>
    sale('2026-04-15', 6, { cnpj: `112223330${100 + n}00` }),
  )
  const world = await worldAfter(stations, { descricao: 'GASOLINA ADITIVADA' })
  const { query } = world
  const router = routerOf(world)
  for (const path of ['gasolina-comum', 'gasolina-comum/maceio'])
    for (const [page, notes] of [
      ['', '50 notas desta lista'],
      ['2/', '10 notas desta lista'],
    ])
      expect(told(await (await router.request(`/gasolina/${path}/${page}`)).text())).toEqual([notes])
  const pedido = { combustivel: 'gasolina-comum', suspeitos: 'omitir' } as const
  const view = precosView(await query.precos(pedido), pedido, AGORA)
  expect(told(drawView(view, CANVAS))).toEqual(['20 notas desta lista'])
})
