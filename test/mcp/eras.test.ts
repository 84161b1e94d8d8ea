import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/domain/basics/version.ts'
import { createMcpHandler } from '../../src/mcp/protocol/streamable-http.ts'
import { VIEW } from '../../src/mcp/view-resource.ts'
import { cnpjOf, queryOver } from '../fixtures.ts'
import { storeToRead } from '../cli/stores.ts'
import { RUN } from '../reliability/program.ts'
import { connect, depsOf } from './world.ts'

const { query } = await queryOver([{ preco: 6.37 }, { preco: 6.45, bairro: 'PONTA VERDE' }])
const env = storeToRead()
const deps = { ...depsOf(query), holding: () => 1234 }
const handle = createMcpHandler(deps)

const NEW = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': NEW,
  'io.modelcontextprotocol/clientInfo': { name: 'teste', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const call = { name: 'precos', arguments: { bairro: 'ponta verde' } }

describe('a client of the new era', () => {
  it.each(['auto', { pin: NEW }] as const)('is served over HTTP, by %j', async (mode) => {
    const client = await connectModern(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(NEW)
    expect(client.getInstructions()).toContain('Alagoas')
    const legacy = await connect(deps)
    expect((await client.listTools()).tools).toEqual((await legacy.listTools()).tools)
    const { resources } = await client.listResources()
    expect(resources).toEqual((await legacy.listResources()).resources)
    expect(resources.map(({ uri }) => uri)).toContain(VIEW)
    const { structuredContent, content } = await client.callTool(call)
    const old = await (await connect(deps)).callTool(call)
    expect({ structuredContent, content }).toEqual({
      structuredContent: old.structuredContent,
      content: old.content,
    })
  })

  it('is served on stdio', async () => {
    const client = new Client({ name: 'teste', version: '1' }, { versionNegotiation: { mode: { pin: NEW } } })
    const program = { command: process.execPath, args: [RUN, 'mcp'], env }
    await client.connect(new StdioClientTransport(program))
    expect(client.getNegotiatedProtocolVersion()).toBe(NEW)
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(VIEW)
    expect((await client.callTool(call)).structuredContent).toMatchObject({
      totalPostos: 1,
      lugar: { nome: 'Ponta Verde, Maceió' },
    })
    await expect(client.readResource({ uri: 'gasolina://nada' })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })

  it('reads resources and prompts, and completes', async () => {
    const client = await connectModern('auto')
    const { contents } = await client.readResource({ uri: `gasolina://posto/${cnpjOf(1)}` })
    expect(contents).toHaveLength(1)
    const prompt = { name: 'onde-abastecer', arguments: { lugar: 'maceió' } }
    expect((await client.getPrompt(prompt)).messages).toHaveLength(1)
    const ref = { type: 'ref/resource' as const, uri: 'gasolina://dados/{slug}' }
    const argument = { name: 'slug', value: 'gn' }
    expect((await client.complete({ ref, argument })).completion.values).toEqual(['gnv'])
  })
})

describe('a request of the new era', () => {
  it.each([
    ['server/discover', {}, undefined],
    ['tools/list', {}, undefined],
    ['prompts/list', {}, undefined],
    ['resources/list', {}, undefined],
    ['resources/templates/list', {}, undefined],
    ['resources/read', { uri: 'gasolina://combustiveis' }, 'gasolina://combustiveis'],
  ])('%s tells for how long the answer holds, and for everybody', async (method, params, name) => {
    const { status, body } = await post(method, params, name ? { 'mcp-name': name } : {})
    expect([status, body.result]).toMatchObject([
      200,
      { resultType: 'complete', ttlMs: 1_234_000, cacheScope: 'public' },
    ])
  })

  it('lists the revisions served', async () => {
    const { body } = await post('server/discover', {})
    expect(body.result).toMatchObject({ supportedVersions: [NEW], capabilities: { tools: {} } })
  })

  it('with the method ping is answered, as in the old era', async () => {
    const { status, body } = await post('ping', {})
    const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'gasolina', version: VERSION } }
    expect([status, body]).toEqual([
      200,
      { jsonrpc: '2.0', id: 7, result: { resultType: 'complete', _meta } },
    ])
    const old = await post('ping', { _meta: undefined }, { 'mcp-protocol-version': '2025-11-25' })
    expect([old.status, old.body]).toEqual([200, { jsonrpc: '2.0', id: 7, result: {} }])
    const unfit = { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined }
    expect((await post('ping', { _meta: unfit })).body.error).toMatchObject({ code: -32602 })
  })

  it('has results marked as complete and signed with name and version', async () => {
    const { body } = await post('tools/call', call, { 'mcp-name': 'precos' })
    expect(body.result).toMatchObject({
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'gasolina' } },
    })
  })

  const named = { 'mcp-name': 'precos' }
  it.each([
    [
      'a method that the header does not name',
      'tools/call',
      call,
      { ...named, 'mcp-method': 'x' },
      400,
      -32020,
    ],
    ['a tool that the header does not name', 'tools/call', call, { 'mcp-name': 'posto' }, 400, -32020],
    ['no Mcp-Name', 'tools/call', call, {}, 400, -32020],
    ['no Mcp-Method', 'tools/list', {}, { 'mcp-method': null }, 400, -32020],
    ['no version in the header', 'tools/list', {}, { 'mcp-protocol-version': null }, 400, -32020],
    [
      'another version in the header',
      'tools/list',
      {},
      { 'mcp-protocol-version': '2025-11-25' },
      400,
      -32020,
    ],
    ['a method nobody knows', 'tools/delete', {}, {}, 404, -32601],
    ['a method of the old era', 'logging/setLevel', { level: 'info' }, {}, 404, -32601],
    ['a ping that the header does not name', 'ping', {}, { 'mcp-method': 'x' }, 400, -32020],
    ['the old era’s beginning', 'initialize', {}, {}, 404, -32601],
    ['params of another form', 'tools/call', { name: 7 }, {}, 400, -32602],
    ['a tool that does not exist', 'tools/call', { name: 'x' }, { 'mcp-name': 'x' }, 200, -32602],
  ] as const)('with %s is refused', async (_, method, params, headers, status, code) => {
    const answer = await post(method, params, headers)
    const message = expect.stringContaining(code === -32020 ? 'Os cabeçalhos mcp-protocol-version' : '')
    const refusal = { jsonrpc: '2.0', id: 7, error: { code, message } }
    expect([answer.status, answer.body]).toMatchObject([status, refusal])
  })

  it.each(['2027-01-01', '1999-01-01', `2${'9'.repeat(20_000)}`])(
    'of a revision nobody serves is told which are: %#',
    async (version) => {
      const _meta = { ...META, 'io.modelcontextprotocol/protocolVersion': version }
      const { status, body } = await post('tools/list', { _meta }, { 'mcp-protocol-version': version })
      expect([status, body.error]).toMatchObject([
        400,
        {
          code: -32022,
          message: expect.stringContaining(`Use uma de: ${NEW}, 2025-11-25`),
          data: { supported: [NEW], requested: expect.stringContaining(version.slice(0, 50)) },
        },
      ])
      expect(JSON.stringify(body).length).toBeLessThan(1000)
    },
  )

  it.each([
    ['no _meta', {}, '_meta'],
    ['no version in it', { 'io.modelcontextprotocol/clientCapabilities': {} }, 'protocolVersion'],
    ['no capabilities in it', { 'io.modelcontextprotocol/protocolVersion': NEW }, 'clientCapabilities'],
    [
      'a version that is no text',
      { ...META, 'io.modelcontextprotocol/protocolVersion': 7 },
      'protocolVersion',
    ],
  ])('with %s is told so', async (_, _meta, missing) => {
    const { status, body } = await post(
      'tools/list',
      Object.keys(_meta).length > 0 ? { _meta } : { _meta: undefined },
    )
    expect([status, body.error]).toMatchObject([
      400,
      { code: -32602, message: expect.stringContaining(missing) },
    ])
  })

  it.each([1, 0, -1, '', 'um', 'x'.repeat(1000)])('may bear the id %j', async (id) => {
    const { body } = await post('tools/list', {}, {}, id)
    expect(body).toMatchObject({ id, result: {} })
  })

  it.each([null, {}, [], true, 1.5])('is no message with the id %j', async (id) => {
    const { status, body } = await post('tools/list', {}, {}, id)
    expect([status, body]).toMatchObject([400, { id: null, error: { code: -32600 } }])
  })

  it('with ten thousand levels is refused', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const { status, body } = await send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/list',
        params: { _meta: META, x: 'X' },
      }).replace('"X"', deep),
      { 'mcp-method': 'tools/list' },
    )
    expect([status, body]).toMatchObject([400, { id: 7, error: { code: -32602 } }])
  })

  it('to subscribe to changes is answered with no notifications', async () => {
    const params = { notifications: { toolsListChanged: true } }
    const { status, text } = await post('subscriptions/listen', params)
    expect(status).toBe(200)
    expect(text).toContain('"notifications":{}')
    expect(text).toContain('"resultType":"complete"')
  })

  it('without an id is accepted without an answer', async () => {
    const { status, text } = await post('notifications/cancelled', { requestId: 1 }, {}, undefined)
    expect([status, text]).toEqual([202, ''])
  })
})

it('refusals are not logged', () => {
  expect(deps.logged).toEqual([])
})

describe('equal calls', () => {
  it('are cached in the older era, and checked one by one in the newer', async () => {
    let asked = 0
    const counting = {
      ...query,
      precos: (pedido: Parameters<typeof query.precos>[0]) => (asked++, query.precos(pedido)),
    }
    const version = {}
    const caching = createMcpHandler({ ...depsOf(counting), version: () => version })
    const modern = (over: Record<string, string | null> = {}, params: object = call) =>
      post('tools/call', params, { 'mcp-name': 'precos', ...over }, 7, caching)
    const old = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': null }
    const legacy = () => post('tools/call', { ...call, _meta: undefined }, old, 7, caching)

    const [first, second] = [await legacy(), await legacy()]
    expect([second.body, asked]).toEqual([first.body, 1])
    expect((await modern()).body.result).toHaveProperty('resultType')
    expect(first.body.result).not.toHaveProperty('resultType')

    expect((await modern({ 'mcp-name': 'posto' })).body.error).toMatchObject({ code: -32020 })
    const broken = { ...META, 'io.modelcontextprotocol/clientCapabilities': 'x' }
    expect((await modern({}, { ...call, _meta: broken })).body.error).toMatchObject({ code: -32602 })
  })
})

interface Answered {
  status: number
  text: string
  body: { id?: unknown; result?: object; error?: object }
}

/** A request with all that the new era asks for; null takes a header away. */
function post(
  method: string,
  params: object,
  over: Readonly<Record<string, string | null>> = {},
  id: unknown = 7,
  handler = handle,
): Promise<Answered> {
  const headers = { 'mcp-protocol-version': NEW, 'mcp-method': method, ...over }
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null)
  const isNotification = method.startsWith('notifications/')
  const message = {
    jsonrpc: '2.0',
    ...(!isNotification && { id }),
    method,
    params: { _meta: META, ...params },
  }
  return send(JSON.stringify(message), Object.fromEntries(given), handler)
}

async function send(body: string, headers: Record<string, string>, handler = handle): Promise<Answered> {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  const response = await handler(new Request('http://localhost/mcp', { method: 'POST', headers: all, body }))
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Answered['body']) : {},
  }
}

async function connectModern(mode: 'auto' | { pin: string }): Promise<Client> {
  const client = new Client({ name: 'teste', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch: ask }))
  return client
}

function ask(url: string | URL, init?: RequestInit): Promise<Response> {
  return handle(new Request(url, init))
}
