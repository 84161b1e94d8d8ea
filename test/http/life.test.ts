import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../src/domain/basics/time.ts'
import { GasolinaError } from '../../src/errors.ts'
import { createHttp } from '../../src/http/create-http.ts'
import { createLog } from '../../src/format/terminal/log.ts'
import { createDataset } from '../../src/query/current/dataset.ts'
import { type LocalQuery, createQuery } from '../../src/query/query.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import type { Loaded } from '../../src/store/commits/commit-log.ts'
import { commitOf, crowd } from '../fixtures.ts'
import { createAsker } from './contract.ts'
import { AGORA } from '../demonstration.ts'
import { URL_BASE, createWorld, startServer } from './fixture.ts'
import { rawRequest } from './raw.ts'

const PRECOS = '/gasolina/api/precos'

describe('before the first commit', () => {
  it.each([
    PRECOS,
    '/gasolina/api/estatisticas',
    '/gasolina/dados/gnv.csv',
    '/gasolina/dados/index.json',
    '/saude',
  ])('%s is 503 and says when to come back', async (path) => {
    const { http } = await createWorld({ collected: false })
    const { status, headers, json } = await (await createAsker(http)).ask(path)
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json).toMatchObject({ codigo: 'dados_indisponiveis' })
  })

  it.each(['/gasolina/api/situacao', '/gasolina/api/openapi.json'])('%s answers', async (path) => {
    const { http } = await createWorld({ collected: false })
    expect((await (await createAsker(http)).ask(path)).status).toBe(200)
  })

  it('wrong parameters are still reported', async () => {
    const { http } = await createWorld({ collected: false })
    expect((await http.router.request(`${PRECOS}?limite=0`)).status).toBe(400)
  })

  it('warming up does nothing', async () => {
    const { http } = await createWorld({ collected: false })
    await expect(http.warmUp()).resolves.toBeUndefined()
  })
})

describe('a new commit', () => {
  it('is served at once, and answers of the old one are forgotten', async () => {
    const world = await createWorld({ collected: false })
    const { port } = await startServer(world)
    const get = () => rawRequest(port, { path: PRECOS })
    expect((await get()).status).toBe(503)
    await world.collectNow()
    await world.http.warmUp()
    const [first, again] = [await get(), await get()]
    expect([first.status, first.headers['etag']]).toEqual([200, again.headers['etag']])

    world.time.now += 3 * HOUR
    await world.collectNow()
    const next = await get()
    expect(JSON.parse(next.body.toString())).toMatchObject({ atualizadoEm: '2026-04-16T15:50:20-03:00' })
    expect(next.headers['etag']).not.toBe(first.headers['etag'])
    expect(next.headers['last-modified']).toBe('Thu, 16 Apr 2026 18:50:20 GMT')
    const old = await rawRequest(port, { path: PRECOS, headers: { 'if-none-match': first.headers['etag'] } })
    expect(old.status).toBe(200)
  })

  it('published while an answer is being made does not leave the old answer in memory', async () => {
    const [held, release] = gate()
    let hold = true
    const world = await createWorld({
      spoil: (query) => ({
        ...query,
        async precos(pedido) {
          const answer = await query.precos(pedido)
          if (hold) await held
          return answer
        },
      }),
    })
    const { port } = await startServer(world)
    const slow = rawRequest(port, { path: PRECOS })
    expect((await world.http.router.request('/saude')).status).toBe(200)
    world.time.now += 3 * HOUR
    await world.collectNow()
    hold = false
    release()
    await slow
    const { body } = await rawRequest(port, { path: PRECOS })
    expect(JSON.parse(body.toString())).toMatchObject({ atualizadoEm: '2026-04-16T15:50:20-03:00' })
  })
})

it('/saude depends on the data served and on nothing else', async () => {
  const { http, collectNow } = await createWorld({
    collected: false,
    spoil: (query) => ({ ...query, situacao: () => Promise.reject(new Error('no')) }),
  })
  expect((await http.router.request('/saude')).status).toBe(503)
  await collectNow()
  const saude = await http.router.request('/saude')
  expect([saude.status, saude.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await saude.json()).toMatchObject({ demonstracao: true, atualizadoEm: '2026-04-16T12:50:20-03:00' })
})

describe('another commit of the same number', () => {
  it('changes the etags of cached and of uncached answers', async () => {
    const time = { now: AGORA }
    let loaded: Loaded = { commit: commitOf(crowd(9, 6)), damaged: [] }
    const store = createStore(memory(), 'demonstracao')
    const follow = { current: () => loaded, problem: () => null, lost: () => null }
    const clock = () => time.now
    const dataset = createDataset({ store, follow, clock, intervaloMinutos: 60 })
    const config = { fonte: 'demonstracao', urlBase: URL_BASE, site: 'https://precos.example/' } as const
    const query = createQuery({ dataset, ...config })
    const http = createHttp({ query, dataset, config, clock, log: () => {} })
    const { port } = await startServer({ http })
    const paths = [PRECOS, '/gasolina/dados/gnv.csv', around(1)]
    const etags = () =>
      Promise.all(paths.map(async (path) => (await rawRequest(port, { path })).headers['etag']))
    const first = await etags()
    loaded = { commit: { ...loaded.commit, sha256: 'f'.repeat(64) }, damaged: [] }
    const second = await etags()
    expect(new Set([...first, ...second]).size).toBe(6)
    for (const tag of second) expect(tag).toContain('ffffffffffff')
  })
})

describe('an unexpected failure', () => {
  const SECRET = 'senha=123'
  it.each([
    ['an error', () => new Error(SECRET)],
    [
      'an error with a status of its own',
      () => Object.assign(new Error(SECRET), { statusCode: 418, status: 418 }),
    ],
    ["the router's own error", () => Object.assign(new Error(SECRET), { name: 'HTTPError', status: 403 })],
    ['no error at all', () => SECRET],
    ['nothing', () => undefined],
    ['a failure meant for the operator', () => new GasolinaError('fonte_falhou', SECRET)],
  ])('%s is 500 with a fixed sentence, its cause only in the log', async (_, make) => {
    const world = await createWorld({
      collected: false,
      spoil: (query) => ({ ...query, situacao: () => Promise.reject(make()) }),
    })
    const { port } = await startServer(world)
    const { status, headers, body } = await rawRequest(port, { path: '/gasolina/api/situacao' })
    expect([status, headers['cache-control']]).toEqual([500, 'no-store'])
    expect(JSON.parse(body.toString())).toMatchObject({
      status: 500,
      codigo: 'erro_interno',
      message: 'Erro interno. Tente de novo; se continuar, avise quem mantém o serviço.',
    })
    expect(body.toString() + JSON.stringify(headers)).not.toContain('senha')
    expect(world.logged).toHaveLength(1)
    expect(world.logged[0]?.[0]).toBe('erro')
  })

  it.each(['armazenamento_falhou', 'formato_desconhecido'] as const)(
    '%s is 503 with a time to come back, and only the log says what could not be read',
    async (codigo) => {
      const world = await createWorld({
        spoil: (query) => ({
          ...query,
          estatisticas: () => Promise.reject(new GasolinaError(codigo, SECRET)),
        }),
      })
      const { port } = await startServer(world)
      const { status, headers, body } = await rawRequest(port, { path: '/gasolina/api/estatisticas' })
      expect([status, headers['retry-after']]).toEqual([503, '30'])
      expect(JSON.parse(body.toString())).toMatchObject({ codigo: 'dados_indisponiveis' })
      expect(body.toString()).not.toContain('senha')
      expect(world.logged).toHaveLength(1)
    },
  )

  it('of /mcp too', async () => {
    const { http } = await createWorld({ collected: false, mcp: () => Promise.reject(new Error(SECRET)) })
    const response = await http.router.request('/mcp', { method: 'POST', body: '{}' })
    expect([response.status, (await response.text()).includes('senha')]).toEqual([500, false])
  })
})

describe('when it is told to stop', () => {
  it('requests under way finish, new connections are refused, and idle ones end', async () => {
    const [held, release] = gate()
    const world = await createWorld({
      collected: false,
      spoil: (query) => ({ ...query, situacao: () => held.then(() => query.situacao()) }),
    })
    const { port, server, drain } = await startServer(world)
    const idle = connect(port, '127.0.0.1')
    await once(idle, 'connect')
    const underWay = rawRequest(port, {
      path: '/gasolina/api/situacao',
      headers: { connection: 'keep-alive' },
    })
    await once(server, 'request')
    const drained = drain()
    const refused = connect(port, '127.0.0.1')
    const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
    release()
    expect((await underWay).status).toBe(200)
    await drained
  })
})

describe('the log', () => {
  it('has one line per request on demand, without personal data', async () => {
    const world = await createWorld({ logEachRequest: true })
    const { port } = await startServer(world)
    await rawRequest(port, {
      path: `${PRECOS}?limite=1`,
      headers: { 'user-agent': 'segredo', cookie: 'segredo' },
    })
    await rawRequest(port, { path: '/nada', method: 'POST' })
    await expect.poll(() => world.logged.length).toBe(2)
    expect(world.logged).toEqual([
      ['pedido', expect.objectContaining({ metodo: 'GET', endereco: `${PRECOS}?limite=1`, status: 200 })],
      ['pedido', expect.objectContaining({ metodo: 'POST', endereco: '/nada', status: 404 })],
    ])
    expect(world.logged[0]?.[1]['bytes']).toBeGreaterThan(1000)
    expect(JSON.stringify(world.logged)).not.toContain('segredo')
  })

  it.each([
    ['lat=-9.66599&lon=-35.73500&raio=5', 'lat=*&lon=*&raio=5'],
    ['limite=3&rota=-9.66599,-35.73500;-9.75100,-36.66100', 'limite=3&rota=*'],
    ['LAT=-9&latitude=-9&lng=-35&perto=maceio', 'LAT=*&latitude=*&lng=*&perto=*'],
    ['l%61t=-9&%20lng%3D-35.73500', '*&*'],
    ['limite=3%26lat=-9.66599?lon=-35.73500', 'limite=*'],
    ['a=1;lat=-9;lon=-35', 'a=*'],
    ['q=-9,66599;-35,73500&-9.66599,-35.73500&-9.66599=1', 'q=*&*&*'],
    ...[
      '-9.66599,-35.73500',
      '%2D9%2E66599%2C%2D35%2E73500',
      '%252D9%252E66599%2525',
      '%EF%BC%99%EF%BC%8E%EF%BC%96',
      '9%C2%B039%2736%22S',
      '9+39+57+S',
      '9:39:57',
      '-966e-2,-3573E-2',
      '-.966e1',
      '-9%u002e66',
      '6FRC9V4M%2B2X',
      '199999.25;8931111.5',
    ].map((value) => [`bairro=${value}&limite=3`, 'bairro=*&limite=3']),
    ['bairro=-9&%2346;66', 'bairro=-9&*'],
    ['combustivel=s10&q=ponta+verde&pagina=2&horas=48', 'combustivel=s10&q=ponta+verde&pagina=2&horas=48'],
    ['cnpj=04382157000161&utm_source=boletim&ordem', 'cnpj=04382157000161&utm_source=boletim&ordem'],
  ])('says of %s no place where somebody may be', async (search, told) => {
    const world = await createWorld({ collected: false, logEachRequest: true })
    const { port } = await startServer(world)
    await rawRequest(port, { path: `${PRECOS}?${search}` })
    await expect.poll(() => world.logged.length).toBe(1)
    expect(world.logged[0]?.[1]['endereco']).toBe(`${PRECOS}?${told}`)
  })

  it('says none that was typed as the address, nor behind one', async () => {
    const world = await createWorld({ collected: false, logEachRequest: true })
    const { port } = await startServer(world)
    for (const path of [
      '/-9.66599,-35.73500',
      '/gasolina/gasolina-comum/-9.66599/-35.73500/?bairro=x',
      '/gasolina/dados/mudancas/7-3e4d9c40a1b2.json',
    ])
      await rawRequest(port, { path })
    await expect.poll(() => world.logged.length).toBe(3)
    expect(world.logged.map(([, { endereco }]) => endereco)).toEqual([
      '/*',
      '/gasolina/gasolina-comum/*/*/?bairro=x',
      '/gasolina/dados/mudancas/7-3e4d9c40a1b2.json',
    ])
  })

  it('is one JSON object a line, without control characters', () => {
    const lines: string[] = []
    const log = createLog(
      (line) => lines.push(line),
      () => Date.parse('2026-04-16T12:00:00-03:00'),
    )
    log('pedido', { endereco: '/a\u001b[31m\n{"evento":"falso"}\u2028\u009b\u202e', status: 404 })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^\{"evento":"pedido","em":"2026-04-16T12:00:00-03:00",[^\p{C}\u2028]*\}\n$/u)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ status: 404 })
  })
})

/** A promise, and what resolves it. */
function gate(): [Promise<void>, () => void] {
  const opener: { open?: () => void } = {}
  const held = new Promise<void>((resolve) => {
    opener.open = resolve
  })
  return [held, () => opener.open?.()]
}

describe('lists made for one question each', () => {
  it.each([
    ['are kept when one is asked for again', `${PRECOS}?municipio=maceio`, 2],
    ['are not kept when they are from a point: everyone stands at another', around(1), 4],
  ])('%s', async (_, path, times) => {
    let made = 0
    const count = (query: LocalQuery): LocalQuery => ({
      ...query,
      precosText(pedido) {
        made++
        return query.precosText(pedido)
      },
    })
    const world = await createWorld({ spoil: count })
    const { port } = await startServer(world)
    await rawRequest(port, { path: `${PRECOS}?limite=1` })
    made = 0
    const bodies: string[] = []
    for (let i = 0; i < 4; i++) bodies.push((await rawRequest(port, { path })).body.toString())
    expect([made, new Set(bodies).size]).toEqual([times, 1])
  })

  it('a page is made once, though it tells where the next one is', async () => {
    let asked = 0
    const world = await createWorld({
      spoil: (query) => ({
        ...query,
        precos(pedido) {
          asked++
          return query.precos(pedido)
        },
        precosText(pedido) {
          asked++
          return query.precosText(pedido)
        },
      }),
    })
    const { port } = await startServer(world)
    const { headers } = await rawRequest(port, { path: `${PRECOS}?pagina=2&registrosPorPagina=5` })
    expect(String(headers['link'])).toMatch(/pagina=3[^>]*>; rel="next"/)
    expect(asked).toBe(1)
  })

  it.each([
    ['short', {}, 60, 40],
    ['long, compressed in threads', { 'accept-encoding': 'gzip' }, 20, 500],
  ])('never hold a part of another, though they use the same memory: %s', async (_, headers, count, raio) => {
    const world = await createWorld()
    const { port } = await startServer(world)
    await rawRequest(port, { path: PRECOS })
    const paths = Array.from({ length: count }, (_, i) => around(i, raio))
    const answers = await Promise.all(paths.map((path) => rawRequest(port, { path, headers })))
    const bodies = answers.map(({ body }) =>
      ('accept-encoding' in headers ? gunzipSync(body) : body).toString(),
    )
    const routed = await Promise.all(
      paths.map(async (path) => (await world.http.router.request(path)).text()),
    )
    expect(bodies).toEqual(routed)
    expect(new Set(bodies).size).toBe(paths.length)
  })

  it('are kept whole for slow readers', async () => {
    const world = await createWorld()
    const { port } = await startServer(world)
    await rawRequest(port, { path: PRECOS })
    // More than the system holds for a connection.
    const wanted = Array.from({ length: 40 }, (_, i) => around(i / 100, 500))
    const readers = [0, 10, 20, 30].map((from) => {
      const slow = connect(port, '127.0.0.1').pause()
      for (const path of wanted.slice(from, from + 10)) slow.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      slow.write('GET /saude HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      return slow
    })
    // Others pass meanwhile, through the memory that the waiting ones must not share.
    for (let i = 0; i < 40; i++) await rawRequest(port, { path: around(i + 0.5, 500) })
    const routed = await Promise.all(
      wanted.map(async (path) => (await world.http.router.request(path)).text()),
    )
    const received = (await Promise.all(readers.map(text))).join('')
    for (const body of routed) expect(received).toContain(`\r\n\r\n${body}`)
  })
})

/** Another point for each number. */
function around(i: number, raio = 40): string {
  return `${PRECOS}?lat=${(-9.4 - i / 97).toFixed(5)}&lon=-35.7&raio=${raio}&suspeitos=incluir`
}
