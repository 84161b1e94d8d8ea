import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, addMs } from '../../src/domain/basics/time.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { memory } from '../memory.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import { openStore } from '../open-store.ts'
import { encodeRecords, sha256Of } from '../../src/store/bytes/checked-json.ts'
import { createBrokenOps } from './broken-ops.ts'
import { filesIn, temporaryFolder } from './folders.ts'
import { NOON, sampleDraft, sampleEstado } from './samples.ts'

const commitFile = (folder: string, seq: number) =>
  join(folder, 'sefaz', 'commits', `${String(seq).padStart(12, '0')}.json`)

async function publish(store: Store, version: number, stations?: number) {
  const prev = (await store.commits.load())?.commit.cabecalho.seq ?? null
  return store.commits.publish(sampleDraft(prev, version, stations))
}

/** A store with commits 1…`count`; every part of each differs from the others'. */
async function storeWith(count: number) {
  const folder = temporaryFolder()
  const fresh = () => createStore(durableFs({ base: folder, ops: createBrokenOps().ops }), 'sefaz')
  const store = fresh()
  for (let version = 1; version <= count; version++) await publish(store, version)
  return { folder, store, fresh }
}

describe('publish and load', () => {
  it.each([
    ['durable-fs', () => durableFs({ base: temporaryFolder() })],
    ['memory', () => memory()],
  ])('over %s give back the whole state', async (_, createDriver) => {
    const driver = createDriver()
    const store = createStore(driver, 'sefaz')
    expect(await store.commits.load()).toBeNull()
    const draft = sampleDraft(null, 1)
    const { estado, fatias, prev, ...told } = draft
    const sha256: unknown = expect.stringMatching(/^[0-9a-f]{64}$/)
    const expected = {
      sha256,
      cabecalho: { formato: 1, seq: 1, prev, fonte: 'sefaz', ...told },
      estado,
      fatias,
    }
    expect(await store.commits.publish(draft)).toEqual(expected)
    for (const reader of [store, createStore(driver, 'sefaz')])
      expect(await reader.commits.load()).toEqual({ commit: expected, damaged: [] })
  })

  it('share equal records of two commits in memory', async () => {
    const { folder, store } = await storeWith(1)
    const reader = await openStore({ folder, fonte: 'sefaz' })
    const first = (await reader.commits.load())?.commit.estado
    const draft = sampleDraft(1, 1)
    const [gone, moved] = [draft.estado.postos.shift(), draft.estado.postos.at(-1)]
    if (moved) moved.estabelecimento = { ...moved.estabelecimento, telefone: '8230000000' }
    const [sold] = draft.estado.atuais.gnv
    if (sold) sold.produto = { ...sold.produto, venda: { ...sold.produto.venda, valorDeclarado: 4.444 } }
    await store.commits.publish(draft)
    const second = (await reader.commits.load())?.commit.estado
    expect(second).toEqual(draft.estado)
    expect(first?.postos[0]).toEqual(gone)
    expect(second?.postos[0]).toBe(first?.postos[1])
    expect(second?.postos.at(-1)).not.toBe(first?.postos.at(-1))
    expect(second?.postos.at(-1)?.estabelecimento.endereco).toBe(
      first?.postos.at(-1)?.estabelecimento.endereco,
    )
    expect(second?.atuais.gnv[0]?.corrida).toBe(first?.atuais.gnv[0]?.corrida)
    expect(second?.atuais.gnv[1]).toBe(first?.atuais.gnv[1])
    expect((await (await openStore({ folder, fonte: 'sefaz' })).commits.load())?.commit.estado).toEqual(
      second,
    )
  })

  it('keep each source to its own part', async () => {
    const { folder } = await storeWith(1)
    const other = await openStore({ folder, fonte: 'demonstracao' })
    expect(await other.commits.load()).toBeNull()
  })

  it('read nothing into being: opening and loading make no file', async () => {
    const folder = join(temporaryFolder(), 'ainda-nao')
    const store = await openStore({ folder, fonte: 'sefaz' })
    expect(await store.commits.load()).toBeNull()
    expect(existsSync(folder)).toBe(false)
  })

  it('refuse a second draft upon the same commit', async () => {
    const { store } = await storeWith(1)
    expect(await store.commits.publish(sampleDraft(1, 2))).toMatchObject({ cabecalho: { seq: 2 } })
    expect(await store.commits.publish(sampleDraft(1, 3))).toBe('superseded')
    expect(await store.commits.publish(sampleDraft(null, 3))).toBe('superseded')
    expect(await store.commits.list()).toEqual([1, 2])
  })

  it('go on counting when the clock goes back a day', async () => {
    const { store, fresh } = await storeWith(2)
    const back = { ...sampleDraft(2, 3), publicadoEm: addMs(NOON, -DAY) }
    expect(await store.commits.publish(back)).toMatchObject({ cabecalho: { seq: 3 } })
    expect((await fresh().commits.load())?.commit.cabecalho.publicadoEm).toBe(back.publicadoEm)
  })

  it('carry a state of megabytes through compressed parts', async () => {
    const { folder, store, fresh } = await storeWith(0)
    const draft = { ...sampleDraft(null, 1), estado: sampleEstado(6000, 1) }
    await store.commits.publish(draft)
    expect((await fresh().commits.load())?.commit.estado).toEqual(draft.estado)
    const sizes = await Promise.all(filesIn(join(folder, 'sefaz', 'partes')).map((file) => readFile(file)))
    expect(Math.max(...sizes.map((bytes) => bytes.length))).toBeLessThan(1024 * 1024)
  })
})

describe('the newest commit in memory', () => {
  it('is the same object as the one published or loaded before', async () => {
    const { store, fresh } = await storeWith(1)
    const published = await store.commits.publish(sampleDraft(1, 2))
    expect((await store.commits.load())?.commit).toBe(published)
    const other = fresh().commits
    const loaded = await other.load()
    expect((await other.load())?.commit).toBe(loaded?.commit)
  })

  it('equals the content of the disk', async () => {
    const { store, fresh } = await storeWith(2)
    const [here, there] = await Promise.all([store.commits.load(), fresh().commits.load()])
    expect(JSON.stringify(here)).toBe(JSON.stringify(there))
    expect(here).toStrictEqual(there)
  })

  it('is replaced by the commit of another process', async () => {
    const { store, fresh } = await storeWith(1)
    await store.commits.load()
    await fresh().commits.publish(sampleDraft(1, 2))
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [] })
    expect(await store.commits.publish(sampleDraft(1, 3))).toBe('superseded')
  })

  it('is not served for another that took its number', async () => {
    const { folder, store, fresh } = await storeWith(2)
    rmSync(commitFile(folder, 2))
    await fresh().commits.publish(sampleDraft(1, 7))
    const { publicadoEm } = sampleDraft(1, 7)
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2, publicadoEm } } })
  })

  it.each([12, 6000])('is no proof of the disk: of %i stations a damaged part counts', async (stations) => {
    const { folder, store } = await storeWith(1)
    await publish(store, 2, stations)
    const [part = ''] = await ownParts(folder, 2)
    const file = join(folder, 'sefaz', 'partes', `${part}.json`)
    const whole = await readFile(file)
    await truncate(file, whole.length - 9)
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 1 } }, damaged: [2] })
    await writeFile(file, whole)
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [] })
  })
})

describe('a number', () => {
  it('taken by another commit is not the one merged upon', async () => {
    const { folder, store, fresh } = await storeWith(2)
    const { sha256: prevSha256 } = (await store.commits.load())?.commit ?? { sha256: '' }
    rmSync(commitFile(folder, 2))
    await fresh().commits.publish(sampleDraft(1, 7))
    expect(await store.commits.publish({ ...sampleDraft(2, 3), prevSha256 })).toBe('superseded')
    const { commit } = (await store.commits.load()) ?? {}
    expect(commit?.sha256).not.toBe(prevSha256)
    const upon = { ...sampleDraft(2, 3), prevSha256: commit?.sha256 }
    expect(await store.commits.publish(upon)).toMatchObject({ cabecalho: { seq: 3, prev: 2 } })
  })

  it('and checksum are those of the newest commit present, whole or not', async () => {
    const { folder, fresh } = await storeWith(2)
    const { commit } = (await fresh().commits.load()) ?? {}
    expect(await fresh().commits.head()).toEqual({ seq: 2, sha256: commit?.sha256 })
    await truncate(commitFile(folder, 2), 80)
    expect(await fresh().commits.head()).toEqual({ seq: 2, sha256: null })
  })
})

describe('a damaged newest commit', () => {
  const damages: [string, (file: string) => Promise<void>][] = [
    ['truncated', async (file) => truncate(file, (await readFile(file)).length >> 1)],
    [
      'bit-flipped',
      async (file) => {
        const bytes = await readFile(file)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
        await writeFile(file, bytes)
      },
    ],
    ['zeroed', async (file) => writeFile(file, Buffer.alloc((await readFile(file)).length))],
    ['emptied', async (file) => writeFile(file, '')],
    ['replaced by a folder', async (file) => void (rmSync(file), mkdirSync(file))],
  ]
  const deleted: [string, (file: string) => Promise<void>] = ['deleted', async (file) => rmSync(file)]

  it.each(damages)('%s leaves the one before to be served, and the next is published', async (_, damage) => {
    const { folder, fresh } = await storeWith(3)
    await damage(commitFile(folder, 3))
    const store = fresh()
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [3] })
    expect(await publish(store, 9)).toMatchObject({ cabecalho: { seq: 4, prev: 2 } })
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 4 } }, damaged: [] })
  })

  // Each damage to a third of the nine parts, so that each part meets two of them.
  const toParts = [...damages, deleted].map(([name, damage], n) => [name, n % 3, damage] as const)

  it.each(toParts)(
    'has the same effect when a part of it is %s (every third from %i)',
    async (_, first, damage) => {
      const names = await partNames(3)
      expect(names.length).toBe(9)
      for (let at = first; at < names.length; at += 3) {
        const { folder, fresh } = await storeWith(3)
        const own = await ownParts(folder, 3)
        const part = own[at]
        if (!part) continue
        await damage(join(folder, 'sefaz', 'partes', `${part}.json`))
        const store = fresh()
        expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [3] })
        expect(await publish(store, 9)).toMatchObject({ cabecalho: { seq: 4 } })
      }
    },
  )

  it.each(['5', 'null', '"x"', 'não é JSON', '{"formato":1,"seq":3,"fonte":"sefaz"}'])(
    'of which nothing but the checksum is right (%s) counts as damaged',
    async (body) => {
      const { folder, fresh } = await storeWith(3)
      await writeFile(commitFile(folder, 3), `${sha256Of(body)}\n${body}`)
      const store = fresh()
      expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [3] })
      expect(await publish(store, 9)).toMatchObject({ cabecalho: { seq: 4 } })
    },
  )

  it('when deleted, the one before is loaded', async () => {
    const { folder, fresh } = await storeWith(3)
    rmSync(commitFile(folder, 3))
    const store = fresh()
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } } })
    expect(await publish(store, 9)).toMatchObject({ cabecalho: { seq: 3 } })
  })

  it.each(['commit', 'part'])('whose %s is damaged counts as whole to who holds it', async (what) => {
    const { folder, store, fresh } = await storeWith(3)
    const held = (await store.commits.load())?.commit
    const [part = ''] = await ownParts(folder, 3)
    const file = what === 'part' ? join(folder, 'sefaz', 'partes', `${part}.json`) : commitFile(folder, 3)
    await truncate(file, 70)
    const loaded = await store.commits.load(held)
    expect(loaded?.commit).toBe(held)
    expect(loaded?.damaged).toEqual([3])
    expect(await fresh().commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [3] })
  })

  it('and all others too: an error that says so, until the next publication', async () => {
    const { folder, fresh } = await storeWith(2)
    for (const seq of [1, 2]) await writeFile(commitFile(folder, seq), 'x')
    const store = fresh()
    await expect(store.commits.load()).rejects.toMatchObject({ codigo: 'dados_indisponiveis' })
    expect(await store.commits.publish(sampleDraft(null, 3))).toMatchObject({ cabecalho: { seq: 3 } })
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 3 } } })
  })

  it('is repaired when its damaged part is written again with the same bytes', async () => {
    const { folder, store } = await storeWith(1)
    for (const [n, part] of filesIn(join(folder, 'sefaz', 'partes')).entries()) {
      rmSync(part)
      if (n % 2 === 0) await writeFile(part, 'x')
      else mkdirSync(part)
    }
    await expect(store.commits.load()).rejects.toThrow(/íntegro/)
    await store.commits.publish({ ...sampleDraft(null, 1) })
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [] })
  })
})

describe('a commit of a newer program', () => {
  it('is refused, never fallen back from, never published over', async () => {
    const { folder, store } = await storeWith(2)
    const body = JSON.stringify({ ...(await readCommit(folder, 2)), formato: 2, seq: 3 })
    await writeFile(commitFile(folder, 3), `${sha256Of(body)}\n${body}`)
    await expect(store.commits.load()).rejects.toMatchObject({ codigo: 'formato_desconhecido' })
    await expect(store.commits.publish(sampleDraft(2, 3))).rejects.toMatchObject({
      codigo: 'formato_desconhecido',
    })
  })

  it('with additional members is read, unknown ones ignored, and followed by the next one', async () => {
    const { folder, store, fresh } = await storeWith(2)
    const { partes, ...header } = (await readCommit(folder, 2)) as { partes: object; prev: number }
    const { sha256, stored } = await encodeRecords([{ novidade: 1 }])
    await writeFile(join(folder, 'sefaz/partes', `${sha256}.json`), stored)
    const body = JSON.stringify({
      ...header,
      seq: 3,
      prev: 2,
      novidade: { a: 1 },
      partes: { ...partes, novidade: { sha256, registros: 1 } },
    })
    await writeFile(commitFile(folder, 3), `${sha256Of(body)}\n${body}`)
    const known = (await store.commits.load())?.commit.estado
    const loaded = await fresh().commits.load()
    expect(loaded).toMatchObject({ commit: { cabecalho: { seq: 3 } }, damaged: [] })
    expect(loaded?.commit.estado).toEqual(known)
    await store.commits.publish(sampleDraft(3, 4))
    expect(await fresh().commits.load()).toMatchObject({ commit: { cabecalho: { seq: 4 } }, damaged: [] })
  })
})

describe('cleanUp', () => {
  it('keeps 48 commits with their parts, and removes unused parts after an hour', async () => {
    const driver = memory()
    let now = Date.now()
    const store = createStore(driver, 'sefaz', () => now)
    for (let version = 1; version <= 55; version++)
      await store.commits.publish(sampleDraft(version - 1 || null, version, 2))
    const parts = async () => ((await driver.getKeys('sefaz:partes')) as string[]).length
    const before = await parts()
    await store.commits.cleanUp()
    expect(await store.commits.list()).toEqual(Array.from({ length: 48 }, (_, n) => n + 8))
    expect(await parts()).toBe(before)
    now += 2 * HOUR
    await store.commits.cleanUp()
    expect(await parts()).toBeLessThan(before)
    now -= 5 * DAY
    await store.commits.cleanUp()
    expect(await store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 55 } }, damaged: [] })
  })

  it('keeps the past days that a commit names, and drops those of commits that are gone', async () => {
    const driver = memory()
    let now = Date.now()
    const store = createStore(driver, 'sefaz', () => now)
    for (let version = 1; version <= 50; version++) {
      const day = { dias: [version % 28], rows: [] }
      const dias = {
        '2026-04': {
          lugares: await store.days.write('2026-04', { dias: [1], rows: [] }),
          postos: await store.days.write('2026-04', {
            ...day,
            rows: [[String(version), 'gnv', [[1, version]]]],
          }),
        },
      }
      await store.commits.publish({ ...sampleDraft(version - 1 || null, version, 2), dias })
    }
    now += 2 * HOUR
    await store.commits.cleanUp()
    const kept = ((await driver.getKeys('sefaz:dias')) as string[]).length
    expect(kept).toBe(48 + 1)
    const { '2026-04': names } = (await store.commits.load())?.commit.cabecalho.dias ?? {}
    expect(await store.days.read('2026-04', names?.lugares ?? '')).toEqual({ dias: [1], rows: [] })
  })

  it('is not held up by folders that stand for commits and parts', async () => {
    const { folder, store } = await storeWith(50)
    rmSync(commitFile(folder, 1))
    mkdirSync(commitFile(folder, 1))
    const part = join(folder, 'sefaz', 'partes', `${'0'.repeat(64)}.json`)
    mkdirSync(part)
    await utimes(part, 0, 0)
    await store.commits.cleanUp()
    expect(await store.commits.list()).toEqual(Array.from({ length: 48 }, (_, n) => n + 3))
    expect(existsSync(part)).toBe(false)
  })

  it('keeps older ones when fewer than three of the 48 are whole', async () => {
    const driver = memory()
    const store = createStore(driver, 'sefaz')
    for (let version = 1; version <= 54; version++)
      await store.commits.publish(sampleDraft(version - 1 || null, version, 1))
    for (let seq = 5; seq <= 53; seq++)
      await driver.setItemRaw(`sefaz:commits:${String(seq).padStart(12, '0')}.json`, Buffer.from('x'))
    await store.commits.cleanUp()
    expect((await store.commits.list()).slice(0, 3)).toEqual([3, 4, 5])
  })

  it('removes temporary files of killed processes once they are a day old', async () => {
    const { folder, store } = await storeWith(1)
    const dead = join(folder, 'sefaz', 'partes', '.dead.tmp')
    await writeFile(dead, 'half')
    await store.commits.cleanUp()
    expect(existsSync(dead)).toBe(true)
    const later = createStore(durableFs({ base: folder }), 'sefaz', () => Date.now() + 2 * DAY)
    await later.commits.cleanUp()
    expect(existsSync(dead)).toBe(false)
    expect(await later.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 1 } }, damaged: [] })
  })
})

async function readCommit(
  folder: string,
  seq: number,
): Promise<{ partes: Record<string, { sha256: string }> }> {
  const text = await readFile(commitFile(folder, seq), 'utf8')
  return JSON.parse(text.slice(65))
}

async function partNames(seq: number) {
  const { folder } = await storeWith(seq)
  return Object.keys((await readCommit(folder, seq)).partes)
}

/** Checksums of the parts that no earlier commit shares. */
async function ownParts(folder: string, seq: number) {
  const sums = async (n: number) =>
    Object.values((await readCommit(folder, n)).partes).map(({ sha256 }) => sha256)
  const before = new Set(await sums(seq - 1))
  return (await sums(seq)).map((sum) => (before.has(sum) ? undefined : sum))
}
