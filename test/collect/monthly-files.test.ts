import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeMonthlyFiles } from '../../src/collect/months/make-monthly-files.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import { DAY, HOUR, addMs, monthOf, toMs } from '../../src/domain/basics/time.ts'
import type { MonthlyFile } from '../../src/store/monthly-files/file-blocks.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import { openStore } from '../open-store.ts'
import { demonstrationFiles } from '../demonstration.ts'
import { memory } from '../memory.ts'
import { CNPJ, afterSales, medians, sale } from '../query/past-fixture.ts'
import { type BrokenOps, createBrokenOps } from '../store/broken-ops.ts'
import { filesIn, temporariesIn, temporaryFolder } from '../store/folders.ts'

const OTHER = '11222333000181'
const SALES = [
  sale('2026-03-30', 6),
  // At night in Maceió it is April in London already.
  sale('2026-03-31 23:30', 6.1),
  sale('2026-04-01', 6.2),
  sale('2026-04-02', 9.9),
  sale('2026-04-03', 6.2, { cnpj: OTHER }),
]
const MEDIANS = { 'gasolina-comum': medians(6, '2026-03-30', '2026-04-03') }

function openAt(folder: string, broken: BrokenOps = createBrokenOps(), now = '2026-04-05T12:00:00-03:00') {
  return createStore(durableFs({ base: folder, ops: broken.ops }), 'demonstracao', () => toMs(now))
}

async function logAll(store: Store, sales: readonly Venda[] = SALES) {
  for (const month of new Set(sales.map(({ dataVenda }) => monthOf(dataVenda))))
    await store.sales.append(
      month,
      sales.filter(({ dataVenda }) => monthOf(dataVenda) === month),
    )
}

async function makeAt(store: Store, agora: string, sales: readonly Venda[] = SALES) {
  const { snapshot } = await afterSales(sales, { atualizadoEm: agora, medianas: MEDIANS })
  await makeMonthlyFiles({ store, commit: snapshot.commit, agora })
}

async function textOf(store: Store, file: MonthlyFile | undefined): Promise<string> {
  const pieces: Uint8Array[] = []
  if (file) for await (const piece of store.monthlyFiles.read(file, 0, file.bytes)) pieces.push(piece)
  return gunzipSync(Buffer.concat(pieces)).toString()
}

/** What a process that knows nothing finds, all of it read. */
async function found(folder: string) {
  const store = openAt(folder)
  const { closed, day } = await store.monthlyFiles.present()
  const months = [...closed, ...(day?.meses ?? [])]
  const rows = new Map<string, number>()
  for (const { mes, arquivos } of months) {
    const csv = await textOf(
      store,
      arquivos.find(({ formato }) => formato === 'csv.gz'),
    )
    rows.set(mes, csv.trimEnd().split('\r\n').length - 1)
    for (const file of arquivos) expect(await store.monthlyFiles.isWhole(file)).toBe(true)
  }
  return { closed: closed.map(({ mes }) => mes), open: day?.meses.map(({ mes }) => mes), dia: day?.dia, rows }
}

/** A store in which March is closed, and where one of its files lies. */
async function closedStore() {
  const folder = temporaryFolder()
  await logAll(openAt(folder))
  await makeAt(openAt(folder), '2026-04-11T12:00:00-03:00')
  const path = (file: MonthlyFile) =>
    filesIn(folder).find((one) => one.endsWith(`${file.sha256}.${file.formato}`)) ?? ''
  const [march] = (await openAt(folder).monthlyFiles.present()).closed
  const [parquet] = march?.arquivos ?? []
  if (!parquet) throw new Error('no month was closed')
  return {
    folder,
    parquet,
    path: path(parquet),
    note: filesIn(folder).find((f) => f.endsWith('2026-03.json')) ?? '',
  }
}

describe('a month', () => {
  it('holds the sales of its days in Maceió, and is closed on the eleventh of the next', async () => {
    const folder = temporaryFolder()
    const store = openAt(folder)
    await logAll(store)
    await makeAt(store, '2026-04-10T23:00:00-03:00')
    expect(await found(folder)).toMatchObject({ closed: [], open: ['2026-03', '2026-04'], dia: '2026-04-10' })
    await makeAt(store, '2026-04-11T00:10:00-03:00')
    const { closed, open, rows } = await found(folder)
    expect([closed, open]).toEqual([['2026-03'], ['2026-04']])
    expect([...rows]).toEqual([
      ['2026-03', 2],
      ['2026-04', 3],
    ])
    const [march] = (await store.monthlyFiles.present()).closed
    const csv = await textOf(store, march?.arquivos[1])
    expect(csv).toBe(
      'cnpj,combustivel,codigo,dataVenda,dia,valorDeclarado,valorVenda,suspeito\r\n' +
        `${CNPJ},gasolina-comum,1,2026-03-30T10:00:00-03:00,2026-03-30,6,6,\r\n` +
        `${CNPJ},gasolina-comum,1,2026-03-31T23:30:00-03:00,2026-03-31,6.1,6.1,\r\n`,
    )
  })

  it('is made, and an hour later left alone, without reading the parts of a commit again', async () => {
    const driver = memory(await demonstrationFiles())
    const loaded = await createStore(driver, 'demonstracao').commits.load()
    if (!loaded) throw new Error('no commit')
    for (const hours of [0, 1]) {
      const read: string[] = []
      const getItemRaw = (key: string) => (read.push(key), driver.getItemRaw(key))
      const store = createStore({ ...driver, getItemRaw }, 'demonstracao')
      const agora = addMs(loaded.commit.cabecalho.publicadoEm, hours * HOUR)
      await makeMonthlyFiles({ store, commit: loaded.commit, agora })
      expect(read.some((key) => key.includes(':vendas:'))).toBe(hours === 0)
      expect(read.filter((key) => key.includes(':partes:'))).toEqual([])
    }
  })

  it('says which of its sales are not to be believed', async () => {
    const store = openAt(temporaryFolder())
    await logAll(store)
    await makeAt(store, '2026-04-05T12:00:00-03:00')
    const april = (await store.monthlyFiles.present()).day?.meses.at(-1)
    expect(await textOf(store, april?.arquivos[1])).toMatch(/2026-04-02,9\.9,9\.9,muito_acima\r\n/)
  })

  it('is made once: sales logged later do not change a closed one, and change an open one a day later', async () => {
    const folder = temporaryFolder()
    const store = openAt(folder)
    await logAll(store)
    await makeAt(store, '2026-04-11T00:10:00-03:00')
    const before = filesIn(folder).filter((file) => file.includes('mensais'))
    const late = [...SALES, sale('2026-03-29', 6.3), sale('2026-04-04', 6.3)]
    await logAll(store, late.slice(-2))
    await makeAt(store, '2026-04-11T01:10:00-03:00', late)
    expect(filesIn(folder).filter((file) => file.includes('mensais'))).toEqual(before)
    await makeAt(store, '2026-04-12T00:10:00-03:00', late)
    expect([...(await found(folder)).rows]).toEqual([
      ['2026-03', 2],
      ['2026-04', 4],
    ])
  })

  it('of a store that never had such files is made of each that is over', async () => {
    const folder = temporaryFolder()
    const old = [sale('2025-11-03'), sale('2025-12-05'), sale('2026-01-07'), sale('2026-02-09'), ...SALES]
    await logAll(openAt(folder), old)
    await makeAt(openAt(folder), '2026-04-12T00:10:00-03:00', old)
    expect((await found(folder)).closed).toEqual(['2026-01', '2026-02', '2026-03'])
    await makeAt(openAt(folder), '2026-04-12T01:10:00-03:00', old)
    expect((await found(folder)).closed).toEqual(['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'])
  })
})

describe('two collectors', () => {
  it('make it once', async () => {
    const folder = temporaryFolder()
    await logAll(openAt(folder))
    await Promise.all([1, 2, 3].map(() => makeAt(openAt(folder), '2026-04-12T00:10:00-03:00')))
    expect(await found(folder)).toMatchObject({ closed: ['2026-03'], open: ['2026-04'] })
    expect(filesIn(folder).filter((file) => file.includes('mensais'))).toHaveLength(2 + 2 + 1 + 2)
  })

  it('without a lock between them keep the files of the first', async () => {
    const folder = temporaryFolder()
    const [a, b] = [openAt(folder), openAt(folder)]
    const month = { mes: '2026-03', feitoEm: '2026-04-11T00:10:00-03:00', vendas: 1, completo: true }
    const [first, second] = [
      await a.monthlyFiles.write('csv.gz', Buffer.from('a')),
      await b.monthlyFiles.write('csv.gz', Buffer.from('b')),
    ]
    await a.monthlyFiles.closeMonth({ ...month, arquivos: [first] })
    await b.monthlyFiles.closeMonth({ ...month, arquivos: [second] })
    expect((await openAt(folder).monthlyFiles.present()).closed[0]?.arquivos).toEqual([first])
  })
})

describe('whatever happens while it is made', () => {
  it.each([
    ['a process killed', 'EIO', 'dead'],
    ['a full disk', 'ENOSPC', 'full'],
    ['a short write', 'CURTO', 'once'],
  ] as const)('%s, at any file operation, leaves what is whole or nothing', async (_, code, mode) => {
    const folder = temporaryFolder()
    const broken = createBrokenOps()
    await logAll(openAt(folder))
    await makeAt(openAt(folder), '2026-04-05T12:00:00-03:00')
    const before = await found(folder)
    for (let at = 0, reached = true; reached; at += 2) {
      broken.breakAt(at, code, mode)
      await makeAt(openAt(folder, broken), '2026-04-11T12:00:00-03:00').catch(() => {})
      reached = broken.count() > at
      broken.mend()
      const { closed, open, rows } = await found(folder)
      expect([...closed, ...(open ?? [])]).toEqual(before.open)
      expect(rows).toEqual(before.rows)
      // A dead process's lock is taken over by whoever lives; this one lives on.
      for (const file of filesIn(folder)) if (/lock|trava/.test(file)) rmSync(file)
    }
    await makeAt(openAt(folder), '2026-04-11T13:00:00-03:00')
    expect(await found(folder)).toMatchObject({ closed: ['2026-03'], open: ['2026-04'], dia: '2026-04-11' })
    expect(mode === 'dead' ? [] : temporariesIn(folder)).toEqual([])
  })
})

describe('what is damaged', () => {
  it('is not served, is reported, and is made again by a later collection', async () => {
    const { folder, parquet, path } = await closedStore()
    const bytes = readFileSync(path)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const store = openAt(folder)
    await expect(store.monthlyFiles.read(parquet, 0, 10).next()).rejects.toMatchObject({
      codigo: 'dados_indisponiveis',
    })
    expect(store.damaged()).toEqual([`mensais:${parquet.sha256}.parquet`])
    await store.monthlyFiles.refresh()
    expect((await store.monthlyFiles.present()).closed).toEqual([])
    for (const hour of [1, 2]) await makeAt(openAt(folder), `2026-04-11T1${2 + hour}:00:00-03:00`)
    expect((await found(folder)).closed).toEqual(['2026-03'])
  })

  it.each(['cut short', 'gone'])('a file that is %s is made anew too', async (how) => {
    const { folder, path } = await closedStore()
    if (how === 'gone') rmSync(path)
    else writeFileSync(path, readFileSync(path).subarray(0, 100))
    for (const hour of [1, 2]) await makeAt(openAt(folder), `2026-04-11T1${2 + hour}:00:00-03:00`)
    expect((await found(folder)).closed).toEqual(['2026-03'])
  })

  it('a note that says nothing, or of another month, names no file, and is replaced', async () => {
    const { folder, note } = await closedStore()
    for (const bytes of ['', 'x', readFileSync(note, 'utf8').replace('2026-03', '2026-02')]) {
      writeFileSync(note, bytes)
      const store = openAt(folder)
      expect((await store.monthlyFiles.present()).closed).toEqual([])
      await makeAt(store, '2026-04-11T13:00:00-03:00')
      expect(await found(folder)).toMatchObject({ closed: ['2026-03'] })
    }
  })

  it('of the log keeps a month open until it is mended, and says that sales are missing', async () => {
    const folder = temporaryFolder()
    await logAll(openAt(folder))
    const part =
      filesIn(folder).find((file) => file.includes('vendas/2026-03') || file.includes('2026-03')) ?? ''
    const bytes = readFileSync(part)
    writeFileSync(part, bytes.subarray(0, 10))
    await makeAt(openAt(folder), '2026-04-20T12:00:00-03:00')
    const { closed, day } = await openAt(folder).monthlyFiles.present()
    expect(closed).toEqual([])
    expect(day?.meses.map(({ mes, completo }) => [mes, completo])).toEqual([['2026-04', false]])
    writeFileSync(part, bytes)
    await makeAt(openAt(folder), '2026-04-21T12:00:00-03:00')
    expect(await found(folder)).toMatchObject({ closed: ['2026-03'], open: ['2026-04'] })
  })
})

it('unused files are removed, and yesterday’s kept for a day for downloads in progress', async () => {
  const folder = temporaryFolder()
  const days = ['2026-04-05', '2026-04-06', '2026-04-07']
  const sales = [...SALES]
  await logAll(openAt(folder))
  for (const dia of days) {
    sales.push(sale(dia, 6))
    await logAll(openAt(folder), [sale(dia, 6)])
    await makeAt(openAt(folder), `${dia}T12:00:00-03:00`, sales)
  }
  const later = openAt(folder, createBrokenOps(), new Date(Date.now() + DAY + HOUR).toISOString())
  await later.monthlyFiles.cleanUp()
  const left = filesIn(folder).filter((file) => file.includes('mensais'))
  expect(left.filter((file) => file.endsWith('.json')).map((file) => file.slice(-15, -5))).toEqual(
    days.slice(1),
  )
  // Of each day the stations, and April; March is the same on all.
  expect(left.filter((file) => !file.endsWith('.json'))).toHaveLength(2 + 2 * 3)
  expect((await openStore({ folder, fonte: 'demonstracao' })).damaged()).toEqual([])
})
