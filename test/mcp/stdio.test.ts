import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runStdio } from '../../src/mcp/protocol/stdio.ts'
import type { LocalQuery } from '../../src/query/query.ts'
import { queryOver } from '../fixtures.ts'
import { storeToRead } from '../cli/stores.ts'
import { RUN } from '../reliability/program.ts'
import { depsOf } from './world.ts'

const { query } = await queryOver([{ preco: 6.37 }, { preco: 6.45, bairro: 'PONTA VERDE' }])

const PROGRAM = [RUN, 'mcp']
const env = storeToRead()
const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`
const call = (id: number, args: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'precos', arguments: args } })}\n`

const cancel = (requestId: number) =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'teste', version: '1' } }

/** A request of the new era; `over` replaces members of its `_meta`. */
function modern(id: number, method: string, over: object = {}, params: object = {}): string {
  const said = {
    protocolVersion: '2026-07-28',
    clientInfo: { name: 'teste', version: '1' },
    clientCapabilities: {},
    ...over,
  }
  const _meta = Object.fromEntries(
    Object.entries(said).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]),
  )
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } })}\n`
}

describe('a process of its own', () => {
  it("serves the SDK's own client and ends when it leaves", async () => {
    const client = new Client({ name: 'teste', version: '1' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: PROGRAM, env }))
    const result = await client.callTool({ name: 'precos', arguments: { bairro: 'Ponta Verde' } })
    expect(result.structuredContent).toMatchObject({ totalPostos: 1, lugar: { nome: 'Ponta Verde, Maceió' } })
    // Nobody is known to answer at an address, so none is given.
    const { resources } = await client.listResources()
    const own = resources.filter(({ uri }) => uri.startsWith('gasolina:'))
    const read = await Promise.all(own.map(({ uri }) => client.readResource({ uri })))
    const said = JSON.stringify([result, client.getInstructions(), read])
    expect(said).toContain('gasolina://dados/alcool')
    expect(said).not.toMatch(/https?:\/\//)
    await client.close()
  })

  it('exits with 0 when its input ends after many cancelled requests', async () => {
    const child = await start()
    for (let id = 2; id < 300; id++) child.stdin?.write(call(id, {}) + cancel(id))
    child.stdin?.end()
    child.stdout?.resume()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('exits with 0 on a signal while its input is open', async () => {
    const child = await start()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('exits with 0 when the reader of its output is gone', async () => {
    const child = await start()
    child.stdout?.destroy()
    child.stdin?.on('error', () => {})
    for (let id = 2; id < 200; id++) child.stdin?.write(ping(id))
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('one connection', () => {
  it('answers the requests before the end of the input', async () => {
    const { out, done } = feed([ping(1), call(2, {}), ping(3)])
    await done
    expect((await out).map(({ id }) => id).toSorted()).toEqual([1, 2, 3])
  })

  it('ends only when the questions under way are answered', async () => {
    const stdin = new PassThrough()
    const ended = once(stdin, 'end')
    const slow: LocalQuery = { ...query, precos: (pedido) => ended.then(() => query.precos(pedido)) }
    const { out, done } = feed([call(1, {})], { query: slow, stdin })
    await done
    expect(await out).toMatchObject([{ id: 1, result: { structuredContent: { precoMinimo: 6.37 } } }])
  })

  it('refuses params of another form in one sentence, and goes on', async () => {
    const wrong = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7 } })}\n`
    const { out, done } = feed([wrong, ping(2)])
    await done
    expect(await out).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32602,
          message: expect.stringContaining('params.name não tem a forma que tools/call pede: '),
        },
      },
      { jsonrpc: '2.0', id: 2, result: {} },
    ])
  })

  it('refuses arguments nested ten thousand deep, and goes on', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const { out, done } = feed([call(1, { bairro: 'X' }).replace('"X"', deep), ping(2)])
    await done
    expect(await out).toMatchObject([
      { id: 1, error: { code: -32602 } },
      { id: 2, result: {} },
    ])
  })

  it.each([
    ['garbage', 'not json\n', -32700],
    ['JSON that is no message', '{"hello":"world"}\n', -32600],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x0a]), -32700],
    ['a batch', `[${ping(7).trim()}]\n`, -32600],
    ['an empty line', '\n', -32700],
    ['an id that is an object', ping(7).replace('7', '{}'), -32600],
  ])('answers after %s, with nothing but JSON-RPC', async (_, rubbish, code) => {
    const { out, done } = feed([ping(1), rubbish, ping(2)])
    await done
    const answers = await out
    expect(answers.filter(({ id }) => id === null)).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code }) }),
    ])
    expect(answers.filter(({ result }) => result)).toHaveLength(2)
  })

  it('answers a request whose params are null by its id, as its client waits for it', async () => {
    const { out, done } = feed(['{"jsonrpc":"2.0","id":1,"method":"ping","params":null}\n', ping(2)])
    await done
    expect(await out).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, result: {} },
    ])
  })

  it('puts a message together that comes in halves', async () => {
    const message = call(1, { bairro: 'ponta verde' })
    const { out, done } = feed([message.slice(0, 31), message.slice(31, 60), message.slice(60)])
    await done
    expect(await out).toMatchObject([{ id: 1, result: { structuredContent: { precoMinimo: 6.45 } } }])
  })

  it('drops a half line at the end of the input', async () => {
    const { out, done } = feed([ping(1), '{"jsonrpc":"2.0","id":2,"meth'])
    await done
    expect(await out).toMatchObject([{ id: 1 }])
  })

  it('of the new era may begin with ping', async () => {
    const { out, done } = feed([modern(1, 'ping'), modern(2, 'tools/delete'), modern(3, 'ping')])
    await done
    const answers = new Map((await out).map(({ id, result, error }) => [id, result ?? error]))
    const alive = expect.objectContaining({ resultType: 'complete' }) as unknown
    const unknown = expect.objectContaining({ code: -32601 }) as unknown
    expect([1, 2, 3].map((id) => answers.get(id))).toEqual([alive, unknown, alive])
  })

  it('of the new era answers each request by its own _meta', async () => {
    const { out, done } = feed([
      modern(1, 'server/discover'),
      modern(2, 'tools/list', { protocolVersion: '2027-01-01' }),
      modern(3, 'tools/list'),
      modern(4, 'ping'),
      modern(5, 'tools/list', { clientCapabilities: undefined }),
      ping(6),
      'not json\n',
      modern(7, 'tools/call', {}, { name: 7 }),
      modern(8, 'tools/call', {}, { name: 'precos', arguments: { bairro: 'ponta verde' } }),
      `${JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/list' })}\n`,
      `${JSON.stringify({ jsonrpc: '2.0', id: 10, method: 'initialize', params: HELLO })}\n`,
    ])
    await done
    const answers = await out
    const byId = new Map(answers.map(({ id, result, error }) => [id, result ?? error]))
    expect(byId.get(1)).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' })
    expect(byId.get(2)).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } })
    expect(byId.get(3)).toMatchObject({ resultType: 'complete', cacheScope: 'public' })
    expect(byId.get(4)).toMatchObject({ resultType: 'complete' })
    expect(byId.get(5)).toMatchObject({ code: -32602 })
    expect(byId.get(6)).toMatchObject({ resultType: 'complete' })
    expect(byId.get(null)).toMatchObject({ code: -32700 })
    expect(byId.get(7)).toMatchObject({ code: -32602, message: expect.stringContaining('params.name') })
    expect(byId.get(8)).toMatchObject({ resultType: 'complete', structuredContent: { precoMinimo: 6.45 } })
    expect(byId.get(9)).toMatchObject({ code: -32602 })
    expect(byId.get(10)).toMatchObject({ code: -32022 })
    expect(answers).toHaveLength(11)
  })

  it('may begin with server/discover of the new era and continue in the old one', async () => {
    const { out, done } = feed([
      modern(1, 'server/discover'),
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'initialize', params: HELLO })}\n`,
      `${JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'resources/read', params: { uri: 'gasolina://nada' } })}\n`,
    ])
    await done
    expect(await out).toMatchObject([
      { id: 1, result: { supportedVersions: ['2026-07-28'] } },
      { id: 2, result: { protocolVersion: '2025-11-25' } },
      { id: 3, error: { code: -32002 } },
    ])
  })

  it('ends with an error after an 11 MB line', async () => {
    const { out, done } = feed([call(1, { bairro: 'x'.repeat(11_000_000) })])
    await expect(done).rejects.toMatchObject({ codigo: 'corpo_grande' })
    expect(await out).toEqual([])
  })

  it('refuses two hundred thousand array items, and a tenth of that of members, with a short sentence', async () => {
    const items = Array.from({ length: 200_000 }, () => 1)
    const members = Object.fromEntries(items.slice(0, 20_000).map((_, i) => [`a${i}`, 1]))
    const { out, done } = feed([call(1, { bairro: items }), call(2, members), ping(3)])
    await done
    const answers = await out
    expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: { isError: true } })
    expect(answers.find(({ id }) => id === 2)).toMatchObject({ result: { isError: true } })
    expect(JSON.stringify(answers).length).toBeLessThan(2000)
  })
})

interface Message {
  jsonrpc: string
  id: unknown
  result?: unknown
  error?: unknown
}

/** Runs the server over the input, to its end; every line it writes must be JSON-RPC. */
function feed(
  chunks: readonly (string | Buffer)[],
  { query: asked = query, stdin = new PassThrough() } = {},
): { out: Promise<Message[]>; done: Promise<void> } {
  const stdout = new PassThrough()
  const done = runStdio({ ...depsOf(asked), stdin, stdout }).finally(() => stdout.end())
  const out = text(stdout).then((written) => {
    const messages = written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Message)
    for (const { jsonrpc } of messages) expect(jsonrpc).toBe('2.0')
    return messages
  })
  for (const chunk of chunks) stdin.write(chunk)
  stdin.end()
  return { out, done }
}

/** A process that has answered once. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, PROGRAM, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.write(ping(1))
  const [answer] = (await once(child.stdout, 'data')) as [Buffer]
  expect(JSON.parse(answer.toString())).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  return child
}
