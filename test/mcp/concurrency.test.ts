import { expect, it, onTestFinished } from 'vitest'
import { createMcpHandler } from '../../src/mcp/protocol/streamable-http.ts'
import { createWorld, startServer } from '../http/fixture.ts'
import { queryOver } from '../fixtures.ts'
import { depsOf } from './world.ts'

const { query } = await queryOver([{ preco: 6.37 }])

it('the 17th unanswered question of one caller is refused, and other callers are served', async () => {
  const world = await setUp()
  world.ask('192.0.2.1', 16)
  await world.underWay(16)
  const refused = await world.askOnce('192.0.2.1', 99)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({
    jsonrpc: '2.0',
    id: 99,
    error: { code: -32000, data: { status: 429, codigo: 'muitos_pedidos' } },
  })
  const other = await world.askOnce('192.0.2.2', 7, 'posto')
  expect(await other.json()).toMatchObject({ id: 7, result: { structuredContent: {} } })
  world.letGo()
  expect((await world.answers()).map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200))
  expect((await world.askOnce('192.0.2.1', 100)).status).toBe(200)
})

it('at most 64 questions of all callers run at one time, and more once those are answered', async () => {
  const world = await setUp()
  for (const last of [1, 2, 3, 4]) world.ask(`192.0.2.${last}`, 16)
  await world.underWay(64)
  const refused = await world.askOnce('192.0.2.5', 'x')
  expect([refused.status, await refused.json()]).toMatchObject([429, { id: 'x', error: { code: -32000 } }])
  world.letGo()
  await world.answers()
  expect((await world.askOnce('192.0.2.5', 1)).status).toBe(200)
})

it('questions not yet received whole do not count', async () => {
  const world = await setUp()
  const halves = Array.from({ length: 40 }, () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    void writer.write(new TextEncoder().encode('{"jsonrpc":"2.0",')).catch(() => {})
    onTestFinished(() => void writer.abort().catch(() => {}))
    return world.handle(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers,
        body: readable,
        duplex: 'half',
      } as RequestInit),
      'slow',
    )
  })
  expect(halves).toHaveLength(40)
  const body = message(1, 'posto')
  const quick = await world.handle(
    new Request('http://localhost/mcp', { method: 'POST', headers, body }),
    'slow',
  )
  expect(quick.status).toBe(200)
})

const headers = { 'content-type': 'application/json' }

function message(id: unknown, name: string): string {
  const args = name === 'posto' ? { nome: 'posto' } : {}
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
}

/** A server behind a proxy that names the caller; its lists of prices wait for `letGo`. */
async function setUp() {
  let open: (() => void) | undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  let arrived = 0
  const waiting: [number, () => void][] = []
  const slow = {
    ...query,
    async precos(pedido: Parameters<typeof query.precos>[0]) {
      arrived++
      for (const [n, tell] of waiting) if (arrived >= n) tell()
      await gate
      return query.precos(pedido)
    },
  }
  const handle = createMcpHandler(depsOf(slow))
  const proxies = ['127.0.0.1']
  const world = await createWorld({ collected: false, mcp: handle, proxies })
  const { base } = await startServer(world, { proxies })
  onTestFinished(() => open?.())
  const asked: Promise<Response>[] = []

  return {
    handle,
    letGo: () => open?.(),
    answers: () => Promise.all(asked),
    underWay: (n: number) =>
      new Promise<void>((resolve) => (arrived >= n ? resolve() : waiting.push([n, resolve]))),
    ask(from: string, times: number) {
      for (let id = 0; id < times; id++) asked.push(askOnce(from, id))
    },
    askOnce,
  }

  function askOnce(from: string, id: unknown, tool = 'precos'): Promise<Response> {
    const given = { ...headers, 'x-forwarded-for': from }
    return fetch(`${base}/mcp`, { method: 'POST', headers: given, body: message(id, tool) })
  }
}
