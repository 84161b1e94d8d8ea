import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Acervo, Commit } from '../../src/domain/state/commit-state.ts'
import { withChecksum } from '../../src/store/bytes/checked-json.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { followCommits } from '../../src/store/follow.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import type { Draft } from '../../src/store/commits/commit-file.ts'
import { createBrokenOps } from './broken-ops.ts'
import { filesIn, makeFifo, temporaryFolder } from './folders.ts'
import { sampleDraft, sampleVenda } from './samples.ts'

const JUNE = '2026-06-15T12:00:00-03:00'

/** A small store on the disk: two commits, a log of an open month and a closed one in files. */
async function smallStore() {
  const base = temporaryFolder()
  const { ops } = createBrokenOps()
  const unreadable = new Set<string>()
  const readFile: typeof ops.readFile = (path) =>
    unreadable.has(path)
      ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
      : ops.readFile(path)
  const open = () => createStore(durableFs({ base, ops: { ...ops, readFile } }), 'sefaz')
  const store = open()
  for (const minute of [1, 2]) await store.sales.append('2026-04', [sampleVenda(minute, minute)])
  while (await store.sales.fold('2026-05-03'));
  for (const minute of [44_000, 44_100]) await store.sales.append('2026-05', [sampleVenda(1, minute)])
  const publish = async (version: number, before?: Acervo, more: Partial<Draft> = {}) => {
    const acervo = await store.sales.fileCounts(before, JUNE)
    const draft = { ...sampleDraft(version - 1 || null, version, 3), ...(acervo && { acervo }), ...more }
    return (await store.commits.publish(draft)) as Commit
  }
  const { sha256: prevSha256 } = await publish(1)
  const second = await publish(2, undefined, { prevSha256, mudancas: [] })
  await store.changes.file(second)
  const { acervo } = second.cabecalho
  const keyOf = (file: string) => relative(join(base, 'sefaz'), file).replaceAll(sep, ':')
  const files = filesIn(base).filter((file) => !file.endsWith('sonda.json'))
  return { base, open, unreadable, keyOf, files, folder: join(base, 'sefaz'), acervo, publish }
}

/** What is left of one round, then all of the next. */
async function wholeRound(store: Store): Promise<void> {
  for (const ms of [Infinity, Infinity]) await store.inspect(ms)
}

const aFifo: [string, (file: string) => void] = [
  'a FIFO stands in its place',
  (file) => void (rmSync(file), makeFifo(file)),
]
const damages: [string, (file: string) => void][] = [
  ['a bit is turned over', (file) => writeFileSync(file, flipped(readFileSync(file)))],
  ['it is cut short', (file) => truncateSync(file, readFileSync(file).length - 1)],
  ['it is emptied', (file) => writeFileSync(file, '')],
  ['a folder stands in its place', (file) => void (rmSync(file), mkdirSync(file))],
  ...(process.platform === 'win32' ? [] : [aFifo]),
]

describe('inspecting a store', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOMEM'])(
    'tells of no file that it has no means to open (%s)',
    async (code) => {
      const { base } = await smallStore()
      let isShort = true
      const { ops } = createBrokenOps()
      const readFile: typeof ops.readFile = (path) =>
        isShort ? Promise.reject(Object.assign(new Error('no'), { code })) : ops.readFile(path)
      const store = createStore(durableFs({ base, ops: { ...ops, readFile } }), 'sefaz')
      await wholeRound(store)
      expect(store.damaged()).toEqual([])
      isShort = false
      await wholeRound(store)
      expect(store.damaged()).toEqual([])
    },
  )

  it.each(damages)('tells of a file of each kind when %s, until it is whole again', async (_, damage) => {
    const { open, files, keyOf } = await smallStore()
    const store = open()
    const kinds = new Set<string>()
    const kindOf = (file: string) => keyOf(file).split(':')[0]
    // Of the first kind of damage every file.
    const damaged =
      damage === damages[0]?.[1]
        ? files
        : files.filter((file, at) => files.findIndex((other) => kindOf(other) === kindOf(file)) === at)
    for (const file of damaged) {
      const whole = readFileSync(file)
      damage(file)
      await wholeRound(store)
      const key = keyOf(file)
      kinds.add(kindOf(file) ?? '')
      // A part is told by the commits that name it.
      const told = key.startsWith('partes') ? /^(,?commits:00000000000[12]\.json){1,2}$/ : RegExp(`^${key}$`)
      expect(store.damaged().join()).toMatch(told)
      rmSync(file, { recursive: true })
      writeFileSync(file, whole)
      await store.inspect(0)
      expect(store.damaged()).toEqual([])
    }
    expect([...kinds].toSorted()).toEqual(['commits', 'historico', 'mudancas', 'partes', 'vendas'])
  })

  it('reads all of a small store in a turn, however short', async () => {
    const { open, files, keyOf } = await smallStore()
    const last = files.findLast((file) => keyOf(file).startsWith('historico'))
    writeFileSync(last ?? '', 'x')
    const store = open()
    await store.inspect(0)
    expect(store.damaged()).toEqual([keyOf(last ?? '')])
  })

  it('reads a large file a piece at a time, going on in the next turn where it ended, and tells of damage in its first line and in its last piece', async () => {
    const { base, open } = await smallStore()
    const file = join(base, 'sefaz/mudancas/2026-04-16.ndjson')
    const whole = withChecksum(Buffer.alloc(20 * 1024 * 1024, 'x'))
    const turnsUntilDamage = async (at: number) => {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 4
      writeFileSync(file, damaged)
      const store = open()
      let turns = 0
      while (store.damaged().length === 0 && turns++ < 100) await store.inspect(0)
      expect(store.damaged()).toEqual(['mudancas:2026-04-16.ndjson'])
      writeFileSync(file, whole)
      await store.inspect(0)
      expect(store.damaged()).toEqual([])
      return turns
    }
    for (const at of [0, 64, whole.length - 1]) expect(await turnsUntilDamage(at)).toBeGreaterThan(20)
  })

  it('reports files without read permission as refused, until they are readable, and removed files as missing', async () => {
    const { open, files, keyOf, unreadable } = await smallStore()
    const file = files.find((file) => keyOf(file).startsWith('vendas')) ?? ''
    const store = open()
    unreadable.add(file)
    await wholeRound(store)
    expect(store.damaged()).toEqual([])
    expect(store.refused()).toEqual([{ key: keyOf(file), motivo: 'falta permissão' }])
    unreadable.clear()
    writeFileSync(file, 'x')
    await store.inspect(0)
    expect([store.refused(), store.damaged()]).toEqual([[], [keyOf(file)]])
    rmSync(file)
    await wholeRound(store)
    expect(store.damaged()).toEqual(['vendas:2026-05'])
  })

  it('takes a folder that must not be listed for refused, and nothing in it for missing', async () => {
    const { base } = await smallStore()
    const { ops } = createBrokenOps()
    let isRefused = true
    const readdir: typeof ops.readdir = (path) =>
      isRefused && /vendas/.test(path)
        ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
        : ops.readdir(path)
    const store = createStore(durableFs({ base, ops: { ...ops, readdir } }), 'sefaz')
    await wholeRound(store)
    expect(store.damaged()).toEqual([])
    expect(store.refused()).toEqual([{ key: 'vendas', motivo: 'falta permissão' }])
    isRefused = false
    await store.inspect(0)
    expect([store.refused(), store.damaged()]).toEqual([[], []])
  })

  it.each(['vendas', 'historico'])(
    'tells that a file of %s was removed, whatever is published since, until it is back',
    async (kind) => {
      const { open, files, keyOf, publish, acervo } = await smallStore()
      const store = open()
      await wholeRound(store)
      expect(store.damaged()).toEqual([])
      const file = files.find((file) => keyOf(file).startsWith(kind)) ?? ''
      const month = keyOf(file).slice(0, `${kind}:2026-04`.length)
      const whole = readFileSync(file)
      rmSync(file)
      await wholeRound(store)
      expect(store.damaged()).toEqual([month])
      const after = await publish(3, acervo)
      expect(after.cabecalho.acervo).toEqual(acervo)
      await wholeRound(store)
      expect(store.damaged()).toEqual([month])
      expect(store.sales.mayLack(sampleVenda(1, 0).cnpj, '2026-05-01', '2026-05-10')).toBe(kind === 'vendas')
      writeFileSync(file, whole)
      await store.inspect(0)
      expect(store.damaged()).toEqual([])
    },
  )

  it('misses nothing of a month that is being folded, nor when it has been', async () => {
    const { open } = await smallStore()
    const store = open()
    let more = true
    while (more) {
      more = await store.sales.fold('2026-06-15', 1)
      await wholeRound(store)
      expect(store.damaged()).toEqual([])
    }
    expect(await store.sales.fileCounts(undefined, JUNE)).toMatchObject({ vendas: {} })
  })

  it('reports no missing files after the sales of a wrong clock were moved', async () => {
    const { open } = await smallStore()
    const store = open()
    await store.sales.append('2036-06', [sampleVenda(1, 3)])
    const wrong = await store.sales.fileCounts(undefined, '2036-06-15T12:00:00-03:00')
    expect(wrong?.vendas['2036-06']).toBe(1)
    await store.sales.moveFromFuture(JUNE)
    expect((await store.sales.fileCounts(wrong, JUNE))?.vendas).not.toHaveProperty('2036-06')
  })

  it('reports a folder that cannot be listed, and inspects the others', async () => {
    const { open, files, keyOf, folder } = await smallStore()
    const store = open()
    rmSync(join(folder, 'historico'), { recursive: true })
    writeFileSync(join(folder, 'historico'), '')
    const file = files.find((file) => keyOf(file).startsWith('vendas')) ?? ''
    writeFileSync(file, 'x')
    await wholeRound(store)
    expect(store.damaged()).toEqual(['historico', 'historico:2026-04', keyOf(file)])
    rmSync(join(folder, 'historico'))
    await wholeRound(store)
    expect(store.damaged()).toEqual(['historico:2026-04', keyOf(file)])
  })

  it('reports a damaged file that was set aside, as the file in its place lacks its sales', async () => {
    const { open, files, keyOf } = await smallStore()
    const file = files.find((file) => keyOf(file).startsWith('historico')) ?? ''
    writeFileSync(file, 'x')
    const store = open()
    await store.sales.append('2026-04', [sampleVenda(1, 3)])
    while (await store.sales.fold('2026-05-03'));
    await wholeRound(store)
    expect(store.damaged()).toEqual([expect.stringMatching(/^historico:2026-04:danificados:/)])
  })

  it('ignores a commit of a newer program and foreign files', async () => {
    const { open, folder } = await smallStore()
    for (const name of ['commits/leia.txt', 'vendas/nota.json', 'historico/2026-04/copia de x.json'])
      writeFileSync(join(folder, name), 'x')
    const store = open()
    await wholeRound(store)
    expect(store.damaged()).toEqual([])
  })
})

describe('a follower that inspects', () => {
  it('ends caches when a file of the log is damaged, and again when it is repaired', async () => {
    const { open, files, keyOf } = await smallStore()
    const store = open()
    const follower = followCommits(store, { onError: () => {}, inspectMs: 1000 })
    await follower.refresh()
    const ask = async () =>
      (await store.sales.ofStation(sampleVenda(1, 0).cnpj, '2026-05-01', '2026-05-10')).length
    expect(await ask()).toBe(2)
    const seen = [follower.current()]
    const file = files.find((file) => keyOf(file).startsWith('vendas')) ?? ''
    const whole = readFileSync(file)
    writeFileSync(file, flipped(whole))
    await follower.refresh()
    seen.push(follower.current())
    expect([store.damaged(), await follower.refresh()]).toEqual([[keyOf(file)], false])
    expect(follower.current()).toBe(seen[1])
    writeFileSync(file, whole)
    await follower.refresh()
    seen.push(follower.current())
    expect([store.damaged(), await ask()]).toEqual([[], 2])
    expect(new Set(seen).size).toBe(3)
    expect(new Set(seen.map((loaded) => loaded?.commit)).size).toBe(1)
  })

  it('reports that the commit it serves is damaged on the disk', async () => {
    const { open, files, keyOf } = await smallStore()
    const follower = followCommits(open(), { onError: () => {}, inspectMs: 1000 })
    await follower.refresh()
    for (const file of files.filter((file) => keyOf(file).startsWith('partes'))) writeFileSync(file, 'x')
    expect(await follower.refresh()).toBe(false)
    expect(follower.current()).toMatchObject({ commit: { cabecalho: { seq: 2 } }, damaged: [2] })
  })
})

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 4
  return copy
}
