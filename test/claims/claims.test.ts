import { describe, expect, it } from 'vitest'
import { HOUR } from '../../src/domain/basics/time.ts'
import { createMcpHandler } from '../../src/mcp/protocol/streamable-http.ts'
import { createWorld, worldToRead } from '../http/fixture.ts'
import { depsOf } from '../mcp/world.ts'
import { checkClaims } from './check.ts'
import { type Ask, download } from './downloads.ts'
import { createLedger, wrongIn } from './ledger.ts'
import { checkSite } from './site.ts'

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

describe('numbers that the program shows', () => {
  it('are those of its own downloads: on pages, in tools, feed, files and answers', async () => {
    const { http, query } = await worldToRead({ history: true })
    const tools = createMcpHandler(depsOf(query))
    const ask = async (path: string, body?: string) =>
      body === undefined
        ? http.router.request(path)
        : tools(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
    const totals = await checkClaims(ask, {
      stations: 25,
      towns: ['maceio', 'belo-monte', 'palestina', 'penedo'],
    })
    expect(wrongIn(totals)).toEqual([])
    expect(totals.figures).toBeGreaterThan(5000)
    expect(totals.sentences).toBeGreaterThan(500)
  })

  it('also where the cheapest station of a fuel sells another product of it', async () => {
    const { http, time, collectNow, makeMonthlyFilesNow } = await createWorld({ collected: false })
    time.now += 6 * HOUR
    await collectNow()
    await makeMonthlyFilesNow()
    const ask: Ask = async (path) => http.router.request(path)
    expect(await (await ask('/gasolina/')).text()).toMatch(/Também DIESEL B S10 ADITIVADO/)
    const ledger = createLedger()
    await checkSite(ask, await download(ask), ledger, ['/gasolina/'])
    expect(wrongIn(ledger.totals())).toEqual([])
  })
})
