import { describe, expect, it } from 'vitest'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import { type BrokenOps, type Mode, createBrokenOps } from './broken-ops.ts'
import { temporariesIn, temporaryFolder } from './folders.ts'
import { sampleDraft, sampleVenda } from './samples.ts'

const TOLD = { codigo: 'armazenamento_falhou', message: expect.stringMatching(/armazenamento/) as unknown }
const SALES = [sampleVenda(1, 1), sampleVenda(2, 2)]

/** A part takes ten operations, the same for all nine: every seventh is broken there, and all before and after. */
const STEP = 7
const ALONE = 30

/** Counts the operations of a collection's writing, then breaks one after the other in a store that holds commit 1. */
async function atEveryOperation(
  code: string,
  mode: Mode,
  check: (scene: { folder: string; outcome: unknown; at: number }) => Promise<void>,
) {
  const folder = temporaryFolder()
  const broken = createBrokenOps()
  await openAt(folder, broken).commits.publish(sampleDraft(null, 1, 3))
  const operations = await countOperations()
  let seq = 1
  for (let at = 0, reached = true; reached; at += at < ALONE || at > operations - ALONE ? 1 : STEP) {
    broken.breakAt(at, code, mode)
    const store = openAt(folder, broken)
    const outcome = await collectOnce(store, seq).catch((error: unknown) => error)
    reached = broken.count() > at
    broken.mend()
    await check({ folder, outcome, at })
    seq = (await openAt(folder).commits.load())?.commit.cabecalho.seq ?? 0
  }
}

async function countOperations(): Promise<number> {
  const folder = temporaryFolder()
  const broken = createBrokenOps()
  await openAt(folder).commits.publish(sampleDraft(null, 1, 3))
  await collectOnce(openAt(folder, broken), 1)
  return broken.count()
}

async function collectOnce(store: Store, seq: number): Promise<unknown> {
  await store.sales.append('2026-04', SALES)
  return store.commits.publish(sampleDraft(seq, seq + 1, 3))
}

function openAt(folder: string, broken: BrokenOps = createBrokenOps()) {
  return createStore(durableFs({ base: folder, ops: broken.ops }), 'sefaz')
}

describe('a publication', () => {
  it.each([
    ['ENOSPC', 'full'],
    ['EIO', 'once'],
    ['CURTO', 'once'],
  ] as const)(
    'that meets %s (%s) at any file operation leaves the state before or after',
    async (code, mode) => {
      let before = 1
      let failures = 0
      let published = 0
      await atEveryOperation(code, mode, async ({ folder, outcome, at }) => {
        const loaded = await openAt(folder).commits.load()
        const now = loaded?.commit.cabecalho.seq
        expect(loaded?.damaged, `operation ${at}`).toEqual([])
        expect(loaded?.commit.estado).toEqual(sampleDraft(null, now ?? 0, 3).estado)
        expect([before, before + 1]).toContain(now)
        expect(temporariesIn(folder)).toEqual([])
        const failed = outcome instanceof Error
        expect(failed ? outcome : TOLD).toMatchObject(TOLD)
        expect(failed || now === before + 1).toBe(true)
        if (failed) failures++
        else published++
        before = now ?? 0
      })
      expect(published).toBeGreaterThan(0)
      expect(failures).toBeGreaterThan(code === 'CURTO' ? 5 : 50)
    },
  )

  it('has the state before or after when killed at any file operation, and the next one succeeds', async () => {
    let before = 1
    await atEveryOperation('EIO', 'dead', async ({ folder, outcome, at }) => {
      const store = openAt(folder)
      const loaded = await store.commits.load()
      const now = loaded?.commit.cabecalho.seq ?? 0
      expect(loaded?.damaged, `operation ${at}`).toEqual([])
      expect([before, before + 1]).toContain(now)
      expect(outcome instanceof Error || now === before + 1).toBe(true)
      expect(loaded?.commit.estado).toEqual(sampleDraft(null, now, 3).estado)
      expect(await store.commits.publish(sampleDraft(now, now + 1, 3))).toMatchObject({
        cabecalho: { seq: now + 1 },
      })
      before = now + 1
    })
  })
})

describe('probe', () => {
  it('passes where a collection can be kept, again and again', async () => {
    const store = openAt(temporaryFolder())
    await expect(store.probe()).resolves.toBeUndefined()
    await expect(store.probe()).resolves.toBeUndefined()
  })

  it.each([
    ['EROFS', /somente leitura/],
    ['EACCES', /falta permissão/],
    ['ENOSPC', /disco está cheio/],
  ])('tells %s before a collection would', async (code, sentence) => {
    const broken = createBrokenOps()
    const store = openAt(temporaryFolder(), broken)
    broken.breakAt(0, code, 'full')
    await expect(store.probe()).rejects.toThrow(sentence)
  })

  it('reports a file system without hard links', async () => {
    const { ops } = createBrokenOps()
    const store = createStore(
      durableFs({ base: temporaryFolder(), ops: { ...ops, link: withoutLink } }),
      'sefaz',
    )
    await expect(store.probe()).rejects.toThrow(/links físicos/)
  })
})

function withoutLink(): Promise<void> {
  return Promise.reject(Object.assign(new Error('no'), { code: 'ENOTSUP' }))
}
