import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE, SECOND } from '../../src/domain/basics/time.ts'
import { gasolina } from '../cli/run.ts'
import { type SourceServer, startSourceServer } from '../source-server.ts'
import { temporaryFolder } from '../store/folders.ts'
import { sampleDraft } from '../store/samples.ts'
import { createServingWorld } from './serving-world.ts'

const SOON = { interval: 5 }
const ELSEWHERE = JSON.stringify({ pid: 1, maquina: 'outra', id: 'outro' })

let source: SourceServer

beforeEach(async () => {
  source = await startSourceServer()
})
afterEach(() => source.close())

/** A lock last renewed so long ago, and the function that takes it away. */
function leaveLock(folder: string, text: string, age: number): () => void {
  const lock = join(folder, 'sefaz/coletor.json')
  mkdirSync(join(folder, 'sefaz'), { recursive: true })
  writeFileSync(lock, text)
  const renewed = new Date(Date.now() - age)
  utimesSync(lock, renewed, renewed)
  return () => rmSync(lock)
}

function atualizar(GASOLINA_STORAGE: string) {
  const env = { GASOLINA_STORAGE, SEFAZ_APP_TOKEN: source.token, SEFAZ_URL: source.url }
  return gasolina(['atualizar'], { env, now: Date.now() })
}

describe('gasolina atualizar', () => {
  beforeEach(async () => {
    await source.close()
    source = await startSourceServer({ now: Date.now() })
  })

  it.each([
    ['says nothing', '{"pid":1}', 0],
    ['another machine left behind', ELSEWHERE, 4 * MINUTE],
  ])('collects in spite of a lock that %s', async (_, text, age) => {
    const folder = temporaryFolder()
    leaveLock(folder, text, age)
    // The firewall ends the collection at its first questions.
    source.fault = { tipo: 'waf' }
    expect((await atualizar(folder)).stderr).toContain('firewall')
    expect(source.requests.length).toBeGreaterThan(0)
  })

  it('leaves the source alone while another machine collects', async () => {
    const folder = temporaryFolder()
    leaveLock(folder, ELSEWHERE, 10 * SECOND)
    const { code, stderr } = await atualizar(folder)
    expect(code).toBe(1)
    expect(stderr).toContain('Outra coleta está em andamento')
    expect(source.requests).toEqual([])
  })
})

describe('gasolina servir, started while another machine collects', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('collects within a minute of its lock being gone, and tells only once that it waits', async () => {
    const { world, takeLockAway } = await serveBesideAnother()
    await passMinute()
    expect(source.requests).toEqual([])
    expect(world.lines().map(({ motivo }) => motivo)).toEqual([expect.stringContaining('em andamento')])
    takeLockAway()
    await passMinute()
    const collections = () => world.lines().filter(({ resultado }) => resultado !== undefined)
    await expect.poll(() => collections().length, SOON).toBe(2)
    expect(collections()[1]).toMatchObject({ resultado: 'completa', pedidos: 612 })
  })

  it('asks nothing when the other came to its end', async () => {
    const { world, takeLockAway } = await serveBesideAnother()
    expect(await world.open().commits.publish(sampleDraft(null, 1))).toHaveProperty('cabecalho')
    takeLockAway()
    await passMinute()
    await passMinute()
    expect(source.requests).toEqual([])
  })
})

async function serveBesideAnother() {
  const env = { SEFAZ_APP_TOKEN: source.token, SEFAZ_URL: source.url }
  const world = createServingWorld(env, source.now)
  const takeLockAway = leaveLock(world.folder, ELSEWHERE, 0)
  const { start } = await world.serve()
  start()
  await vi.advanceTimersByTimeAsync(0)
  await expect.poll(() => world.lines().length, SOON).toBe(1)
  return { world, takeLockAway }
}

/** A minute of the schedule, and what it made the server do. */
async function passMinute(): Promise<void> {
  await expect.poll(vi.getTimerCount, SOON).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(MINUTE)
  await expect.poll(vi.getTimerCount, SOON).toBeGreaterThan(0)
}
