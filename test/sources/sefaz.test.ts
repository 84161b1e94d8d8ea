import { type RequestListener, createServer } from 'node:http'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSefaz } from '../../src/sources/sefaz/sefaz-source.ts'
import { type Fatia, RequestFailure } from '../../src/sources/source.ts'
import { HOUR, MINUTE } from '../../src/domain/basics/time.ts'
import { freePort } from '../free-port.ts'
import { collectGarbageAllTheTime } from '../garbage.ts'
import type { Fault } from '../source-server-faults.ts'
import { type SourceServer, type SourceServerOptions, startSourceServer } from '../source-server.ts'
import { listenInTest } from '../listening-in-test.ts'

const MACEIO: Fatia = { codigoIBGE: 2704302, municipio: 'MACEIO', combustivel: 'gasolina-comum' }
const EMPTY: Fatia = { codigoIBGE: 2700102, municipio: 'AGUA BRANCA', combustivel: 'gnv' }
const TOKEN = 'segredo-7f3a'

let server: SourceServer
let waits: number[]

async function start(options: SourceServerOptions = {}): Promise<void> {
  await server?.close()
  server = await startSourceServer({ token: TOKEN, ...options })
}

beforeEach(async () => {
  waits = []
  await start()
})
afterEach(() => server.close())

/** A client whose waits are noted, not waited; chance is always the longest wait. */
function client({ deadline = 20_000, url = server.url, token = TOKEN } = {}) {
  return createSefaz({ url, token, userAgent: 'Mozilla/5.0 teste', deadline, delay: note, random: () => 1 })
}

async function note(ms: number): Promise<void> {
  waits.push(ms)
}

/** The answer, or the failure, with the requests counted. */
async function ask(source = client(), fatia = MACEIO, signal = new AbortController().signal) {
  const tally = { pedidos: 0, falhas: 0 }
  try {
    return { ...(await source.fetch(fatia, signal, (raw) => raw, tally)), ...tally }
  } catch (error) {
    throw Object.assign(error as Error, tally)
  }
}

/** Another server than the test source, closed when the test ends. */
async function serve(listener: RequestListener): Promise<string> {
  return (await listenInTest(createServer(listener))).base
}

function wholePage(conteudo: unknown[]) {
  const { length } = conteudo
  return { totalRegistros: length, registrosPagina: length, ultimaPagina: true, conteudo }
}

async function failureOf(answer: Promise<unknown>): Promise<RequestFailure> {
  const outcome = await answer.then(
    () => 'no failure',
    (error: unknown) => error,
  )
  if (!(outcome instanceof RequestFailure)) throw new Error(`expected a RequestFailure: ${inspect(outcome)}`)
  return outcome
}

describe('a question', () => {
  it('is the search the source understands, with token and browser-like agent', async () => {
    const { registros, pedidos, falhas } = await ask()
    expect(registros).toHaveLength(12)
    expect({ pedidos, falhas }).toEqual({ pedidos: 1, falhas: 0 })
    expect(server.requests.map((r) => r.body)).toEqual([
      {
        produto: { tipoCombustivel: 1 },
        estabelecimento: { municipio: { codigoIBGE: 2704302 } },
        dias: 10,
        pagina: 1,
        registrosPorPagina: 500,
      },
    ])
    expect(server.requests[0]?.headers).toMatchObject({
      apptoken: TOKEN,
      'user-agent': 'Mozilla/5.0 teste',
      'content-type': 'application/json',
    })
  })

  it('is compressed on the wire where the source likes, and takes the connection of the one before', async () => {
    const connections = new Set<unknown>()
    const url = await serve((req, res) => {
      connections.add(req.socket)
      expect(req.headers['accept-encoding']).toMatch(/gzip/)
      res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      res.end(gzipSync(JSON.stringify(wholePage([{ nome: 'AÇÃO' }]))))
    })
    const source = client({ url })
    for (let time = 0; time < 3; time++) expect((await ask(source)).registros).toEqual([{ nome: 'AÇÃO' }])
    expect(connections.size).toBe(1)
  })

  it('with nothing to tell is an empty answer', async () => {
    expect(await ask(client(), EMPTY)).toEqual({
      registros: [],
      pedidos: 1,
      falhas: 0,
      relogio: server.now,
    })
  })

  it('is told with what the source said of the time, if anything', async () => {
    server.dateHeader = -HOUR
    expect((await ask()).relogio).toBe(server.now - HOUR)
    server.dateHeader = null
    expect((await ask()).relogio).toBeUndefined()
  })

  it('brings both products of a station', async () => {
    const { registros } = await ask(client(), { ...MACEIO, combustivel: 'diesel-aditivado' })
    expect(registros).toHaveLength(13)
  })
})

describe('slices', () => {
  it('are all municipalities and fuels, the large ones first', () => {
    const { fatias, firstCommitAfter } = client()
    expect(new Set(fatias.map((f) => `${f.codigoIBGE}/${f.combustivel}`)).size).toBe(612)
    const early = new Set(fatias.slice(0, firstCommitAfter).map((f) => f.municipio))
    expect([firstCommitAfter, ...early]).toEqual([12, 'MACEIO', 'ARAPIRACA'])
  })
})

describe('pages', () => {
  it('are read to the last, each record once', async () => {
    await start({ maxPageSize: 5 })
    const { registros, pedidos } = await ask()
    expect(registros).toHaveLength(12)
    expect(pedidos).toBe(3)
    expect(server.requests.map((r) => r.body.pagina)).toEqual([1, 2, 3])
  })

  it('with shifted boundaries bring nothing twice', async () => {
    await start({ maxPageSize: 5 })
    const [cheapest, ...others] = server.sales
    if (!cheapest) throw new Error('no sale')
    server.sales = others
    // Every page fails once. While page 2 is waited for, a cheaper sale moves every border by one.
    server.fault = { tipo: 'erro503', aCada: 2 }
    const delay = async () => {
      if (server.requests.at(-1)?.body.pagina === 2) server.sales = [cheapest, ...others]
    }
    const { registros } = await ask(createSefaz({ url: server.url, token: TOKEN, userAgent: 'x', delay }))
    expect(server.requests.map((r) => r.body.pagina)).toEqual([1, 1, 2, 2, 3, 3])
    expect(registros).toHaveLength(11)
    expect(new Set(registros.map((r) => JSON.stringify(r))).size).toBe(11)
  })

  it('repeated for ever end, and count as a failure', async () => {
    server.fault = { tipo: 'repetido' }
    const { registros, pedidos, falhas } = await ask()
    expect(registros).toHaveLength(12)
    expect({ pedidos, falhas, asked: server.requests.length }).toEqual({ pedidos: 2, falhas: 1, asked: 2 })
  })

  it.each([
    ['that say so', 1e9, 1],
    ['that hide it', 20_000, 50],
  ])('that never end and bring nothing twice fail the slice: %s', async (_, valor, asked) => {
    server.fault = { tipo: 'semFim', valor }
    const failure = await failureOf(ask())
    expect(failure.message).toMatch(/não parou de mandar páginas/)
    expect(failure).toMatchObject({ fatal: false, pedidos: asked, falhas: 1 })
    expect(server.requests).toHaveLength(asked)
  })

  it('that are large beyond belief taken together fail the slice', async () => {
    let asked = 0
    const url = await serve((_, res) => {
      const conteudo = [{ nome: `${++asked}${' '.repeat(7 << 20)}` }]
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ totalRegistros: 9, registrosPagina: 1, ultimaPagina: false, conteudo }))
    })
    const failure = await failureOf(ask(client({ url })))
    expect(failure.message).toMatch(/não parou de mandar páginas/)
    expect(asked).toBe(5)
  })

  it('of more records than can be asked for are refused', async () => {
    const conteudo = Array.from({ length: 5001 }, (_, i) => i)
    server.fault = { tipo: 'forma', valor: wholePage(conteudo) }
    expect((await failureOf(ask())).message).toMatch(/formato/)
    server.fault = { tipo: 'forma', valor: wholePage(conteudo.slice(1)) }
    expect((await ask()).registros).toHaveLength(5000)
  })

  it('are counted with the requests they took', async () => {
    await start({ maxPageSize: 5 })
    server.fault = { tipo: 'erro503', aCada: 2 }
    expect(await ask()).toMatchObject({ pedidos: 6, falhas: 3 })
  })

  it('one of which cannot be had fail the slice', async () => {
    await start({ maxPageSize: 5 })
    server.fault = { tipo: 'erro503', paginas: [2] }
    expect(await failureOf(ask())).toMatchObject({ pedidos: 5, falhas: 4 })
  })
})

describe('a temporary failure is tried four times', () => {
  it.each<[string, Fault, RegExp]>([
    ['500', { tipo: 'erro500' }, /problemas \(500\)/],
    ['503', { tipo: 'erro503' }, /problemas \(503\)/],
    ['429', { tipo: 'limite' }, /menos consultas \(429\)/],
    ['HTML with 200', { tipo: 'html' }, /não é JSON/],
    ['an empty 200', { tipo: 'corpoVazio' }, /vazio/],
    ['204', { tipo: '204' }, /sem conteúdo \(204\)/],
    ['truncated JSON', { tipo: 'truncado' }, /cortada ou malformada/],
    ['a dropped connection', { tipo: 'corte' }, /conexão com a fonte falhou \(/],
    ['a connection dropped in the body', { tipo: 'corteNoMeio' }, /conexão com a fonte falhou/],
    ['totals that do not add up', { tipo: 'totais' }, /totais/],
    ['a list', { tipo: 'forma', valor: [] }, /formato/],
    ['null', { tipo: 'forma', valor: null }, /formato/],
    ['records that are no list', { tipo: 'forma', valor: { conteudo: {}, totalRegistros: 0 } }, /formato/],
    [
      'totals as text',
      {
        tipo: 'forma',
        valor: { totalRegistros: '0', registrosPagina: 0, ultimaPagina: true, conteudo: [] },
      },
      /formato/,
    ],
  ])('%s', async (_, fault, sentence) => {
    server.fault = fault
    const failure = await failureOf(ask())
    expect(failure.message).toMatch(sentence)
    expect(failure).toMatchObject({ fatal: false, pedidos: 4, falhas: 4 })
    expect(server.requests).toHaveLength(4)
    expect(waits).toHaveLength(3)
  })

  it('and the fourth may still succeed', async () => {
    server.fault = { tipo: 'erro503', vezes: 3 }
    const { registros, pedidos, falhas } = await ask()
    expect(registros).toHaveLength(12)
    expect({ pedidos, falhas }).toEqual({ pedidos: 4, falhas: 3 })
  })

  it('with waits spread over 0.5, 1 and 2 s', async () => {
    server.fault = { tipo: 'erro500' }
    await failureOf(ask())
    expect(waits).toEqual([500, 1000, 2000])
  })

  it.each([
    ['in seconds', '7', 7000],
    ['up to a minute', '3600', MINUTE],
    ['not shorter than the usual wait', '0', 500],
    ['not when it is nonsense', 'amanha', 500],
  ])('and retry-after is honoured: %s', async (_, retryAfter, expected) => {
    server.fault = { tipo: 'limite', retryAfter, vezes: 1 }
    await ask()
    expect(waits).toEqual([expected])
  })

  it('and retry-after may be a date', async () => {
    server.fault = { tipo: 'erro503', retryAfter: new Date(server.now + HOUR).toUTCString(), vezes: 1 }
    await ask()
    expect(waits).toEqual([MINUTE])
  })
})

describe('an unreachable source', () => {
  it.each([
    [
      'refuses',
      async () => `http://127.0.0.1:${await freePort()}/x`,
      /conexão com a fonte falhou \(ECONNREFUSED\)/,
    ],
    ['has a broken certificate', () => server.url.replace('http:', 'https:'), /conexão/],
  ])('and %s is tried four times', async (_, url, sentence) => {
    const failure = await failureOf(ask(client({ url: await url() })))
    expect(failure.message).toMatch(sentence)
    expect(failure).toMatchObject({ fatal: false, pedidos: 4 })
  })
})

describe('a permanent failure is tried once', () => {
  it.each<[string, Fault, RegExp, boolean]>([
    ['an unknown token', { tipo: 'token' }, /token: confira SEFAZ_APP_TOKEN/, true],
    ['the firewall', { tipo: 'waf' }, /firewall.*SEFAZ_USER_AGENT/, true],
    ['a gzip bomb', { tipo: 'bomba' }, /8 MiB/, false],
    ['a body of a gigabyte', { tipo: 'enorme' }, /8 MiB/, false],
  ])('%s', async (_, fault, sentence, fatal) => {
    server.fault = fault
    const failure = await failureOf(ask())
    expect(failure.message).toMatch(sentence)
    expect(failure).toMatchObject({ fatal, pedidos: 1 })
    expect(server.requests).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it('a search the source does not accept', async () => {
    const failure = await failureOf(ask(client(), { ...MACEIO, codigoIBGE: 1 }))
    expect(failure.message).toMatch(/não aceitou a consulta \(400\)/)
    expect(failure).toMatchObject({ fatal: false, pedidos: 1 })
  })

  it('a token of another', async () => {
    expect(await failureOf(ask(client({ token: 'outro' })))).toMatchObject({ fatal: true, pedidos: 1 })
  })

  it('a body without end is not taken in', async () => {
    server.fault = { tipo: 'enorme' }
    await failureOf(ask())
    await server.close()
    expect(server.bytesSent()).toBeLessThan(64 << 20)
  })
})

describe('a slow source', () => {
  it('of stalled headers, dripping headers or a dripping body: each of four tries has its deadline, though garbage is collected', async () => {
    const faults: Fault[] = [{ tipo: 'lento' }, { tipo: 'gotasNoCabecalho' }, { tipo: 'gotas' }]
    const slow = await Promise.all(faults.map(() => startSourceServer({ token: TOKEN })))
    onTestFinished(async () => void (await Promise.all(slow.map((other) => other.close()))))
    collectGarbageAllTheTime(60)
    // All at once: each collection of garbage takes a tenth of a second, however many wait.
    const failures = slow.map((other, n) => {
      other.fault = faults[n] ?? null
      return failureOf(ask(client({ deadline: 100, url: other.url })))
    })
    for (const [n, failing] of failures.entries()) {
      const failure = await failing
      expect([n, failure.message]).toEqual([n, expect.stringMatching(/não terminou de responder em 0.1 s/)])
      expect(failure).toMatchObject({ fatal: false, pedidos: 4 })
      await expect.poll(() => slow[n]?.pending()).toBe(0)
    }
  })

  it('is left at once when the collection ends', async () => {
    server.fault = { tipo: 'lento' }
    const controller = new AbortController()
    const answer = failureOf(ask(client(), MACEIO, controller.signal))
    controller.abort()
    expect(await answer).toMatchObject({
      fatal: false,
      pedidos: 1,
      message: expect.stringMatching(/interrompida/),
    })
  })

  it('is not asked again when the collection ended during a wait', async () => {
    server.fault = { tipo: 'erro503' }
    const controller = new AbortController()
    const source = createSefaz({
      url: server.url,
      token: TOKEN,
      userAgent: 'x',
      delay: async () => controller.abort(),
    })
    expect(await failureOf(ask(source, MACEIO, controller.signal))).toMatchObject({ pedidos: 1 })
    expect(server.requests).toHaveLength(1)
  })
})

describe('the token', () => {
  it('follows no redirect', async () => {
    const seen: unknown[] = []
    const valor = await serve((req, res) => {
      seen.push(req.headers)
      res.end('{}')
    })
    server.fault = { tipo: 'redireciona', valor }
    const failure = await failureOf(ask())
    expect(seen).toEqual([])
    expect(failure.message).toMatch(/outro endereço/)
    expect(server.requests).toHaveLength(1)
  })

  it.each<Fault>([
    { tipo: 'token' },
    { tipo: 'waf' },
    { tipo: 'erro500' },
    { tipo: 'html' },
    { tipo: 'corte' },
    { tipo: 'truncado' },
    { tipo: 'forma', valor: { message: `token ${TOKEN} recusado` } },
    { tipo: 'redireciona', valor: `http://127.0.0.1:1/${TOKEN}` },
    { tipo: 'lento' },
  ])('is in nothing that could be logged of $tipo', async (fault) => {
    server.fault = fault
    const failure = await failureOf(ask(client(fault.tipo === 'lento' ? { deadline: 40 } : {})))
    const everything =
      inspect(failure, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(failure)
    expect(everything).not.toContain(TOKEN)
    expect(failure.message).not.toMatch(/signature|Manutenção|Autorização/)
  })
})

describe('spoilt records', () => {
  it.each<[string, Fault, number]>([
    ['vazio', { tipo: 'vazio' }, 0],
    ['parcial', { tipo: 'parcial', fracao: 0.5 }, 6],
    ['tipos', { tipo: 'tipos' }, 12],
    ['hostil', { tipo: 'hostil' }, 12],
    ['futuro', { tipo: 'futuro' }, 12],
    ['absurdo', { tipo: 'absurdo' }, 12],
  ])('%s is a valid answer, for others to judge', async (_, fault, count) => {
    server.fault = fault
    expect((await ask()).registros).toHaveLength(count)
  })

  it.each([
    ['levels', `${'['.repeat(40)}${']'.repeat(40)}`],
    ['values', `[${'0,'.repeat(1e6)}0]`],
  ])('of more %s than any record has are refused before they are parsed', async (_, record) => {
    const url = await serve((_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(`{"totalRegistros":1,"registrosPagina":1,"ultimaPagina":true,"conteudo":[${record}]}`)
    })
    expect((await failureOf(ask(client({ url })))).message).toBe(
      'A resposta da fonte tem níveis ou valores demais e não foi lida.',
    )
  })
})
