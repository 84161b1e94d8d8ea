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

const CANVAS = { width: 160, hasColour: false }

it.each([
  ['GASOLINA ADITIVADA', true],
  ['GASOLINA C COMUM', false],
])('among common gasoline an invoice of “%s” is told by every face: %s', async (descricao, isTold) => {
  const { dataset, query } = await worldAfter([sale('2026-04-15')], { descricao })
  const { router } = createHttp({
    query,
    dataset,
    config: { fonte: 'demonstracao', urlBase: URL_BASE, site: SITE },
    clock: () => AGORA,
    log: () => {},
  })
  for (const path of ['gasolina-comum/', `posto/${CNPJ}/`]) {
    const page = await (await router.request(`/gasolina/${path}`)).text()
    expect(page.includes(`Na nota: ${descricao}`)).toBe(isTold)
  }
  const client = await connect(depsOf(query))
  for (const [tool, args] of [
    ['precos', {}],
    ['posto', { cnpj: CNPJ }],
  ] as const) {
    const { data, text } = await ask(client, tool, args)
    expect([JSON.stringify(data).includes(descricao), text.includes('naNota')]).toEqual([isTold, isTold])
  }
  const { structured } = await ask(client, 'precos')
  expect(JSON.stringify(structured).includes(descricao)).toBe(isTold)
  const list = precosView(
    await query.precos({ combustivel: 'gasolina-comum', suspeitos: 'omitir' }),
    { combustivel: 'gasolina-comum', suspeitos: 'omitir' },
    AGORA,
  )
  for (const view of [list, stationView(await query.posto({ cnpj: CNPJ }), AGORA)])
    expect(drawView(view, CANVAS).includes(descricao)).toBe(isTold)
})
