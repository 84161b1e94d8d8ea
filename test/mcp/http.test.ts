import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ferramentas } from '../../src/domain/questions/routes.ts'
import { FRASE_ERRO_INTERNO } from '../../src/errors.ts'
import { createMcpHandler } from '../../src/mcp/protocol/streamable-http.ts'
import type { Query } from '../../src/query/query.ts'
import { queryOver } from '../fixtures.ts'
import { connectOverHttp, listen } from './http-world.ts'
import { URL_BASE, depsOf } from './world.ts'

const { query } = await queryOver([{ preco: 6.37 }, { preco: 6.45, bairro: 'PONTA VERDE' }])

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const ask = (id: number, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'precos', arguments: args },
})

describe('over HTTP', () => {
  it("serves the SDK's own client", async () => {
    const client = await connectOverHttp((await listen(depsOf(query))).url)
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([...ferramentas])
    const { structuredContent } = await client.callTool({ name: 'precos', arguments: {} })
    const { observacoes: _, ...figures } = structuredContent as object & { observacoes: string[] }
    expect(JSON.parse(JSON.stringify(await query.precos(PRECOS)))).toMatchObject(figures)
  })

  it('gives each of two clients with the same request ids its own answers', async () => {
    const { url } = await listen(depsOf(query))
    const asked = [{ bairro: 'ponta verde' }, { bairro: 'centro' }]
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const body = JSON.stringify(ask(7, asked[i % 2]))
        const answer = await fetch(url, { method: 'POST', headers, body })
        return (await answer.json()) as Answer
      }),
    )
    expect(answers.map(({ id, result }) => [id, result.structuredContent.precoMinimo])).toEqual(
      answers.map((_, i) => [7, i % 2 === 0 ? 6.45 : 6.37]),
    )
  })

  it('answers without a session, without initialize and with any accept that takes JSON', async () => {
    const { url } = await listen(depsOf(query))
    for (const accept of ['*/*', 'application/json', headers.accept]) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, accept },
        body: JSON.stringify(ask(1)),
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('mcp-session-id')).toBeNull()
    }
  })

  it.each([
    [
      'tools/call',
      undefined,
      'params não tem a forma que tools/call pede: em params vale name, um texto, e arguments, um objeto.',
    ],
    ['tools/call', { name: 7 }, 'params.name não tem'],
    ['tools/call', { name: 'precos', arguments: 'gasolina' }, 'params.arguments não tem'],
    ['resources/read', {}, 'params.uri não tem'],
    ['prompts/get', { name: 'onde-abastecer', arguments: { lugar: 1 } }, 'params.arguments.lugar não tem'],
    ['completion/complete', { ref: 'x' }, 'não tem a forma'],
    ['initialize', {}, 'não tem a forma'],
    [
      'tools/call',
      JSON.parse('{"name":"precos","arguments":{"__proto__":1}}'),
      "'__proto__' não existe: use só",
    ],
  ])('refuses %s with params %j in one sentence', async (method, params, sentence) => {
    const { url } = await listen(depsOf(query))
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: expect.stringContaining(sentence) },
    })
  })

  it('refuses an unknown method, and what is no message, saying what is accepted', async () => {
    const { url } = await listen(depsOf(query))
    const refusalOf = async (body: string) =>
      ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { error: object }).error
    const unknown = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'nada' })
    expect(await refusalOf(unknown)).toMatchObject({
      code: -32601,
      message: expect.stringContaining('tools/list'),
    })
    for (const body of ['{', '{}'])
      expect(await refusalOf(body)).toMatchObject({
        message: expect.stringContaining('"method":"tools/list"'),
      })
  })

  it.each([
    ['lista\u0000', 'bairro'],
    ['meia \ud800', 'municipio'],
  ])('the text %j is refused by tools and by the prompt', async (text, name) => {
    const client = await connectOverHttp((await listen(depsOf(query))).url)
    const sentence = /caracteres de controle ou incompletos: use só texto/
    const { isError, content } = await client.callTool({ name: 'precos', arguments: { [name]: text } })
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringMatching(sentence)])
    const prompt = { name: 'onde-abastecer', arguments: { lugar: text } }
    await expect(client.getPrompt(prompt)).rejects.toThrow(sentence)
  })

  it('accepts a notification without an answer', async () => {
    const { url } = await listen(depsOf(query))
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect([answer.status, await answer.text()]).toEqual([202, ''])
  })
})

describe('at a public https address', () => {
  const handler = createMcpHandler(depsOf(query))
  const from = (origin: string, method: string, over: Record<string, string> = {}) =>
    handler(
      new Request('https://precos.example/mcp', {
        method,
        headers: { ...headers, origin, ...over },
        ...(method === 'POST' && { body: JSON.stringify(ask(1)) }),
      }),
    )

  it.each(['https://claude.ai', 'https://chatgpt.com', 'http://localhost:6274', 'null'])(
    'a page of %s may ask, and read the answer, without credentials',
    async (origin) => {
      const before = await from(origin, 'OPTIONS', { 'access-control-request-method': 'POST' })
      expect([before.status, await before.text()]).toEqual([204, ''])
      expect(before.headers.get('access-control-allow-origin')).toBe('*')
      expect(before.headers.get('access-control-allow-methods')).toContain('POST')
      const allowed = before.headers.get('access-control-allow-headers')?.split(', ')
      for (const name of ['content-type', 'authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
        expect(allowed).toContain(name)
      const answer = await from(origin, 'POST')
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    },
  )

  it('a page under another host name is refused', async () => {
    for (const method of ['POST', 'OPTIONS'])
      expect((await from('https://evil.example', method, { host: 'evil.example' })).status).toBe(403)
  })
})

describe('guards', () => {
  const handler = createMcpHandler({ ...depsOf(query), urlBase: 'http://precos.example' })
  const post = (over: { headers?: Record<string, string>; method?: string; body?: string; url?: string }) =>
    handler(
      new Request(over.url ?? 'http://localhost:3000/mcp', {
        method: over.method ?? 'POST',
        headers: { ...headers, ...over.headers },
        ...(over.method && over.method !== 'POST' ? {} : { body: over.body ?? JSON.stringify(ask(1)) }),
      }),
    )

  it.each([
    ['a foreign Host', { headers: { host: 'evil.example' } }],
    ['a Host that only begins like ours', { headers: { host: 'precos.example.evil.example' } }],
    ['a Host with a user before ours', { headers: { host: 'evil@localhost' } }],
    ['a Host with a path', { headers: { host: 'localhost/evil' } }],
    ['an empty Host', { headers: { host: '' } }],
    ['a Host of nonsense', { headers: { host: '::::' } }],
    ['a foreign Origin', { headers: { origin: 'https://evil.example' } }],
    ['a null Origin', { headers: { origin: 'null' } }],
    ['an Origin of nonsense', { headers: { origin: 'file:///etc' } }],
    ['an address of its own', { url: 'http://evil.example/mcp' }],
    [
      'a foreign Origin, asked beforehand,',
      { method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
    ],
    ['a foreign Origin on GET', { method: 'GET', headers: { origin: 'https://evil.example' } }],
  ])('refuses %s with 403', async (_, over) => {
    const answer = await post(over)
    const text = await answer.text()
    expect(answer.status).toBe(403)
    expect(JSON.parse(text)).toMatchObject(refusal('origem_nao_permitida', 403))
    expect(text).not.toContain('evil')
  })

  it.each<Record<string, string>>([
    { host: 'localhost:3000' },
    { host: 'LOCALHOST' },
    { host: '127.0.0.1:81' },
    { host: '[::1]:3000' },
    { host: 'precos.example' },
    { host: 'precos.example:8443', origin: URL_BASE },
    { origin: 'http://precos.example' },
    { origin: 'http://localhost:6274' },
  ])('lets %o in', async (allowed) => {
    expect((await post({ headers: allowed })).status).toBe(200)
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('answers %s with 405', async (method) => {
    const answer = await handler(new Request('http://localhost/mcp', { method }))
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect(await answer.json()).toMatchObject(refusal('metodo_nao_permitido', 405))
  })

  it.each([
    ['text/plain', {}],
    ['text/plain; a=application/json', {}],
    ['', {}],
    ['application/json', { accept: 'text/html' }],
  ])('answers content-type %s %o with 415', async (type, more) => {
    const answer = await post({ headers: { 'content-type': type, ...more } })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject(refusal('tipo_nao_suportado', 415))
  })

  it('accepts JSON with a charset', async () => {
    expect((await post({ headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).status).toBe(200)
  })

  it.each([
    ['100 kB', ask(1, { bairro: 'x'.repeat(100_000) })],
    ['a million array items', ask(1, { bairro: Array.from({ length: 1_000_000 }, () => 1) })],
  ])('refuses %s with 413', async (_, message) => {
    const answer = await post({ body: JSON.stringify(message) })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject(refusal('corpo_grande', 413))
  })

  it('stops reading a body of undeclared length at 64 kB', async () => {
    const { port } = await listen(depsOf(query))
    const { status, sent } = await pour(port)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(20_000_000)
  })

  it.each([
    ['what is not JSON', '{"jsonrpc":', -32700],
    ['what is not JSON-RPC', '{"hello":1}', -32600],
    ['an empty body', '', -32700],
    ['a batch, which could cancel its own requests', JSON.stringify([ask(1), ask(2)]), -32600],
  ])('answers %s with a JSON-RPC error', async (_, body, code) => {
    const answer = await post({ body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } })
  })

  it.each([1, 'um'])('answers a request whose params are null by its id, %j', async (id) => {
    const answer = await post({ body: JSON.stringify({ ...ask(1), id, params: null }) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { id, error: { code: -32600 } }])
  })

  it.each([
    ['an argument', { name: 'precos', arguments: { bairro: 'X' } }],
    ['all arguments', { name: 'precos', arguments: 'X' }],
    ['what a client says of itself', { name: 'precos', arguments: {}, _meta: { a: 'X' } }],
  ])('refuses %s nested ten thousand deep with a JSON-RPC error, and logs nothing', async (_, params) => {
    const deps = depsOf(query)
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }).replace('"X"', deep)
    const answer = await createMcpHandler(deps)(
      new Request('http://localhost/mcp', { method: 'POST', headers, body }),
    )
    expect([answer.status, await answer.json()]).toMatchObject([200, { id: 1, error: { code: -32602 } }])
    expect(deps.logged).toEqual([])
  })

  it('refuses a protocol version it does not know', async () => {
    expect((await post({ headers: { 'mcp-protocol-version': '1999-01-01' } })).status).toBe(400)
  })

  it('logs an unexpected error and answers with a fixed sentence', async () => {
    const broken: Query = { ...query, precos: () => Promise.reject(new TypeError('segredo em /var/lib')) }
    const deps = depsOf(broken)
    const client = await connectOverHttp((await listen(deps)).url)
    const result = await client.callTool({ name: 'precos', arguments: {} })
    expect(result).toEqual({ content: [{ type: 'text', text: FRASE_ERRO_INTERNO }], isError: true })
    expect(String(deps.logged[0])).toContain('segredo')
  })
})

/** Every refusal is JSON-RPC; `data` says by which of HTTP's codes. */
function refusal(codigo: string, status: number) {
  return {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32000, message: expect.any(String), data: { codigo, status } },
  }
}

const PRECOS = {
  combustivel: 'gasolina-comum',
  suspeitos: 'omitir',
  ordenar: 'provavel',
  limite: 10,
} as const

interface Answer {
  id: number
  result: { structuredContent: { precoMinimo: number } }
}

/** Sends chunk after chunk, 100 MB in all, until the server answers. */
function pour(port: number): Promise<{ status: number | undefined; sent: number }> {
  return new Promise((resolve) => {
    let sent = 0
    let answered = false
    const req = request({ port, path: '/mcp', method: 'POST', headers }, (res) => {
      answered = true
      resolve({ status: res.statusCode, sent })
      req.destroy()
    })
    req.on('error', () => {})
    const chunk = Buffer.alloc(16 * 1024, 'x')
    const more = () => {
      if (answered || sent > 100_000_000) return
      sent += chunk.length
      if (req.write(chunk)) setImmediate(more)
      else req.once('drain', more)
    }
    more()
  })
}
