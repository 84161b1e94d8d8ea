import { describe, expect, it } from 'vitest'
import { createMcpHandler } from '../../src/mcp/protocol/http.ts'
import { createWorld } from '../http/fixture.ts'
import { depsOf } from '../mcp/world.ts'
import { checkClaims } from './check.ts'
import { wrongIn } from './ledger.ts'

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

describe('numbers that the program shows', () => {
  it('are those of its own downloads: on pages, in tools, feed, files and answers', async () => {
    const { http, query } = await createWorld({ history: true, months: true })
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
})
