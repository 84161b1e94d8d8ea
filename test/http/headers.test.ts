import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../src/domain/basics/time.ts'
import type { Http } from '../../src/http/create-http.ts'
import { type World, createWorld, startServer } from './fixture.ts'
import { rawRequest } from './raw.ts'

const LIST = '/gasolina/api/precos'
const SMALL = '/gasolina/api/precos?limite=1'

let world: World
let port: number

beforeAll(async () => {
  world = await createWorld()
  await world.http.warmUp()
})
beforeEach(async () => {
  ;({ port } = await startServer(world))
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(port, { path, headers, method })

describe('every answer', () => {
  it.each([LIST, SMALL, '/gasolina/api/', '/gasolina/dados/gnv.csv', '/gasolina/api/situacao', '/nada'])(
    '%s is open to any origin, typed, measured and says its licence',
    async (path) => {
      const { headers, body } = await get(path)
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'etag, link, content-disposition, retry-after, x-gasolina-demonstracao',
        'x-content-type-options': 'nosniff',
        'content-length': String(body.byteLength),
        link: '<https://precos.example/>; rel="license", <https://precos.example/base/gasolina/api/openapi.json>; rel="service-desc"',
      })
      expect(headers).not.toHaveProperty('transfer-encoding')
    },
  )

  it('is a minute, in shared caches until the next publication, and longer while the server is away', async () => {
    const { headers } = await get(SMALL)
    expect(headers['cache-control']).toBe(
      'public, max-age=60, s-maxage=1800, stale-while-revalidate=60, stale-if-error=86400',
    )
  })

  it('was last modified when its commit was published', async () => {
    const { headers } = await get(SMALL)
    expect(headers['last-modified']).toBe('Thu, 16 Apr 2026 15:50:20 GMT')
  })
})

describe('an answer that depends on the clock', () => {
  it.each([
    ['/gasolina/api/situacao', 'public, max-age=60'],
    ['/saude', 'no-store'],
  ])('%s is kept for a minute at most, and never while the server is away', async (path, expected) => {
    for (const method of ['GET', 'HEAD'])
      expect((await get(path, {}, method)).headers['cache-control']).toBe(expected)
    const { headers } = await get(path)
    const again = await get(path, { 'if-none-match': String(headers['etag']) })
    expect(again).toMatchObject({ status: 304, headers: { 'cache-control': expected } })
  })
})

describe('s-maxage', () => {
  it.each([
    [30 * MINUTE, 1800],
    [30 * MINUTE + SECOND, 1801],
    [59 * SECOND, 60],
    [-5 * MINUTE, 60],
    [5 * 60 * MINUTE, 3600],
    [null, 60],
  ])('with the next publication in %d ms is %d', async (left, seconds) => {
    const { http } = await createWorld({ collected: false, nextIn: left })
    // The OpenAPI file answers without data, and has the same header.
    const { headers } = await http.router.request('/gasolina/api/openapi.json')
    expect(headers.get('cache-control')).toContain(`max-age=60, s-maxage=${seconds},`)
  })
})

describe('the form of the body', () => {
  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=0.001', 'br'],
    ['identity, br;q=0.5', undefined],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['deflate', undefined],
    ['br;q=abc', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0', undefined],
    [', ,;;q=1,', undefined],
  ])('for accept-encoding %s is %s', async (accept, encoding) => {
    const { headers, body } = await get(LIST, accept === undefined ? {} : { 'accept-encoding': accept })
    const plain = await get(LIST)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('accept-encoding')
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((b: Uint8Array) => b)
    expect(Buffer.compare(Buffer.from(decode(body)), plain.body)).toBe(0)
  })

  it('has a strong tag of its own', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(
        async (e) => (await get(LIST, { 'accept-encoding': e })).headers['etag'],
      ),
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
  })

  it('is made for a client that refuses all others, also of a small answer', async () => {
    const { headers, body } = await get('/gasolina/api/precos?limite=2', {
      'accept-encoding': 'gzip, identity;q=0',
    })
    expect(headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ totalPostos: 2 })
  })

  it.each([
    ['a list', '/gasolina/api/precos?limite=50'],
    ['statistics of a place', '/gasolina/api/estatisticas?bairro=ponta+verde'],
  ])('of %s is gzip from the first ask, br once it is asked for again', async (_, path) => {
    const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const plain = await get(`${path}&utm_source=a`)
    const first = await get(`${path}&_=1`, browser)
    expect(first.headers['content-encoding']).toBe('gzip')
    expect(first.body.byteLength).toBeLessThan(plain.body.byteLength / 3)
    expect(gunzipSync(first.body).equals(plain.body)).toBe(true)
    await expect.poll(async () => (await get(path, browser)).headers['content-encoding']).toBe('br')
  })

  it('of a search from a point is br of equal bytes each time', async () => {
    const path = '/gasolina/api/precos?lat=-9.66&lon=-35.7&raio=30'
    const plain = await get(path)
    const bodies: string[] = []
    for (let i = 0; i < 3; i++) {
      const { headers, body } = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
      expect(headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(body).equals(plain.body)).toBe(true)
      bodies.push(body.toString('hex'))
    }
    expect(new Set(bodies).size).toBe(1)
  })

  it.each([
    [20, 'gzip'],
    [300, 'gzip'],
    [20, 'br'],
    [300, 'br'],
  ] as const)(
    'of a search of %d km as %s says its length, also to HEAD, and its tag is known again',
    async (raio, encoding) => {
      const path = `/gasolina/api/precos?lat=-9.66&lon=-35.7&raio=${raio}&horas=240`
      const accepting = { 'accept-encoding': encoding }
      const [plain, short] = [await get(path), await get(path, accepting)]
      const head = await get(path, accepting, 'HEAD')
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding]
      expect(decode(short.body).equals(plain.body)).toBe(true)
      expect(short.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(short.body.byteLength),
        'content-type': plain.headers['content-type'],
        'last-modified': plain.headers['last-modified'],
      })
      expect(head.body.byteLength).toBe(0)
      expect(head.headers).toMatchObject({ ...short.headers, date: head.headers['date'] })
      const again = await get(path, { ...accepting, 'if-none-match': String(short.headers['etag']) })
      expect(again.status).toBe(304)
      expect(again.headers['etag']).toBe(short.headers['etag'])
    },
  )

  it('made for one answer has another tag than the one that is kept', async () => {
    const path = '/gasolina/api/precos?lat=-9.66&lon=-35.7&raio=40'
    const once = await get(path, { 'accept-encoding': 'br' })
    const kept = await get(path, { 'accept-encoding': 'br', 'if-none-match': '"another"' })
    expect(once.body.equals(kept.body)).toBe(false)
    expect(once.headers['etag']).not.toBe(kept.headers['etag'])
  })

  it('of a body that fits a packet is the body', async () => {
    for (const path of ['/saude', '/gasolina/api/precos?municipio=maceio&bairro=xyzabc']) {
      const { headers } = await get(path, { 'accept-encoding': 'br, gzip' })
      expect(headers['content-encoding']).toBeUndefined()
    }
  })

  it('is made once for concurrent clients, with one tag', async () => {
    const path = '/gasolina/api/precos?lat=-9.6&lon=-35.9&raio=90'
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => get(path, { 'accept-encoding': 'gzip' })),
    )
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.toString('latin1'))).size).toBe(1)
  })
})

describe('a client that has the answer', () => {
  it.each(['identity', 'gzip', 'br'])('as %s gets 304 without a body', async (encoding) => {
    const accept = { 'accept-encoding': encoding }
    const { headers } = await get(LIST, accept)
    const again = await get(LIST, { ...accept, 'if-none-match': headers['etag'] ?? '' })
    expect([again.status, again.body.byteLength]).toEqual([304, 0])
    const same = ['etag', 'cache-control', 'vary', 'access-control-allow-origin']
    for (const name of same) expect([name, again.headers[name]]).toEqual([name, headers[name]])
    expect(again.headers).not.toHaveProperty('content-length')
    expect(again.headers).not.toHaveProperty('content-type')
  })

  it.each([
    ['in a list', (tag: string) => `"x", ${tag}, "y"`, 304],
    ['marked weak by a proxy', (tag: string) => `W/${tag}`, 304],
    ['or anything', () => '*', 304],
    ['of another commit', () => '"other"', 200],
    ['unquoted', (tag: string) => tag.replaceAll('"', ''), 200],
    ['empty', () => '', 200],
  ])('%s', async (_, write, status) => {
    const { headers } = await get(LIST)
    expect((await get(LIST, { 'if-none-match': write(headers['etag'] ?? '') })).status).toBe(status)
  })

  it('got before the compressed form was ready keeps it', async () => {
    const { headers } = await get(LIST)
    const again = await get(LIST, { 'if-none-match': headers['etag'] ?? '', 'accept-encoding': 'br' })
    expect([again.status, again.headers['etag']]).toEqual([304, headers['etag']])
  })

  it.each([
    ['Thu, 16 Apr 2026 15:50:20 GMT', 304],
    ['Thu, 16 Apr 2026 15:50:19 GMT', 200],
    ['Fri, 17 Apr 2026 15:50:20 GMT', 200],
    ['Mon, 17 Apr 2036 15:50:20 GMT', 200],
    ['amanhã', 200],
  ])('since %s gets %d', async (date, status) => {
    expect((await get(LIST, { 'if-modified-since': encodeURI(date).replaceAll('%20', ' ') })).status).toBe(
      status,
    )
  })

  it.each([
    ['gzip', { 'if-none-match': '*' }],
    ['br, gzip', { 'if-modified-since': 'Thu, 16 Apr 2026 15:50:20 GMT' }],
  ])('in %s that is still to be made is told the tag of that form', async (encoding, held) => {
    const path = `/gasolina/api/precos?lat=-9.65&lon=-35.7&raio=${Object.keys(held)[0]?.length}`
    const accepting = { 'accept-encoding': encoding }
    const again = await get(path, { ...accepting, ...held })
    const { headers } = await get(path, { ...accepting, 'if-none-match': '"another"' })
    expect([again.status, headers['content-encoding']]).toEqual([304, 'gzip'])
    expect(again.headers['etag']).toBe(headers['etag'])
  })

  it('is judged by its tag when it sends a date too', async () => {
    const date = { 'if-modified-since': 'Thu, 16 Apr 2026 15:50:20 GMT' }
    expect((await get(LIST, { ...date, 'if-none-match': '"other"' })).status).toBe(200)
    const { headers } = await get(LIST)
    const old = { 'if-modified-since': 'Thu, 16 Apr 2020 15:50:20 GMT' }
    expect((await get(LIST, { ...old, 'if-none-match': headers['etag'] ?? '' })).status).toBe(304)
  })
})

it('the OpenAPI file keeps its date while the server runs, and is compressed when asked for again', async () => {
  const path = '/gasolina/api/openapi.json'
  const ask = async () => (await get(path, { 'accept-encoding': 'gzip' })).headers
  const first = await ask()
  world.time.now += 5 * MINUTE
  expect((await get(path, { 'if-modified-since': first['last-modified'] ?? '' })).status).toBe(304)
  await expect.poll(async () => (await ask())['content-encoding']).toBe('gzip')
})

describe('answers from memory', () => {
  it.each([LIST, SMALL, '/gasolina/api/estatisticas', '/gasolina/dados/gnv.csv?dialeto=excel'])(
    '%s leaves the same as from the router, HEAD too',
    async (path) => {
      const routed = await readAll(world.http, path)
      const [first, second, head] = [await get(path), await get(path), await get(path, {}, 'HEAD')]
      expect(shown(second)).toEqual(shown(first))
      expect(second.body.equals(routed)).toBe(true)
      expect([head.status, head.body.byteLength, shown(head)]).toEqual([200, 0, shown(first)])
    },
  )
})

async function readAll({ router }: Http, path: string): Promise<Buffer> {
  return Buffer.from(await (await router.request(path)).arrayBuffer())
}

/** All headers but those of the connection and the moment. */
function shown({ headers }: { headers: Record<string, string> }) {
  const { date: _, connection: __, 'keep-alive': ___, ...rest } = headers
  return rest
}
