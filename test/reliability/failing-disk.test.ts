import { spawnSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HOUR } from '../../src/domain/basics/time.ts'
import { openStore } from '../open-store.ts'
import { filesIn, temporariesIn, temporaryFolder } from '../store/folders.ts'
import { draftAt } from '../store/samples.ts'
import { serveStore } from './served-store.ts'
import { createServingWorld } from './serving-world.ts'

const SOON = { interval: 5 }
/** What is served from memory; `estatisticas`, `historico` and `posto` read the log of sales too. */
const ROUTES = [
  '/saude',
  '/gasolina/api/',
  '/gasolina/api/precos',
  '/gasolina/api/postos',
  '/gasolina/dados/gnv.csv',
  '/gasolina/api/situacao',
]

interface Situacao {
  commit: number
  ultimaColeta: { resultado: string; motivo?: string }
  alertas: string[]
}

describe('a server whose disk fails once it serves', () => {
  it.each([
    ['full', 'ENOSPC', 'full', 'o disco está cheio'],
    ['read-only', 'EROFS', 'full', 'o sistema de arquivos é somente leitura'],
    ['gone', 'EIO', 'dead', 'o disco deu erro'],
  ] as const)('that is %s serves what it has and says so', async (_, code, mode, why) => {
    const world = createServingWorld()
    await world.seed(2)
    const before = filesIn(world.folder)
    const { start, get } = await world.serve()
    world.broken.breakAt(0, code, mode)
    start()
    await expect.poll(() => world.lines().map(({ evento }) => evento), SOON).toContain('coleta')

    const told = world.lines().find(({ evento }) => evento === 'coleta')
    expect(told).toMatchObject({ resultado: 'falhou', motivo: expect.stringContaining(why) as unknown })
    for (const path of ROUTES) expect((await get(path)).status, `${path}`).toBe(200)
    const situacao = (await (await get('/gasolina/api/situacao')).json()) as Situacao
    expect(situacao).toMatchObject({ commit: 1, ultimaColeta: { resultado: 'falhou' } })
    expect(situacao.alertas.join()).toContain(why)
    expect(temporariesIn(world.folder)).toEqual([])
    expect(filesIn(world.folder)).toEqual(before)
  })

  it('publishes again once there is room', async () => {
    const world = createServingWorld()
    await world.seed(2)
    world.broken.breakAt(0, 'ENOSPC', 'full')
    const first = await world.serve()
    first.start()
    await expect.poll(() => world.lines().length, SOON).toBeGreaterThan(0)
    await first.stop()
    world.broken.mend()
    const again = await world.serve()
    again.start()
    const situacao = async () => (await (await again.get('/gasolina/api/situacao')).json()) as Situacao
    await expect.poll(situacao, SOON).toMatchObject({ commit: 2, ultimaColeta: { resultado: 'completa' } })
    expect((await situacao()).alertas.join()).not.toContain('disco')
  })

  it.each([22])('at file operation %i of a collection never stops to serve', async (at) => {
    const world = createServingWorld()
    await world.seed(2)
    const { start, get } = await world.serve()
    world.broken.breakAt(at, 'EIO', 'once')
    start()
    await expect.poll(() => world.lines().map(({ evento }) => evento), SOON).toContain('coleta')
    for (const path of ROUTES) expect((await get(path)).status, `${path}`).toBe(200)
    expect(temporariesIn(world.folder)).toEqual([])
  })
})

it('a server that starts on a full disk serves what there is, and tells that its collection failed', async ({
  skip,
}) => {
  const folder = temporaryFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  skip(status !== 0, 'montar um disco pequeno pede root')
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  const store = await openStore({ folder, fonte: 'demonstracao' })
  await store.commits.publish(draftAt(Date.now() - 2 * HOUR))
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'cheio'), Buffer.alloc(bavail * bsize))

  const { get, alerts, situacao, stop } = await serveStore(folder, { GASOLINA_INTERVALO: '60' })
  onTestFinished(stop)
  for (const path of ROUTES) expect((await get(path)).status, `${path}`).toBe(200)
  await expect.poll(alerts, { timeout: 60_000 }).toContain('o disco está cheio. Vale o que já se sabia.')
  expect(await situacao()).toMatchObject({ commit: 1, proximaColeta: expect.any(String) as unknown })
})
