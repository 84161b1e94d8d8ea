import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Fault } from '../source-server-faults.ts'
import { type SourceServer, startSourceServer } from '../source-server.ts'
import { exchange } from '../http/raw.ts'
import type { RespostaSituacao } from '../../src/domain/answers/situacao-and-menus.ts'
import { HOUR, MINUTE, SECOND } from '../../src/domain/basics/time.ts'
import { filesIn, temporariesIn, temporaryFolder } from '../store/folders.ts'
import { startProgram } from './program.ts'
import { createServingWorld } from './serving-world.ts'

const TOKEN = 'segredo-7f3a9c'
const SOON = { interval: 5 }

let source: SourceServer

beforeEach(async () => {
  source = await startSourceServer({ token: TOKEN })
})
afterEach(() => source.close())

function createWorld(env: Record<string, string> = {}) {
  return createServingWorld({ SEFAZ_APP_TOKEN: TOKEN, SEFAZ_URL: source.url, ...env }, source.now)
}

describe('the log of a server', () => {
  it.each<Fault>([
    { tipo: 'token' },
    { tipo: 'waf' },
    { tipo: 'redireciona', valor: `http://127.0.0.1:1/${TOKEN}` },
  ])('has one line of a collection that met $tipo, without the token', async (fault) => {
    source.fault = fault
    const world = createWorld()
    const { start, stop, get } = await world.serve()
    start()
    await expect.poll(() => world.lines().length, SOON).toBeGreaterThan(0)
    expect((await get('/gasolina/api/precos')).status).toBe(503)
    const situacao = await (await get('/gasolina/api/situacao')).text()
    await stop()
    expect(world.lines()).toMatchObject([{ evento: 'coleta', resultado: 'falhou' }, { evento: 'fim' }])
    expect(world.written() + situacao).not.toContain(TOKEN)
    for (const file of filesIn(world.folder)) expect(readFileSync(file).includes(TOKEN)).toBe(false)
  })

  it.each<[Fault, string, number]>([
    [{ tipo: 'redireciona', valor: 'http://127.0.0.1:1/' }, 'within minutes', 2 * MINUTE],
    [{ tipo: 'token' }, 'at its usual time, as to ask again is useless', HOUR],
  ])('a first collection that met %o is followed by another %s', async (fault, _, most) => {
    source.fault = fault
    const world = createWorld()
    const { start, get } = await world.serve()
    start()
    const situacao = async () => (await (await get('/gasolina/api/situacao')).json()) as RespostaSituacao
    const next = async () => Date.parse((await situacao()).proximaColeta ?? '') - source.now
    const refused = async () => (await get('/gasolina/api/precos')).json()
    expect(await refused()).toMatchObject({ message: expect.stringContaining('em instantes') as unknown })
    await expect.poll(async () => (await situacao()).alertas[0], SOON).toContain('falhou; a próxima')
    expect(await next()).toBeLessThanOrEqual(most)
    expect(await next()).toBeGreaterThan(most / 4)
    const { alertas } = await situacao()
    expect(alertas[0]).toMatch(/^Ainda não há dados: a coleta de .* falhou; a próxima começa em .*:\d\d\.$/)
    expect(alertas.join('\n')).not.toMatch(/não terminou|Vale o que já se sabia|como estavam/)
    const { headers } = await get('/gasolina/api/precos')
    expect(await refused()).toMatchObject({ message: alertas[0] })
    expect(Number(headers.get('retry-after')) * SECOND).toBeGreaterThanOrEqual(await next())
  })

  it('has one line for a commit, though the files of its months follow it', async () => {
    const { port, child, stderr } = await startProgram({
      GASOLINA_FONTE: 'demonstracao',
      GASOLINA_STORAGE: temporaryFolder(),
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const months = `http://127.0.0.1:${port}/gasolina/dados/historico/datapackage.json`
    const status = () => fetch(months).then((answer) => answer.status)
    await expect.poll(status, { interval: 100, timeout: 60_000 }).toBe(200)
    expect(stderr().match(/"evento":"servindo".*?"commit":\d+/g)).toHaveLength(1)
  })

  it('has on demand one line per request, each a JSON object without control characters', async () => {
    source.fault = { tipo: 'token' }
    const world = createWorld({ GASOLINA_LOG: 'pedidos' })
    const { start, base } = await world.serve()
    start()
    const targets = [
      '/saude',
      '/gasolina/api/precos?bairro=%0a{"evento":"coleta"}%1b[2J%e2%80%ae',
      '/gasolina/api/precos?bairro=\u001b[31m\u009b\u202e',
      `/${'a'.repeat(8000)}`,
      '//evil.example/?a=1&b=2',
    ]
    for (const target of targets)
      await exchange(
        Number(new URL(base).port),
        Buffer.from(`GET ${target} HTTP/1.1\r\nhost: a\r\nuser-agent: ${TOKEN}\r\nconnection: close\r\n\r\n`),
      )
    const requests = () => world.lines().filter(({ evento }) => evento === 'pedido')
    // Node's parser refuses the third before there is a request.
    await expect.poll(() => requests().length, SOON).toBe(targets.length - 1)
    expect(world.written()).toMatch(/^(?:\{[^\p{C}\p{Zl}\p{Zp}]{1,3000}\}\n)+$/u)
    expect(world.written()).not.toContain(TOKEN)
    for (const line of requests())
      expect(line).toMatchObject({
        metodo: 'GET',
        status: expect.any(Number) as unknown,
        ms: expect.any(Number) as unknown,
      })
  })
})

describe('told to stop while a source stalls and requests come in', () => {
  it('ends, answers what it took, refuses the rest and publishes nothing by halves', async () => {
    source.fault = { tipo: 'lento' }
    const world = createWorld()
    const { start, stop, get, server } = await world.serve()
    start()
    await expect.poll(() => source.requests.length, SOON).toBeGreaterThan(0)
    const load = Array.from({ length: 30 }, () => get('/gasolina/api/situacao'))
    await once(server, 'request')
    const ended = stop()
    const answers = await Promise.allSettled(load)
    await ended
    const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.json()] : []))
    const bodies = (await Promise.all(taken)) as { commit: unknown }[]
    expect(new Set(bodies.map(({ commit }) => commit))).toEqual(new Set([null]))
    await expect(get('/saude')).rejects.toThrow('fetch failed')
    expect(world.lines()).toMatchObject([{ evento: 'coleta', resultado: 'falhou' }, { evento: 'fim' }])
    expect(temporariesIn(world.folder)).toEqual([])
    expect(await world.open().commits.list()).toEqual([])
  })
})
