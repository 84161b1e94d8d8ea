import { array, assert, asyncProperty, boolean, constantFrom, oneof, string, tuple } from 'fast-check'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consultas } from '../../src/domain/questions/parameters.ts'
import { limits } from '../../src/http/guard/limits.ts'
import { anyCharacter } from '../any-character.ts'
import { createAsker } from './contract.ts'
import { type World, startServer, worldToRead } from './fixture.ts'
import { type RawAnswer, exchange, parse, rawRequest } from './raw.ts'

let world: World
let ask: Awaited<ReturnType<typeof createAsker>>['ask']
let port: number

beforeAll(async () => {
  world = await worldToRead()
  ask = (await createAsker(world.http)).ask
})
beforeEach(async () => {
  ;({ port } = await startServer(world))
})

const PRECOS = '/gasolina/api/precos'
const errorOf = (body: Buffer) => JSON.parse(body.toString()) as Record<string, unknown>

describe('a hostile question is refused in the one error shape', () => {
  it.each([
    ['4 kB', `?bairro=${'a'.repeat(4096)}`, 414, 'uri_longa'],
    ['4 kB that would be ignored', `?utm_source=${'a'.repeat(4096)}`, 414, 'uri_longa'],
    ['12 kB', `?bairro=${'a'.repeat(12_000)}`, 414, 'uri_longa'],
    ['20 kB, more than a head may have', `?bairro=${'a'.repeat(20_000)}`, 431, 'cabecalho_grande'],
    ['100 kB', `?bairro=${'a'.repeat(100_000)}`, 431, 'cabecalho_grande'],
    ['5,000 parameters', `?${'a&'.repeat(5000)}`, 414, 'uri_longa'],
    ['2,000 parameters', `?${'a&'.repeat(1900)}`, 400, 'parametro_invalido'],
    ['1,000 repeats', `?${'limite=1&'.repeat(400)}`, 400, 'parametro_invalido'],
    ['a prototype', '?__proto__=1&constructor=1', 400, 'parametro_invalido'],
    ['a path out', '?bairro=../../../../etc/passwd%00.json', 400, 'parametro_invalido'],
    ['raw bytes', '?bairro=\xff\xfe', 400, 'pedido_malformado'],
    ['half an escape', '?bairro=%', 400, 'parametro_invalido'],
    ['an overlong escape', '?bairro=%c0%af', 400, 'parametro_invalido'],
    ['emoji', '?bairro=%F0%9F%9A%97', 400, 'parametro_invalido'],
    ['infinity', '?limite=1e999', 400, 'parametro_invalido'],
    ['brackets', '?bairro[]=a&bairro[$ne]=b', 400, 'parametro_invalido'],
  ])('%s', async (_, query, status, codigo) => {
    const answer = await exchange(
      port,
      Buffer.from(`GET ${PRECOS}${query} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`, 'latin1'),
    )
    expect(answer.status).toBe(status)
    const error = errorOf(answer.body)
    expect(error).toMatchObject({
      status,
      codigo,
      timestamp: expect.any(String),
      message: expect.any(String),
    })
    expect(answer.headers['content-length']).toBe(String(answer.body.byteLength))
    expect(answer.body.byteLength).toBeLessThan(6000)
  })

  it.each([
    ['accents', '?municipio=maceió'],
    ['a blank', '?bairro=ponta verde'],
  ])('%s as they are typed: it says how to write them', async (_, query) => {
    const { status, body } = await exchange(
      port,
      `GET ${PRECOS}${query} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    )
    expect([status, errorOf(body)['message']]).toEqual([
      400,
      expect.stringMatching(/sem acento \(maceio\).*%C3%B3.*--data-urlencode/),
    ])
  })

  it('whatever it is', async () => {
    const text = string({ unit: anyCharacter, maxLength: 60 })
    const name = oneof(constantFrom(...new Set(Object.values(consultas).flatMap((c) => c.parametros))), text)
    const path = constantFrom(
      PRECOS,
      '/gasolina/api/postos',
      '/gasolina/api/estatisticas',
      '/gasolina/api/historico/12345678000100',
      '/gasolina/dados/gnv.csv',
      '/saude',
    )
    const pairs = array(tuple(name, text), { maxLength: 4 })
    await assert(
      asyncProperty(path, pairs, boolean(), async (path, pairs, escaped) => {
        const write = escaped ? encodeURIComponent : (t: string) => t.replaceAll(/[#\s]/g, '')
        const query = pairs.map(([n, v]) => `${write(wellFormed(n))}=${write(wellFormed(v))}`).join('&')
        const { status, json } = await ask(`${path}?${query}`)
        expect([200, 400, 404]).toContain(status)
        expect(status === 200 || typeof json['message'] === 'string').toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('and any path', async () => {
    await assert(
      asyncProperty(string({ unit: anyCharacter, maxLength: 80 }), async (text) => {
        const path = encodeURI(wellFormed(text)).replaceAll(/[?#]/g, '')
        const { status } = await ask(`/gasolina/api/posto/${path}`)
        expect([400, 404, 302, 200]).toContain(status)
      }),
      { numRuns: 200 },
    )
  })
})

describe('on the wire', () => {
  it.each(['TRACE', 'POST', 'DELETE', 'PURGE', 'M-SEARCH'])('%s is 405 with allow', async (method) => {
    const { status, headers, body } = await rawRequest(port, { path: PRECOS, method })
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(errorOf(body)).toMatchObject({ codigo: 'metodo_nao_permitido' })
  })

  it('OPTIONS * tells the methods', async () => {
    const { status, headers } = await rawRequest(port, { path: '*', method: 'OPTIONS' })
    expect([status, headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  it.each([PRECOS, '/', '/nada', '/gasolina/dados/'])('Host is neither echoed nor used: %s', async (path) => {
    const { headers, body } = await rawRequest(port, {
      path,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    expect(JSON.stringify(headers) + body.toString()).not.toContain('evil')
  })

  it.each([
    [`http://evil.example${PRECOS}?limite=1`, 200],
    ['http://evil.example/nada', 404],
    ['https://evil.example:443/', 302],
    ['https://evil.example:99999/', 400],
    ['evil.example:443', 400],
    ['//evil.example/', 404],
    ['/\\evil.example', 404],
    ['/gasolina/api/../api/precos?limite=1', 200],
    ['/gasolina/api/%2e%2e/%2e%2e/etc', 404],
    ['/gasolina/api/precos%00', 404],
    ['/%ff', 404],
    ['*', 400],
  ])('the target %s is %d', async (path, status) => {
    const answer = await rawRequest(port, { path })
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.headers)).not.toContain('evil')
  })

  it.each([
    ['no HTTP', 'olá\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nhost: a\r\na b: c\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a smuggled line', 'GET / HTTP/1.1\r\nhost: a\r\nx: 1\n\nGET /b HTTP/1.1\r\n\r\n'],
  ])('%s is 400 in the one error shape', async (_, bytes) => {
    const { status, headers, body } = await exchange(port, bytes)
    expect([status, headers['connection']]).toEqual([400, 'close'])
    expect(errorOf(body)).toMatchObject({ status: 400, codigo: 'pedido_malformado' })
  })

  it('headers past the limit are 431', async () => {
    const { status, body } = await rawRequest(port, { headers: { cookie: 'a'.repeat(limits.head) } })
    expect([status, errorOf(body)]).toMatchObject([431, { status: 431, codigo: 'cabecalho_grande' }])
  })

  it.each([
    ['GET /saude HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n'],
    ['GET /saude HTTP/1.1\r\nHOST: localhost\r\nx: 1\r\nHost: localhost\r\n\r\n'],
    ['GET /saude HTTP/1.0\r\nhost: localhost\r\nhost: localhost\r\n\r\n'],
  ])('two Host lines are 400, and the connection ends: %j', async (bytes) => {
    const { status, headers, body } = await exchange(port, bytes)
    expect([status, headers['connection']]).toEqual([400, 'close'])
    expect(errorOf(body)).toMatchObject({
      codigo: 'pedido_malformado',
      message: expect.stringContaining('Host'),
    })
  })

  it('a refusal by router, server or parser has the same head', async () => {
    const refusals = [
      await rawRequest(port, { path: '/nada' }),
      await rawRequest(port, { headers: { host: '1.2.3.4.5' } }),
      await exchange(port, 'rubbish\r\n\r\n'),
      await exchange(port, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(limits.head)}\r\n\r\n`),
      await slow('GET / HTTP/1.1\r\nhost: a\r\nx-slow: '),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([404, 400, 400, 431, 408])
    const [first, ...others] = refusals.map(({ headers }) => {
      const { 'content-length': _, date, ...head } = headers
      expect(Date.parse(date ?? '')).toBeGreaterThan(0)
      return head
    })
    expect(first).toMatchObject({
      'cache-control': 'no-store',
      link: expect.stringContaining('openapi.json'),
    })
    for (const head of others) expect(head).toEqual(first)
  })
})

describe('a slow client', () => {
  it.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: '],
    ['a body', 'POST /nada HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n'],
    ['a request line', 'GE'],
  ])('that drips %s is cut off', async (_, start) => {
    // One that never said what it asks may be cut off without an answer.
    const { status, body } = await slow(start)
    expect([408, 404, 400, Number.NaN]).toContain(status)
    expect(status === 408 ? errorOf(body)['codigo'] : 'pedido_demorado').toBe('pedido_demorado')
  })

  it('does not delay other clients', async () => {
    const crowd = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
    for (const socket of crowd) socket.write('GET /gasolina/api/precos HTTP/1.1\r\nhost: a\r\nx: ')
    expect((await rawRequest(port, { path: '/saude' })).status).toBe(200)
    for (const socket of crowd) socket.destroy()
  })
})

it('the limits are set on the server, and checked every second', async () => {
  const { server } = await startServer(world)
  expect(server).toMatchObject({
    headersTimeout: 5000,
    requestTimeout: 10_000,
    keepAliveTimeout: 5000,
    connectionsCheckingInterval: 1000,
  })
})

it('a connection without traffic in either direction is closed', async () => {
  const { port, server } = await startServer(world, { silence: 100 })
  // So that no other limit closes it first.
  Object.assign(server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /saude HTTP/1.1\r\nhost: a\r\n')
  await once(socket, 'close')
  expect(socket.bytesRead).toBe(0)
})

/** What a client that sends `start`, then a byte now and then, gets until it is cut off. */
async function slow(start: string): Promise<RawAnswer> {
  const { port, server } = await startServer(world)
  // The limits as they are would make the suite wait; what is tested is that they are armed at all.
  Object.assign(server, { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 })
  server.emit('listening')
  const socket = connect(port, '127.0.0.1')
  socket.write(start)
  const drip = setInterval(() => socket.writable && socket.write('x'), 40)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  clearInterval(drip)
  return parse(Buffer.concat(chunks))
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '?')
}
