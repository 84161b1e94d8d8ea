import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../open-store.ts'
import { type SourceServer, startSourceServer } from '../source-server.ts'
import { temporaryFolder } from '../store/folders.ts'
import { type Program, RUN, startProgram } from './program.ts'
import { NOTICED } from './served-store.ts'
import { collectInto } from './collect-into.ts'

interface Situacao {
  commit: number | null
  proximaColeta: string | null
  ultimaColeta: { resultado: string; motivo?: string } | null
  alertas: string[]
}

let folder: string
let source: SourceServer
beforeEach(async () => {
  folder = temporaryFolder()
  source = await startSourceServer({ now: Date.now() })
  onTestFinished(() => source.close())
})

const real = () => ({ SEFAZ_APP_TOKEN: source.token, SEFAZ_URL: source.url, GASOLINA_STORAGE: folder })

async function start(env: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram({ ...real(), ...env })
  onTestFinished(() => void program.child.kill('SIGKILL'))
  return program
}

/** What any other process than the server's would do. */
async function collectHere(): Promise<void> {
  expect((await collectInto(folder, source))?.cabecalho.seq).toBe(1)
}

async function situacaoOf({ port }: Program): Promise<Situacao> {
  return (await (await fetch(`http://127.0.0.1:${port}/gasolina/api/situacao`)).json()) as Situacao
}

/** For how many seconds shared caches may keep what it answers. */
async function holdOf({ port }: Program): Promise<number> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/gasolina/api/precos`)
  return Number(/s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])
}

/** The process that collects for this one. */
function collectorOf({ child }: Program): number | undefined {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
  return Number(children.trim().split('\n')[0]) || undefined
}

describe.runIf(process.platform === 'linux')('a collector that is killed', () => {
  it('kills nobody else: the server answers on, and situacao says what ended it', async () => {
    source.fault = { tipo: 'lento' }
    const program = await start()
    await expect.poll(() => source.requests.length).toBeGreaterThan(0)
    const collector = collectorOf(program)
    expect(collector).toBeDefined()
    process.kill(collector ?? 0, 'SIGKILL')
    await expect
      .poll(async () => (await situacaoOf(program)).ultimaColeta, NOTICED)
      .toMatchObject({ resultado: 'falhou', motivo: expect.stringContaining('SIGKILL') as unknown })
    const { alertas, proximaColeta } = await situacaoOf(program)
    expect(alertas.join()).toContain('SIGKILL')
    expect(proximaColeta && Date.parse(proximaColeta)).toBeGreaterThan(Date.now())
    expect(program.lives()).toBe(true)
    // The next one takes the lock over.
    source.fault = null
    await collectHere()
    await expect.poll(async () => (await situacaoOf(program)).commit, NOTICED).toBe(1)
  })

  it('is one that has only just begun, of a server that is told to stop: the note says so, and no more', async () => {
    source.fault = { tipo: 'lento' }
    const program = await start()
    await expect.poll(() => collectorOf(program), { interval: 1 }).toBeDefined()
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
    const { notes } = await openStore({ folder, fonte: 'sefaz' })
    const noted = await notes.readLastAttempt()
    expect(noted?.coleta.motivo).toMatch(/^A coleta foi interrompida /)
  })

  it('is one of a server that is told to stop: both end, with 0', async () => {
    source.fault = { tipo: 'lento' }
    const program = await start()
    await expect.poll(() => source.requests.length).toBeGreaterThan(0)
    const collector = collectorOf(program)
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
    expect(() => process.kill(collector ?? 0, 0)).toThrow('ESRCH')
  })
})

describe('GASOLINA_COLETA=nao', () => {
  it('serves what another process collects, and never asks the source', async () => {
    const program = await start({ GASOLINA_COLETA: 'nao' })
    const base = `http://127.0.0.1:${program.port}`
    expect((await fetch(`${base}/saude`)).status).toBe(503)
    expect(await situacaoOf(program)).toMatchObject({ commit: null, proximaColeta: null })
    expect(source.requests).toEqual([])
    await collectHere()
    await expect.poll(async () => (await situacaoOf(program)).commit, NOTICED).toBe(1)
    const { status, headers } = await fetch(`${base}/gasolina/api/precos`)
    expect([status, headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('max-age=60, s-maxage=60,'),
    ])
  })

  it('counts the hold of its answers by what the collector left in the store', async () => {
    const collecting = await start({ GASOLINA_INTERVALO: '30' })
    await expect.poll(async () => (await situacaoOf(collecting)).commit, NOTICED).toBe(1)
    const serving = await start({ GASOLINA_COLETA: 'nao' })
    await expect.poll(() => holdOf(serving), NOTICED).toBeGreaterThan(1000)
    expect(Math.abs((await holdOf(serving)) - (await holdOf(collecting)))).toBeLessThan(30)
  })
})

describe('gasolina atualizar', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ended by %s exits %d, saying what was kept', async (signal, code) => {
    const child = spawn(process.execPath, [RUN, 'atualizar'], { env: real() })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [told, exit] = [text(child.stdout), once(child, 'close')]
    await expect.poll(() => source.requests.length, { interval: 1 }).toBeGreaterThan(14)
    source.fault = { tipo: 'lento' }
    child.kill(signal)
    expect(await exit).toEqual([code, null])
    expect(await told).toMatch(
      /^Commit 1 publicado em .*\nA coleta foi interrompida com \d+ de 612 consultas feitas\.\n$/,
    )
  })

  it('ended before anything came says so', async () => {
    source.fault = { tipo: 'lento' }
    const child = spawn(process.execPath, [RUN, 'atualizar'], { env: real() })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [told, exit] = [text(child.stdout), once(child, 'close')]
    await expect.poll(() => source.requests.length).toBeGreaterThan(0)
    child.kill('SIGINT')
    expect(await exit).toEqual([130, null])
    expect(await told).toMatch(
      /^Nada foi publicado\.\nA coleta foi interrompida com 0 de 612 consultas feitas\.\n$/,
    )
  })
})
