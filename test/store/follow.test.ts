import { describe, expect, it } from 'vitest'
import { durableFs } from '../../src/store/durable-fs.ts'
import { followCommits } from '../../src/store/follow.ts'
import { memory } from '../../src/store/memory.ts'
import { createStore } from '../../src/store/open.ts'
import { sha256Of } from '../../src/store/records.ts'
import { createBrokenOps } from './broken-ops.ts'
import { temporaryFolder } from './folders.ts'
import { sampleDraft } from './samples.ts'

describe('followCommits', () => {
  it('swaps to what any process publishes, once each, and tells', async () => {
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

  it('keeps what it has when the disk fails, says why once, and recovers by itself', async () => {
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

  it('tells of a newer format for as long as it is there, and goes on once it is not', async () => {
    const driver = memory()
    const store = createStore(driver, 'sefaz')
    const follower = followCommits(store, { onError: () => {} })
    await store.commits.publish(sampleDraft(null, 1))
    await follower.refresh()
    const key = 'sefaz:commits:000000000002.json'
    const body = JSON.stringify({ formato: 2, seq: 2, fonte: 'sefaz', partes: {} })
    await driver.setItemRaw?.(key, Buffer.from(`${sha256Of(body)}\n${body}`), {})
    for (let look = 0; look < 4; look++) {
      await follower.refresh()
      expect(follower.problem()).toMatchObject({ codigo: 'formato_desconhecido' })
      expect(follower.current()?.commit.cabecalho.seq).toBe(1)
    }
    await driver.removeItem?.(key, {})
    await follower.refresh()
    expect(follower.problem()).toBeNull()
  })

  it('has nothing to serve when nothing is whole, and serves the next publication', async () => {
    const driver = memory()
    const store = createStore(driver, 'sefaz')
    await driver.setItemRaw?.('sefaz:commits:000000000001.json', Buffer.from('x'), {})
    const follower = followCommits(store, { onError: () => {} })
    await follower.refresh()
    expect(follower.problem()).toMatchObject({ codigo: 'dados_indisponiveis', tentarEm: 60 })
    await store.commits.publish(sampleDraft(null, 1))
    expect(await follower.refresh()).toBe(true)
    expect(follower.current()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [] })
  })

  it('keeps its commit and tells the damage when a newer one cannot be read', async () => {
    const driver = memory()
    const store = createStore(driver, 'sefaz')
    const follower = followCommits(store, { onError: () => {} })
    await store.commits.publish(sampleDraft(null, 1))
    await follower.refresh()
    await driver.setItemRaw?.('sefaz:commits:000000000002.json', Buffer.from('x'), {})
    expect(await follower.refresh()).toBe(false)
    expect(follower.current()).toMatchObject({ commit: { cabecalho: { seq: 1 } }, damaged: [2] })
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
