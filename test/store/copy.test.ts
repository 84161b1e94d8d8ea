import { describe, expect, it } from 'vitest'
import { GasolinaError } from '../../src/errors.ts'
import { copyStore as copy, refuseOtherContent } from '../../src/store/care/copy-store.ts'
import { type DurableDriver, type SourceStorage, openSource } from '../../src/store/engines/source-storage.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { sampleDraft, sampleVenda } from './samples.ts'

const EMPTY = { copiados: 0, bytes: 0 }

/** A store of its own, as drivers see it and as the program does. */
function fresh() {
  const driver = memory()
  return { driver, files: filesOf(driver), store: createStore(driver, 'sefaz') }
}

function filesOf(driver: DurableDriver): SourceStorage {
  return openSource(driver, 'sefaz')
}

/** One that was collected into so many times, with sales, a folded month and notes. */
async function collected(times: number) {
  const scene = fresh()
  for (let seq = 1; seq <= times; seq++) await collect(scene, seq)
  await scene.store.sales.fold('2026-05-03')
  return scene
}

async function collect({ store }: ReturnType<typeof fresh>, seq: number): Promise<void> {
  await store.sales.append('2026-04', [sampleVenda(1, seq), sampleVenda(2, seq)])
  await store.sales.append('2026-05', [sampleVenda(1, 40_000 + seq)])
  const { coleta, publicadoEm } = sampleDraft(seq - 1 || null, seq)
  await store.commits.publish(sampleDraft(seq - 1 || null, seq))
  await store.notes.writeLastAttempt({ coleta, proxima: null, publicado: { seq, publicadoEm } })
}

async function contents(files: SourceStorage): Promise<Record<string, string>> {
  const keys = await files.getKeys('')
  return Object.fromEntries(
    await Promise.all(keys.map(async (key) => [key, String(await files.getItemRaw(key))] as const)),
  )
}

describe('a copy of a store', () => {
  it('has every file byte for byte, but the lock and probes', async () => {
    const [a, b] = [await collected(3), fresh()]
    const before = await contents(a.files)
    await a.files.setItemRaw('coletor.json', Buffer.from('{}'))
    await a.files.setItemRaw('sondas:x.json', Buffer.from('{}'))
    const copied = await copy(a.files, b.files)
    expect(await contents(b.files)).toEqual(before)
    expect(copied).toMatchObject({ commits: 3, ultimo: 3, jaEstavam: 0, danificados: [] })
    expect(Object.keys(before).map((key) => key.split(':')[0])).toEqual(
      expect.arrayContaining(['commits', 'historico', 'partes', 'vendas', 'situacao.json']),
    )
  })

  it('begun again writes nothing that is there, and brings an older copy up to date', async () => {
    const [a, b] = [await collected(2), fresh()]
    const { copiados } = await copy(a.files, b.files)
    expect(await copy(a.files, b.files)).toMatchObject({ ...EMPTY, jaEstavam: copiados })
    await collect(a, 3)
    expect(await copy(a.files, b.files)).toMatchObject({ ultimo: 3, jaEstavam: copiados })
    expect(await contents(b.files)).toEqual(await contents(a.files))
  })

  it('broken off anywhere can be served as far as it is, and goes on where it was', async () => {
    const a = await collected(2)
    const whole = await contents(a.files)
    const total = Object.keys(whole).length
    for (let at = 0; at < total; at += 3) {
      const b = fresh()
      const cut = await copy(a.files, failingAt(b.files, at)).catch((error: unknown) => error)
      expect(cut).toBeInstanceOf(GasolinaError)
      const loaded = await b.store.commits.load()
      expect(loaded?.damaged ?? []).toEqual([])
      const { copiados, jaEstavam } = await copy(a.files, b.files)
      expect(copiados).toBeLessThan(total)
      expect(copiados + jaEstavam).toBe(total - 1)
      expect(await contents(b.files)).toEqual(whole)
    }
  })

  it('includes sales collected and folded meanwhile', async () => {
    const [a, b] = [await collected(1), fresh()]
    let reads = 0
    const from: SourceStorage = {
      ...a.files,
      async getItemRaw(key) {
        if (++reads === 12) {
          await collect(a, 2)
          await a.store.sales.fold('2026-06-03')
        }
        return a.files.getItemRaw(key)
      },
    }
    expect(await copy(from, b.files)).toMatchObject({ commits: 2, ultimo: 2, danificados: [] })
    const sold = (store: typeof a.store) =>
      store.sales.ofStation(sampleVenda(1, 0).cnpj, '2026-04-01', '2026-05-31')
    expect(await sold(createStore(b.driver, 'sefaz'))).toEqual(await sold(createStore(a.driver, 'sefaz')))
    expect((await b.store.commits.load())?.commit).toEqual((await a.store.commits.load())?.commit)
  })

  it('lacks damaged files and the commits that need them, and lists them', async () => {
    const [a, b] = [await collected(2), fresh()]
    const [part = ''] = (await a.files.getKeys('vendas')).slice(-1)
    const newest = (await a.store.commits.load())?.commit
    await a.files.setItemRaw(part, Buffer.from('x'))
    const commit = String(await a.files.getItemRaw('commits:000000000002.json'))
    const [, sha = ''] = /"gnv": \{\s*"sha256": "(\w+)"/.exec(commit) ?? []
    await a.files.setItemRaw(`partes:${sha}.json`, Buffer.from('x'))
    const { danificados } = await copy(a.files, b.files)
    expect(danificados).toEqual(['commits:000000000002.json', `partes:${sha}.json`, part].toSorted())
    expect(await b.store.commits.load()).toMatchObject({ commit: { cabecalho: { seq: 1 } }, damaged: [] })
    expect(newest?.cabecalho.seq).toBe(2)
  })

  it('repairs damaged files of an older copy', async () => {
    const [a, b] = [await collected(2), fresh()]
    await copy(a.files, b.files)
    for (const key of await b.files.getKeys('')) await b.files.setItemRaw(key, Buffer.from('x'))
    await b.files.setItemRaw(
      'commits:000000000001.json',
      (await a.files.getItemRaw('commits:000000000001.json')) ?? Buffer.of(),
    )
    await copy(a.files, b.files)
    expect(await contents(b.files)).toEqual(await contents(a.files))
  })

  it.each([
    [
      'another store',
      async ({ store }: ReturnType<typeof fresh>) => void (await store.commits.publish(sampleDraft(null, 9))),
    ],
    [
      'a newer one',
      async (b: ReturnType<typeof fresh>) => {
        for (const seq of [1, 2, 3]) await collect(b, seq)
      },
    ],
    [
      'sales of nobody knows whom',
      ({ store }: ReturnType<typeof fresh>) => store.sales.append('2026-04', [sampleVenda(7, 7)]),
    ],
    [
      'files of somebody else',
      ({ files }: ReturnType<typeof fresh>) => files.setItemRaw('fotos:gato.json', Buffer.from('miau')),
    ],
  ])('is refused where there is %s, which stays as it is', async (_, fill) => {
    const [a, b] = [await collected(2), fresh()]
    await fill(b)
    const before = await contents(b.files)
    await expect(copy(a.files, b.files)).rejects.toMatchObject({
      codigo: 'configuracao_invalida',
      message: expect.stringContaining('já guarda outra coisa') as unknown,
    })
    expect(await contents(b.files)).toEqual(before)
  })

  it('compares with a source of many files', async () => {
    const [a, b] = [await collected(2), fresh()]
    await copy(a.files, b.files)
    const many = Array.from({ length: 200_000 }, (_, n) => `vendas:2026-04:${n}.ndjson`)
    const getKeys = async () => [...(await a.files.getKeys('')), ...many]
    const from = { ...a.files, getKeys }
    await expect(refuseOtherContent(from, b.files)).resolves.toBeUndefined()
  })

  it('fails when the target gives back other bytes than were written', async () => {
    const [a, b] = [await collected(1), fresh()]
    const forgetful: SourceStorage = {
      ...b.files,
      getItemRaw: async (key) => (key.startsWith('partes') ? Buffer.from('x') : b.files.getItemRaw(key)),
    }
    await expect(copy(a.files, forgetful)).rejects.toThrow(/não devolveu o que nele foi gravado/)
    expect(await b.store.commits.list()).toEqual([])
  })
})

/** The write or create after so many, but those of the probe, fails, as do all after it. */
function failingAt(files: SourceStorage, at: number): SourceStorage {
  let writes = 0
  const failing = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (!key.startsWith('sondas') && writes++ >= at)
      throw new GasolinaError('armazenamento_inalcancavel', 'Foi embora.')
    return work()
  }
  return {
    ...files,
    setItemRaw: (key, bytes) => failing(key, () => files.setItemRaw(key, bytes)),
    create: (key, bytes) => failing(key, () => files.create(key, bytes)),
  }
}
