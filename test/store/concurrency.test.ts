import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../src/domain/basics/time.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { concurrencyContract } from './concurrency-contract.ts'
import { createBrokenOps } from './broken-ops.ts'
import { temporaryFolder } from './folders.ts'

concurrencyContract('durable-fs', async () => {
  const base = temporaryFolder()
  return () => createStore(durableFs({ base, ops: createBrokenOps().ops }), 'sefaz')
})

concurrencyContract('memory', async () => {
  const driver = memory()
  // Without a wait each publication would be over before another collector reads, and none would meet.
  const create: typeof driver.create = (...item) => setImmediate().then(() => driver.create(...item))
  return () => createStore({ ...driver, create }, 'sefaz')
})

describe('tryLock', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets one collector in at a time, and the next after it', async () => {
    const driver = memory()
    const [one, two] = [createStore(driver, 'sefaz'), createStore(driver, 'sefaz')]
    const release = await one.tryLock()
    expect(await two.tryLock()).toBeNull()
    await release?.()
    const again = await two.tryLock()
    expect(again).not.toBeNull()
    await release?.()
    expect(await one.tryLock()).toBeNull()
  })

  it.each([
    ['a dead process', lockOf({ pid: 2 ** 22 + 1 })],
    ['this pid before a restart', lockOf({ pid: process.pid })],
    ['nobody: {}', {}],
    ['nobody: []', []],
    ['nobody: a number', 5],
    ['nobody: null', null],
    ['a pid and no more', { pid: 1 }],
    ['a pid that is none', lockOf({ pid: 'um' })],
    ['a list of processes, for what it would be to kill', lockOf({ pid: -1 })],
  ])('takes over the lock of %s at once', async (_, holder) => {
    const driver = memory()
    await driver.setItemRaw(LOCK, Buffer.from(JSON.stringify(holder)))
    expect(await createStore(driver, 'sefaz').tryLock()).not.toBeNull()
  })

  it('takes over a lock that is a folder at once', async () => {
    const base = temporaryFolder()
    const open = () => createStore(durableFs({ base, ops: createBrokenOps().ops }), 'sefaz')
    mkdirSync(join(base, 'sefaz', 'coletor.json'), { recursive: true })
    const release = await open().tryLock()
    expect(release).not.toBeNull()
    expect(await open().tryLock()).toBeNull()
    await release?.()
    expect(await open().tryLock()).not.toBeNull()
  })

  it('takes over an empty lock and one cut short at once', async () => {
    for (const text of ['', '{"pid":']) {
      const driver = memory()
      await driver.setItemRaw(LOCK, Buffer.from(text))
      expect(await createStore(driver, 'sefaz').tryLock()).not.toBeNull()
    }
  })

  it.each([
    ['another machine', lockOf({ maquina: 'outra' })],
    ['a live process of this machine', lockOf({ pid: process.ppid })],
  ])('respects the lock of %s until three minutes without a renewal', async (_, holder) => {
    vi.useFakeTimers()
    const driver = memory()
    await driver.setItemRaw(LOCK, Buffer.from(JSON.stringify(holder)))
    // What the program takes for the time has no say: the store's own clock decides.
    const store = createStore(driver, 'sefaz', () => 0)
    expect(await store.tryLock()).toBeNull()
    await vi.advanceTimersByTimeAsync(2.9 * MINUTE)
    expect(await store.tryLock()).toBeNull()
    await vi.advanceTimersByTimeAsync(0.2 * MINUTE)
    expect(await store.tryLock()).not.toBeNull()
  })

  it('takes over the lock of another machine at once when it is dated in a time to come', async () => {
    vi.useFakeTimers()
    const driver = memory()
    const now = Date.now()
    vi.setSystemTime(now + 365 * 24 * 60 * MINUTE)
    await driver.setItemRaw(LOCK, Buffer.from(JSON.stringify(lockOf({ maquina: 'outra' }))))
    vi.setSystemTime(now)
    expect(await createStore(driver, 'sefaz').tryLock()).not.toBeNull()
  })

  it('is renewed for as long as it is held, and not after', async () => {
    vi.useFakeTimers()
    const driver = memory()
    const [one, two] = [createStore(driver, 'sefaz'), createStore(driver, 'sefaz')]
    const release = await one.tryLock()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(await two.tryLock()).toBeNull()
    await release?.()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(await driver.getKeys('')).toEqual([])
  })

  it('is not renewed for ever: a collection that hangs gives way', async () => {
    vi.useFakeTimers()
    const driver = memory()
    const [one, two] = [createStore(driver, 'sefaz'), createStore(driver, 'sefaz')]
    await one.tryLock()
    await vi.advanceTimersByTimeAsync(100 * MINUTE)
    expect(await two.tryLock()).not.toBeNull()
  })

  it('is not renewed or released once another has taken it over', async () => {
    vi.useFakeTimers()
    const driver = memory()
    const release = await createStore(driver, 'sefaz').tryLock()
    const theirs = Buffer.from(JSON.stringify(lockOf({ maquina: 'outra' })))
    await driver.setItemRaw(LOCK, theirs)
    await vi.advanceTimersByTimeAsync(MINUTE)
    await release?.()
    expect(await driver.getItemRaw(LOCK)).toEqual(theirs)
  })
})

const LOCK = 'sefaz:coletor.json'

function lockOf(part: object) {
  return { pid: 1, maquina: hostname(), id: 'velho', ...part }
}
