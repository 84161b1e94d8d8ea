import { describe, expect, it } from 'vitest'
import { precosView } from '../../src/cli/views/precos.ts'
import { statusView } from '../../src/cli/views/status.ts'
import { drawView } from '../../src/format/terminal/view.ts'
import { collect } from '../../src/collect/collect.ts'
import { DAY, HOUR, toMs } from '../../src/domain/basics/time.ts'
import { createDemonstration } from '../../src/sources/demonstration/demonstration-source.ts'
import type { Source } from '../../src/sources/source.ts'
import { ask } from '../mcp/ask.ts'
import { connect, depsOf } from '../mcp/world.ts'
import { createWorld } from '../http/fixture.ts'

describe.each([
  ['back a day', -DAY],
  ['forward two days', 2 * DAY],
])('a clock set %s in the middle of a collection', (_, jump) => {
  it('lets it end, numbers and times grow, and the next one goes through', async () => {
    const { store, follower, time, collectNow } = await createWorld()
    time.now += HOUR
    const clock = () => time.now
    const demonstration = createDemonstration({ clock })
    let asked = 0
    const source: Source = {
      ...demonstration,
      earlierSales: undefined,
      async fetch(...told) {
        if (++asked === 300) time.now += jump
        return demonstration.fetch(...told)
      },
    }
    const before = follower.current()?.commit.cabecalho
    const { coleta, commit } = await collect({ source, store, clock })
    expect(asked).toBeGreaterThan(300)
    expect(commit?.cabecalho.seq).toBe((before?.seq ?? 0) + 1)
    expect(coleta.fim >= coleta.inicio).toBe(true)
    expect((commit?.cabecalho.atualizadoEm ?? '') >= (before?.atualizadoEm ?? '?')).toBe(true)

    // The clock is put right, and an hour later all is as ever.
    time.now += HOUR - jump
    await collectNow()
    const after = follower.current()?.commit.cabecalho
    expect(after?.seq).toBe((commit?.cabecalho.seq ?? 0) + 1)
    expect((after?.atualizadoEm ?? '') >= (commit?.cabecalho.atualizadoEm ?? '?')).toBe(true)
  })

  it('makes no age negative and no answer hold longer than an hour', async () => {
    const { http, query, time, follower } = await createWorld()
    time.now += jump
    const canvas = { width: 100, hasColour: false }
    const pedido = { combustivel: 'gnv', suspeitos: 'omitir' } as const
    const response = await http.router.request('/gasolina/api/precos')
    const [, maxAge] = /max-age=(-?\d+)/.exec(response.headers.get('cache-control') ?? '') ?? []
    expect(Number(maxAge)).toBeGreaterThanOrEqual(60)
    expect(Number(maxAge)).toBeLessThanOrEqual(3600)
    const { text } = await ask(await connect(depsOf(query)), 'precos', {})
    const shown = [
      text,
      drawView(precosView(await query.precos(pedido), pedido, time.now), canvas),
      drawView(statusView(await query.situacao(), time.now), canvas),
    ]
    for (const told of shown) expect(told).not.toMatch(/(há|faz|de|tinha) -\d|-\d+ (min|h|s|hora|dia)/)
    const commit = follower.current()?.commit.cabecalho
    expect(toMs(commit?.atualizadoEm ?? '')).toBeGreaterThan(0)
  })
})
