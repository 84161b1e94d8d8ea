import { EventEmitter, once } from 'node:events'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GasolinaError } from '../../src/errors.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { followCommits } from '../../src/store/follow.ts'
import { memory } from '../memory.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import { sha256Of } from '../../src/store/bytes/checked-json.ts'
import { createBrokenOps } from './broken-ops.ts'
import { temporaryFolder } from './folders.ts'
import { sampleDraft } from './samples.ts'

/** A follower of a store of so many commits, which it has loaded. */
async function served(count: number) {
  const base = join(temporaryFolder(), 'loja')
  const open = () => createStore(durableFs({ base, ops: createBrokenOps().ops }), 'sefaz')
  for (let version = 1; version <= count; version++) await publish(open(), version)
  const follower = followCommits(open(), { onError: () => {} })
  await follower.refresh()
  return { base, open, follower }
}

async function publish(store: Store, version: number): Promise<void> {
  const prev = (await store.commits.load())?.commit.cabecalho.seq ?? null
  await store.commits.publish(sampleDraft(prev, version))
}

describe('followCommits', () => {
  it('swaps once to each commit of any process, and calls back', async () => {
    const driver = memory()
    const errors: unknown[] = []
    const follower = followCommits(createStore(driver, 'sefaz'), { onError: (error) => errors.push(error) })
    const swaps: number[] = []
    const end = follower.onSwap(({ commit }) => swaps.push(commit.cabecalho.seq))
    expect(await follower.refresh()).toBe(false)
    expect(follower.current()).toBeNull()
    const other = createStore(driver, 'sefaz').commits
    await other.publish(sampleDraft(null, 1))
    expect(await follower.refresh()).toBe(true)
    const first = follower.current()
    expect(await follower.refresh()).toBe(false)
    expect(follower.current()).toBe(first)
    await other.publish(sampleDraft(1, 2))
    expect(await Promise.all([follower.refresh(), follower.refresh()])).toEqual([true, true])
    end()
    await other.publish(sampleDraft(2, 3))
    expect(await follower.refresh()).toBe(true)
    expect(swaps).toEqual([1, 2])
    expect(follower.current()?.commit.cabecalho.seq).toBe(3)
    expect(errors).toEqual([])
  })

  it('finds a commit published while a look was under way', async () => {
    const driver = memory()
    const listed = new EventEmitter()
    let released: Promise<unknown> | undefined
    const slow = {
      ...driver,
      async getKeys(prefix: string) {
        const keys = await driver.getKeys(prefix)
        listed.emit('keys')
        await released
        return keys
      },
    }
    const follower = followCommits(createStore(slow, 'sefaz'), { onError: () => {} })
    await follower.refresh()
    released = once(listed, 'release')
    const began = once(listed, 'keys')
    const early = follower.refresh()
    await began
    await createStore(driver, 'sefaz').commits.publish(sampleDraft(null, 1))
    const late = follower.refresh()
    listed.emit('release')
    expect(await early).toBe(false)
    expect(await late).toBe(true)
    expect(follower.current()?.commit.cabecalho.seq).toBe(1)
  })

  it('inspects every so many looks, each look while a file is damaged, and never an engine that is away', async () => {
    const driver = memory()
    await publish(createStore(driver, 'sefaz'), 1)
    const state = { away: false, looked: 0 }
    const store = createStore(driver, 'sefaz')
    const follower = followCommits(
      {
        ...store,
        commits: {
          ...store.commits,
          head: async () => {
            if (state.away) throw new GasolinaError('armazenamento_inalcancavel', 'Não responde.')
            return store.commits.head()
          },
        },
        inspect: async (ms) => {
          state.looked++
          return store.inspect(ms)
        },
      },
      { onError: () => {}, inspectMs: 1, inspectEvery: 4 },
    )
    const inspections = async (looks: number): Promise<number> => {
      state.looked = 0
      for (let look = 0; look < looks; look++) await follower.refresh()
      return state.looked
    }
    expect(await inspections(8)).toBe(2)
    await driver.setItemRaw('sefaz:situacao.json', Buffer.from('x'))
    expect(await inspections(8)).toBeGreaterThan(4)
    await driver.removeItem('sefaz:situacao.json')
    await inspections(8)
    state.away = true
    expect(await inspections(8)).toBe(0)
  })

  it('keeps its commit when the disk fails, logs the reason once, and recovers by itself', async () => {
    const broken = createBrokenOps()
    const store = createStore(durableFs({ base: temporaryFolder(), ops: broken.ops }), 'sefaz')
    const errors: unknown[] = []
    const follower = followCommits(store, { onError: (error) => errors.push(error) })
    await store.commits.publish(sampleDraft(null, 1))
    await follower.refresh()
    await store.commits.publish(sampleDraft(1, 2))
    broken.breakAt(0, 'EACCES', 'dead')
    expect(await follower.refresh()).toBe(false)
    expect(await follower.refresh()).toBe(false)
    expect(follower.problem()).toMatchObject({ codigo: 'armazenamento_falhou' })
    expect(errors).toHaveLength(1)
    expect(follower.current()?.commit.cabecalho.seq).toBe(1)
    broken.mend()
    expect(await follower.refresh()).toBe(true)
    expect(follower.problem()).toBeNull()
    expect(follower.current()?.commit.cabecalho.seq).toBe(2)
  })

  it('logs a bug of one task once, though another task succeeds at each look, and again when it comes back', async () => {
    const driver = memory()
    let bug: Error | undefined = new TypeError('a bug')
    const getKeys = async (prefix: string) => {
      if (bug && prefix.includes('mensais')) throw bug
      return driver.getKeys(prefix)
    }
    const store = createStore({ ...driver, getKeys }, 'sefaz')
    const errors: unknown[] = []
    const follower = followCommits(store, { onError: (error) => errors.push(error) })
    for (let look = 0; look < 3; look++) await follower.refresh()
    expect(errors.map(String)).toEqual(['TypeError: a bug'])
    expect(follower.problem()).toMatchObject({ codigo: 'erro_interno' })
    bug = undefined
    await follower.refresh()
    expect(follower.problem()).toBeNull()
    bug = new TypeError('a bug')
    for (let look = 0; look < 3; look++) await follower.refresh()
    expect(errors).toHaveLength(2)
  })

  it.each(['EACCES', 'EMFILE'])(
    'tries again, and tells, for as long as a part cannot be read (%s)',
    async (code) => {
      const { ops } = createBrokenOps()
      let failing = false
      const readFile: typeof ops.readFile = (path) =>
        failing && path.includes('/partes/')
          ? Promise.reject(Object.assign(new Error('no'), { code }))
          : ops.readFile(path)
      const store = createStore(durableFs({ base: temporaryFolder(), ops: { ...ops, readFile } }), 'sefaz')
      const errors: unknown[] = []
      const follower = followCommits(store, { onError: (error) => errors.push(error) })
      await store.commits.publish(sampleDraft(null, 1))
      await follower.refresh()
      await store.commits.publish(sampleDraft(1, 2))
      failing = true
      for (let look = 0; look < 4; look++) {
        expect(await follower.refresh()).toBe(false)
        expect(follower.problem()).toMatchObject({ codigo: 'armazenamento_falhou' })
        expect(follower.current()?.commit.cabecalho.seq).toBe(1)
      }
      expect(errors).toHaveLength(1)
      failing = false
      expect(await follower.refresh()).toBe(true)
      expect([follower.current()?.commit.cabecalho.seq, follower.problem()]).toEqual([2, null])
    },
  )

  it('reports a newer format while it is present, and continues afterwards', async () => {
    const driver = memory()
    const store = createStore(driver, 'sefaz')
    const follower = followCommits(store, { onError: () => {} })
    await store.commits.publish(sampleDraft(null, 1))
    await follower.refresh()
    const key = 'sefaz:commits:000000000002.json'
    const body = JSON.stringify({ formato: 2, seq: 2, fonte: 'sefaz', partes: {} })
    await driver.setItemRaw(key, Buffer.from(`${sha256Of(body)}\n${body}`))
    for (let look = 0; look < 4; look++) {
      await follower.refresh()
      expect(follower.problem()).toMatchObject({ codigo: 'formato_desconhecido' })
      expect(follower.current()?.commit.cabecalho.seq).toBe(1)
    }
    await driver.removeItem(key)
    await follower.refresh()
    expect(follower.problem()).toBeNull()
  })

  it('has nothing to serve when nothing is whole, and serves the next publication', async () => {
    const driver = memory()
    const store = createStore(driver, 'sefaz')
    await driver.setItemRaw('sefaz:commits:000000000001.json', Buffer.from('x'))
    const follower = followCommits(store, { onError: () => {} })
    await follower.refresh()
    expect(follower.problem()).toMatchObject({ codigo: 'dados_indisponiveis', tentarEm: 60 })
    await store.commits.publish(sampleDraft(null, 1))
    expect(await follower.refresh()).toBe(true)
    expect(follower.current()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [] })
  })

  it('keeps its commit and reports the damage when a newer one cannot be read', async () => {
    const driver = memory()
    const store = createStore(driver, 'sefaz')
    const follower = followCommits(store, { onError: () => {} })
    await store.commits.publish(sampleDraft(null, 1))
    await follower.refresh()
    await driver.setItemRaw('sefaz:commits:000000000002.json', Buffer.from('x'))
    expect(await follower.refresh()).toBe(false)
    expect(follower.current()).toMatchObject({ commit: { cabecalho: { seq: 1 } }, damaged: [2] })
  })

  it('serves the newest commit of a store restored from an older copy, and reports the loss until a newer one', async () => {
    const { base, open, follower } = await served(3)
    const copy = join(temporaryFolder(), 'copia')
    cpSync(base, copy, { recursive: true })
    for (const version of [4, 5]) await publish(open(), version)
    await follower.refresh()
    rmSync(base, { recursive: true })
    cpSync(copy, base, { recursive: true })
    expect(await follower.refresh()).toBe(true)
    expect(follower.current()?.commit.cabecalho.seq).toBe(3)
    for (let look = 0; look < 3; look++) {
      expect(follower.lost()).toMatchObject({ seq: 5 })
      expect(await follower.refresh()).toBe(false)
    }
    await publish(open(), 6)
    expect(await follower.refresh()).toBe(true)
    expect([follower.current()?.commit.cabecalho.seq, follower.lost()]).toEqual([4, null])
  })

  it('serves a store begun anew, whose numbers are lower', async () => {
    const { base, open, follower } = await served(9)
    rmSync(base, { recursive: true })
    await publish(open(), 10)
    expect(await follower.refresh()).toBe(true)
    expect(follower.current()?.commit.cabecalho).toMatchObject({ seq: 1, prev: null })
    expect(follower.lost()).toBeNull()
  })

  it('serves another commit of the same number', async () => {
    const { base, open, follower } = await served(2)
    const swaps: string[] = []
    follower.onSwap(({ commit }) => swaps.push(commit.sha256))
    const before = follower.current()?.commit.sha256
    rmSync(base, { recursive: true })
    for (const version of [1, 5]) await publish(open(), version)
    expect(await follower.refresh()).toBe(true)
    expect(follower.current()?.commit.estado).toEqual(sampleDraft(null, 5).estado)
    expect(swaps).toEqual([follower.current()?.commit.sha256])
    expect(swaps).not.toContain(before)
  })

  it('keeps its commit while the store is gone, reports it, and continues when it is back', async () => {
    const { base, open, follower } = await served(2)
    const [held, away] = [follower.current()?.commit, `${base}-fora`]
    renameSync(base, away)
    for (let look = 0; look < 3; look++) {
      expect(await follower.refresh()).toBe(false)
      expect(follower.current()?.commit).toBe(held)
      expect(follower.lost()).toMatchObject({ seq: 2 })
    }
    renameSync(away, base)
    expect(await follower.refresh()).toBe(false)
    expect(follower.current()?.commit).toBe(held)
    expect(follower.lost()).toBeNull()
    await publish(open(), 3)
    expect(await follower.refresh()).toBe(true)
  })

  it('serves the one before when the newest is deleted, and reports it; also in a process started later', async () => {
    const { base, open, follower } = await served(3)
    const { coleta, publicadoEm } = sampleDraft(2, 3)
    await open().notes.writeLastAttempt({ coleta, proxima: null, publicado: { seq: 3, publicadoEm } })
    rmSync(join(base, 'sefaz', 'commits', '000000000003.json'))
    const later = followCommits(open(), { onError: () => {} })
    for (const one of [follower, later]) {
      expect(await one.refresh()).toBe(true)
      expect(one.current()?.commit.cabecalho.seq).toBe(2)
      expect(one.lost()).toMatchObject({ seq: 3, publicadoEm })
    }
    await publish(open(), 4)
    for (const one of [follower, later]) {
      expect(await one.refresh()).toBe(true)
      expect(one.lost()).toBeNull()
    }
  })

  it('keeps the one it has when it is damaged in its place, until it is mended', async () => {
    const { base, follower } = await served(3)
    const held = follower.current()?.commit
    const file = join(base, 'sefaz', 'commits', '000000000003.json')
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(1))
    for (let look = 0; look < 3; look++) {
      expect(await follower.refresh()).toBe(false)
      expect(follower.current()).toEqual({ commit: held, damaged: [3] })
    }
    writeFileSync(file, whole)
    expect(await follower.refresh()).toBe(false)
    expect(follower.current()).toEqual({ commit: held, damaged: [] })
  })

  it('looks by itself once started, until stopped', async () => {
    const store = createStore(memory(), 'sefaz')
    const follower = followCommits(store, { onError: () => {} })
    await store.commits.publish(sampleDraft(null, 1))
    const swapped = new Promise<number>((resolve) => {
      follower.onSwap(({ commit }) => resolve(commit.cabecalho.seq))
    })
    follower.start(1)
    const keepAlive = setInterval(() => {}, 1000)
    expect(await swapped).toBe(1)
    clearInterval(keepAlive)
    follower.stop()
  })
})
