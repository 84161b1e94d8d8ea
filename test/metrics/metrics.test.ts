import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fillFolderNow } from '../demonstration.ts'
import { createWorld, startServer } from '../http/fixture.ts'
import { rawRequest } from '../http/raw.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../store/folders.ts'

const RUN = resolve(import.meta.dirname, '../../bin/run.js')
const RULES = resolve(import.meta.dirname, '../../deploy/alertas.yml')

describe('metrics of answers', () => {
  it('is their route in the table, their status, and never a name a client made up', async () => {
    const told: [string, number][] = []
    const { base } = await startServer(await createWorld(), {
      onAnswer: (route, status, ms) => {
        expect(ms).toBeGreaterThanOrEqual(0)
        told.push([route, status])
      },
    })
    const ask = async (path: string, init?: RequestInit) => (await fetch(base + path, init)).arrayBuffer()
    await ask('/gasolina/api/precos?limite=2')
    await ask('/gasolina/api/precos?limite=2')
    await ask('/gasolina/api/precos/?bairro=centro&municipio=maceio')
    await ask('/gasolina/api/precos?limite=0')
    await ask('/gasolina/api/posto/00.000.000/0000-00')
    await ask('/gasolina/api/historico/abc')
    await ask('/gasolina/dados/gnv.csv')
    await ask('/gasolina/api/situacao', { method: 'DELETE' })
    await ask('/x'.repeat(50))
    await ask(`/gasolina/api/${'y'.repeat(5000)}`)
    await ask('/saude', { method: 'HEAD' })
    await ask('/gasolina/')
    await ask('/gasolina/gasolina-comum/nada')
    await ask('/gasolina/estatico/style.css')
    await ask('/favicon.ico')
    await ask('/gasolina/dados/mudancas/1-abc.json')
    await ask('/gasolina/dados/nada')
    expect(told).toEqual([
      ['precos', 200],
      ['precos', 200],
      ['precos', 200],
      ['precos', 400],
      ['posto', 404],
      ['historico', 400],
      ['arquivoCsv', 200],
      ['situacao', 405],
      ['outra', 404],
      ['outra', 414],
      ['saude', 200],
      ['pagina', 200],
      ['pagina', 404],
      ['estatico', 200],
      ['estatico', 200],
      ['mudancasArquivo', 400],
      ['outra', 404],
    ])
  })

  it('is 499 for a client that left before its answer was ready', async () => {
    const told: unknown[] = []
    const asked = new EventEmitter()
    const mcp = async () => {
      asked.emit('asked')
      await once(asked, 'answer')
      return new Response('{}')
    }
    const world = await createWorld({ collected: false, mcp })
    const { port } = await startServer(world, {
      onAnswer: (route, status) => void told.push([route, status]),
    })
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n')
    await once(asked, 'asked')
    socket.destroy()
    await expect.poll(() => told).toEqual([['mcp', 499]])
    asked.emit('answer')
  })
})

describe('/metrics', () => {
  const storage = mkdtempSync(join(tmpdir(), 'gasolina-medidas-'))
  let server: ChildProcess
  let port: number
  let base: string
  beforeAll(async () => {
    await fillFolderNow(storage)
    port = await freePort()
    const PORT = await freePort()
    base = `http://localhost:${PORT}`
    server = spawn(process.execPath, [RUN, 'servir'], {
      env: environment({ PORT: String(PORT), GASOLINA_METRICAS: String(port), GASOLINA_COLETA: 'nao' }),
      stdio: 'ignore',
    })
    await vi.waitUntil(
      () =>
        fetch(`${base}/saude`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
  })
  afterAll(() => {
    server.kill('SIGKILL')
    rmSync(storage, { recursive: true, force: true })
  })

  it('tells requests, data, the last collection and the process, in the conventions’ units', async () => {
    await (await fetch(`${base}/gasolina/api/precos`)).arrayBuffer()
    const page = await metrics()
    expect(value(page, 'gasolina_http_request_duration_seconds_count{route="precos",code="200"}')).toBe(1)
    expect(value(page, 'gasolina_commit')).toBe(1)
    const { atualizadoEm } = (await (await fetch(`${base}/gasolina/api/situacao`)).json()) as {
      atualizadoEm: string
    }
    expect(value(page, 'gasolina_data_timestamp_seconds')).toBe(Date.parse(atualizadoEm) / 1000)
    expect(value(page, 'gasolina_stations{fuel="gasolina-comum"}')).toBeGreaterThan(400)
    expect(value(page, 'gasolina_collection_result{result="completa"}')).toBe(1)
    expect(value(page, 'gasolina_collection_result{result="falhou"}')).toBe(0)
    expect(value(page, 'gasolina_collection_source_requests{outcome="answered"}')).toBe(612)
    for (const state of ['seen', 'new'])
      expect(value(page, `gasolina_collection_sales{state="${state}"}`)).toBeGreaterThan(1000)
    expect(value(page, 'gasolina_damaged_files')).toBe(0)
    expect(value(page, 'gasolina_storage_free_bytes')).toBeGreaterThan(0)
    expect(value(page, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(page).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
    for (const name of names(page)) expect(name).toMatch(/^(gasolina|process|nodejs)_[a-z0-9_]+$/)
  })

  it('is the only path of that port, reachable from this machine only', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${base}/metrics`)).status).toBe(404)
    const other = connect(port, '127.0.0.2')
    expect(await once(other, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
  })

  it.each([
    ['localhost', 200],
    ['LOCALHOST:9464', 200],
    ['127.0.0.1:1', 200],
    ['[::1]', 200],
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example:9464', 403],
    ['', 403],
  ])('answers to the names of this machine alone: Host %j is %d', async (host, status) => {
    const answer = await rawRequest(port, { path: '/metrics', headers: { host } })
    expect([answer.status, answer.body.includes('gasolina_commit')]).toEqual([status, status === 200])
  })

  it('at a busy port ends the start with one sentence and 1', async () => {
    const env = environment({ GASOLINA_METRICAS: String(port), GASOLINA_COLETA: 'nao' })
    const second = spawn(process.execPath, [RUN, 'servir'], { env })
    onTestFinished(() => void second.kill('SIGKILL'))
    const told = Promise.all([text(second.stdout), text(second.stderr)])
    expect(await once(second, 'close')).toEqual([1, null])
    const [stdout, stderr] = await told
    expect(stdout).toBe('')
    expect(stderr).toBe(
      `A porta ${port} de 127.0.0.1 já está em uso: libere-a ou escolha outra em GASOLINA_METRICAS.\n`,
    )
  })

  it.each([
    ['an empty store', () => temporaryFolder(), false],
    ['a store that does not answer', () => 'postgres://eu:segredo@127.0.0.1:1/banco', true],
  ])('what is not known of %s is NaN', async (_, place, isAway) => {
    const medidas = await freePort()
    const server = spawn(process.execPath, [RUN, 'servir'], {
      env: environment({
        PORT: String(await freePort()),
        GASOLINA_METRICAS: String(medidas),
        GASOLINA_FONTE: 'sefaz',
        GASOLINA_STORAGE: place(),
      }),
      stdio: 'ignore',
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    const read = () => fetch(`http://127.0.0.1:${medidas}/metrics`).then((answer) => answer.text())
    const page = await vi.waitUntil(() => read().catch(() => ''), { timeout: 60_000 })
    for (const series of [
      'commit',
      'stations{fuel="gnv"}',
      'suspect_prices{fuel="gnv"}',
      'collection_failed_slices',
      'collection_result{result="falhou"}',
      'collection_source_requests{outcome="failed"}',
    ])
      expect(value(page, `gasolina_${series}`), `${series}`).toBeNaN()
    const damage = ['damaged_commits', 'damaged_files'].map((name) => value(page, `gasolina_${name}`))
    expect(damage).toEqual(isAway ? [NaN, NaN] : [0, 0])
  })

  it('has every metric of the alert rules', async () => {
    const rules = readFileSync(RULES, 'utf8')
    const asked = new Set(rules.match(/\b(?:gasolina|process|nodejs)_[a-z0-9_]+/g))
    const there = new Set(names(await metrics()))
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter((name) => !there.has(name.replace(/_count$/, '')))).toEqual([])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  it.skipIf(!hasPromtool)('and its rules pass promtool (Debian: prometheus)', async () => {
    const input = await metrics()
    expect(spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toMatchObject({
      status: 0,
    })
    expect(spawnSync('promtool', ['check', 'metrics'], { encoding: 'utf8', input })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    return { ...process.env, GASOLINA_FONTE: 'demonstracao', GASOLINA_STORAGE: storage, ...more }
  }

  async function metrics(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    return answer.text()
  }
})

function names(page: string): string[] {
  return [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
}

function value(page: string, series: string): number {
  const line = page.split('\n').find((line) => line.startsWith(`${series} `))
  if (line === undefined) throw new Error(`${series} is missing`)
  return Number(line.slice(series.length + 1))
}
