import { beforeAll, expect, it } from 'vitest'
import { GasolinaError } from '../../src/errors.ts'
import { createMcpHandler } from '../../src/mcp/protocol/streamable-http.ts'
import type { Query } from '../../src/query/query.ts'
import { demonstrationQuery, depsOf } from './world.ts'

let query: Query

beforeAll(async () => {
  query = await demonstrationQuery()
})

it('equal calls of any client are computed once per commit', async () => {
  const world = setUp()
  const first = await world.call(1, { combustivel: 'gnv' })
  const second = await world.call('dois', { combustivel: 'gnv' })
  expect([first.id, second.id]).toEqual([1, 'dois'])
  expect(second.result).toEqual(first.result)
  expect(world.asked).toBe(1)

  await world.call(3, { combustivel: 'gnv', limite: 3 })
  expect(world.asked).toBe(2)
  world.version = {}
  await world.call(4, { combustivel: 'gnv' })
  expect(world.asked).toBe(3)
})

it('a refusal is not cached: the next call may succeed', async () => {
  const world = setUp()
  world.fails = true
  expect(await world.call(1, {})).toMatchObject({ result: { isError: true } })
  world.fails = false
  expect((await world.call(2, {})).result).not.toHaveProperty('isError', true)
})

it('the status is not cached, as it changes between two commits', async () => {
  const world = setUp()
  for (const situacao of [true, 'true']) await world.call(1, { situacao }, 'estatisticas')
  await world.call(2, { situacao: true }, 'estatisticas')
  expect(world.looked).toBe(3)
})

it('nothing is cached before the first commit', async () => {
  const world = setUp()
  world.version = undefined
  await world.call(1, {})
  await world.call(2, {})
  expect(world.asked).toBe(2)
})

it('a result is not cached if its commit was replaced meanwhile', async () => {
  const world = setUp()
  world.during = () => (world.version = {})
  await world.call(1, {})
  await world.call(2, {})
  expect(world.asked).toBe(2)
})

interface Answer {
  id: unknown
  result: unknown
}

interface World {
  version: object | undefined
  asked: number
  fails: boolean
  during(): unknown
  /** How often the status was asked for. */
  looked: number
  call(id: unknown, args: object, name?: string): Promise<Answer>
}

function setUp(): World {
  const counting: Query = {
    ...query,
    async precos(pedido) {
      world.asked++
      world.during()
      if (world.fails) throw new GasolinaError('dados_indisponiveis', 'Ainda não.')
      return query.precos(pedido)
    },
    async situacao() {
      world.looked++
      return query.situacao()
    },
  }
  const handle = createMcpHandler({ ...depsOf(counting), version: () => world.version })
  const world: World = {
    version: {},
    asked: 0,
    looked: 0,
    fails: false,
    during: () => undefined,
    async call(id, args, name = 'precos') {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: args },
      })
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const response = await handle(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
      return (await response.json()) as Answer
    },
  }
  return world
}
