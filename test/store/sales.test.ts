import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Slug, slugs } from '../../src/domain/facts/fuels.ts'
import { type Venda, identityOf } from '../../src/domain/facts/sale-record.ts'
import { addDays, instante, toMs } from '../../src/domain/basics/time.ts'
import { durableFs } from '../../src/store/engines/durable-fs.ts'
import { openSource } from '../../src/store/engines/source-storage.ts'
import { memory } from '../memory.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import { storageError } from '../../src/store/bytes/storage-errors.ts'
import { createBrokenOps } from './broken-ops.ts'
import { temporaryFolder } from './folders.ts'
import { sampleCnpj, sampleVenda } from './samples.ts'

const A = sampleCnpj(1)
/** Over memory nothing but promises runs, so no timer of the test could end a search for the smallest failure. */
const BOUNDED = { interruptAfterTimeLimit: 15_000, markInterruptAsFailure: true }
const MANY_CALLS = 1000

function openMemory() {
  const driver = memory()
  const files = openSource(driver, 'sefaz')
  return { driver, files, store: createStore(driver, 'sefaz'), open: () => createStore(driver, 'sefaz') }
}

async function foldAll(store: Store, today: string, limit?: number): Promise<number> {
  let calls = 0
  while (await store.sales.fold(today, limit))
    if (++calls > MANY_CALLS) throw new Error('folding comes to no end')
  return calls
}

function at(dataVenda: string, part: Partial<Venda> = {}): Venda {
  return sampleVenda(1, 0, { dataVenda, ...part })
}

describe('ofStation', () => {
  it('gives sales of whole days, ascending, each once, from any month of the log', async () => {
    const { store } = openMemory()
    const sales = [
      at('2026-04-09T23:59:59-03:00'),
      at('2026-04-10T00:00:00-03:00'),
      at('2026-04-30T23:59:59-03:00'),
      at('2026-05-01T00:00:00-03:00'),
    ]
    await store.sales.append('2026-04', [sales[1], sales[0], sales[3]] as Venda[])
    await store.sales.append('2026-04', [sales[1]] as Venda[])
    await store.sales.append('2026-05', [sales[2], sales[1]] as Venda[])
    expect(await store.sales.ofStation(A, '2026-04-10', '2026-04-30')).toEqual([sales[1], sales[2]])
    expect(await store.sales.ofStation(A, '2026-05-01', '2026-05-01')).toEqual([sales[3]])
    expect(await store.sales.ofStation(sampleCnpj(2), '2026-04-10', '2026-04-30')).toEqual([])
  })

  it.each(['../../etc/passwd', '', 'x'.repeat(14), '1234'])('makes no key of %j', async (cnpj) => {
    expect(await openMemory().store.sales.ofStation(cnpj, '2026-04-01', '2026-04-30')).toEqual([])
  })

  it('has its own new sales at once, and those of another process after a refresh', async () => {
    const { store, open } = openMemory()
    const logged = async () => (await store.sales.ofStation(A, '2026-04-01', '2026-04-30')).length
    await store.sales.append('2026-04', [at('2026-04-10T08:00:00-03:00')])
    expect(await logged()).toBe(1)
    await store.sales.append('2026-04', [at('2026-04-10T08:30:00-03:00')])
    expect(await logged()).toBe(2)
    await open().sales.append('2026-04', [at('2026-04-10T09:00:00-03:00')])
    await store.sales.refresh()
    expect(await logged()).toBe(3)
  })

  it('lists the log and the files once, for any number of questions', async () => {
    const ONCE = ['sefaz:vendas:', 'sefaz:historico:']
    const driver = memory()
    const listings: string[] = []
    const getKeys: typeof driver.getKeys = (prefix) => {
      listings.push(prefix)
      return driver.getKeys(prefix)
    }
    const { sales } = createStore({ ...driver, getKeys }, 'sefaz')
    await sales.append('2026-04', [at('2026-04-10T08:00:00-03:00')])
    await sales.refresh()
    expect(listings).toEqual([])
    await Promise.all([1, 2, 3].map(() => sales.ofStation(A, '2025-04-01', '2026-04-30')))
    await sales.ofStation(sampleCnpj(2), '2026-03-01', '2026-04-30')
    expect(listings).toEqual(ONCE)
    await sales.refresh()
    await sales.ofStation(A, '2026-04-01', '2026-04-30')
    expect(listings).toEqual([...ONCE, ...ONCE])
  })

  it('fails while the log cannot be listed, and not for good', async () => {
    const driver = memory()
    let failing = true
    const getKeys: typeof driver.getKeys = (prefix) => {
      if (failing) throw storageError('listar', prefix, Object.assign(new Error('no'), { code: 'EMFILE' }))
      return driver.getKeys(prefix)
    }
    const { sales } = createStore({ ...driver, getKeys }, 'sefaz')
    await sales.append('2026-04', [at('2026-04-10T08:00:00-03:00')])
    const ask = () => sales.ofStation(A, '2026-04-01', '2026-04-30')
    await expect(ask()).rejects.toThrow(/abertos demais/)
    failing = false
    expect(await ask()).toHaveLength(1)
    failing = true
    await expect(sales.refresh()).resolves.toBeUndefined()
    await expect(ask()).rejects.toThrow(/abertos demais/)
    failing = false
    expect(await ask()).toHaveLength(1)
  })

  it('answers two questions at once from one index', async () => {
    const { store } = openMemory()
    await store.sales.append(
      '2026-04',
      Array.from({ length: 3000 }, (_, n) => sampleVenda(n % 7, n)),
    )
    const [a, b] = await Promise.all([
      store.sales.ofStation(A, '2026-04-01', '2026-04-30'),
      store.sales.ofStation(A, '2026-04-01', '2026-04-30'),
    ])
    expect(a).toHaveLength(429)
    expect(b).toEqual(a)
  })

  it('reads each part of the log once, for any number and length of questions', async () => {
    const driver = memory()
    const reads: string[] = []
    const getItemRaw: typeof driver.getItemRaw = (key) => {
      reads.push(key)
      return driver.getItemRaw(key)
    }
    // A folder with many parts is listed later than empty ones.
    const getKeys: typeof driver.getKeys = async (prefix) => {
      if (prefix.includes('2026-04')) await setImmediate()
      return driver.getKeys(prefix)
    }
    const { sales } = createStore({ ...driver, getItemRaw, getKeys }, 'sefaz')
    for (const hour of [1, 2, 3]) await sales.append('2026-04', [sampleVenda(1, hour)])
    for (let round = 0; round < 3; round++) {
      await sales.ofStation(A, '2026-04-01', '2026-04-30')
      await sales.ofStation(A, '2025-05-01', '2026-04-30')
    }
    expect(reads.filter((key) => key.includes('vendas:'))).toHaveLength(3)
  })

  it('passes over a log part that is listed and never there, and says which', async () => {
    const driver = memory()
    const phantom = `vendas:2026-04:${'0'.repeat(64)}.ndjson`
    const getKeys: typeof driver.getKeys = async (prefix) => [
      `sefaz:${phantom}`,
      ...(await driver.getKeys(prefix)),
    ]
    const { sales, damaged } = createStore({ ...driver, getKeys }, 'sefaz')
    await sales.append('2026-04', [at('2026-04-10T08:00:00-03:00')])
    expect(await sales.ofStation(A, '2026-04-01', '2026-04-30')).toHaveLength(1)
    expect(damaged()).toEqual([phantom])
  })

  it('passes over a damaged log part, and says which', async () => {
    const { store, driver } = openMemory()
    await store.sales.append('2026-04', [at('2026-04-10T08:00:00-03:00')])
    const [key] = await driver.getKeys('sefaz:vendas')
    await store.sales.append('2026-04', [at('2026-04-10T09:00:00-03:00')])
    await driver.setItemRaw(key ?? '', Buffer.from('["damaged'))
    expect(await store.sales.ofStation(A, '2026-04-01', '2026-04-30')).toHaveLength(1)
    expect(store.damaged()).toEqual([key?.slice('sefaz:'.length)])
    expect(await foldAll(store, '2026-05-03')).toBe(1)
    expect(await driver.getKeys('sefaz:vendas')).toEqual([key])
    expect(await store.sales.ofStation(A, '2026-04-01', '2026-04-30')).toHaveLength(1)
  })
})

describe('damage', () => {
  it('of a part of the log is gone once it is mended and read again', async () => {
    const { store, driver } = openMemory()
    const logged = async () => (await store.sales.ofStation(A, '2026-04-01', '2026-04-30')).length
    await store.sales.append('2026-04', [at('2026-04-10T08:00:00-03:00')])
    const [key = ''] = await driver.getKeys('sefaz:vendas')
    const whole = driver.getInstance().get(key)?.bytes ?? Buffer.alloc(0)
    await store.sales.append('2026-04', [at('2026-04-10T09:00:00-03:00')])
    await driver.setItemRaw(key, flipped(whole))
    expect([await logged(), store.damaged().length]).toEqual([1, 1])
    await driver.setItemRaw(key, whole)
    await store.sales.refresh()
    expect([await logged(), store.damaged().length]).toEqual([2, 0])
  })

  it('is found in two swapped month files: no station gets the sales of another', async () => {
    const { store, files } = openMemory()
    for (const [month, day] of [['2026-03', '10'] as const, ['2026-04', '10'] as const])
      for (const station of [1, 2]) {
        const sale = sampleVenda(station, 0, { dataVenda: `${month}-${day}T08:00:00-03:00` })
        await store.sales.append(month, [sale])
      }
    await foldAll(store, '2026-06-15')
    const swap = async (a: string, b: string) => {
      const [first, second] = [await files.getItemRaw(a), await files.getItemRaw(b)]
      await files.setItemRaw(a, second ?? Buffer.alloc(0))
      await files.setItemRaw(b, first ?? Buffer.alloc(0))
    }
    const sales = () => store.sales.ofStation(A, '2026-03-01', '2026-04-30')
    expect(await sales()).toHaveLength(2)
    await swap(monthFile('2026-03', 1), monthFile('2026-03', 2))
    expect(await sales()).toEqual([
      expect.objectContaining({ cnpj: A, dataVenda: '2026-04-10T08:00:00-03:00' }),
    ])
    expect(store.damaged()).toEqual([`historico:2026-03:${A}.json`])
    await swap(monthFile('2026-03', 1), monthFile('2026-03', 2))
    await swap(monthFile('2026-03', 1), monthFile('2026-04', 1))
    expect(await sales()).toEqual([])
    expect(store.damaged()).toHaveLength(2)
    await swap(monthFile('2026-03', 1), monthFile('2026-04', 1))
    expect(await sales()).toHaveLength(2)
    expect(store.damaged()).toEqual([])
  })
})

describe('append', () => {
  it.each([{ cnpj: '../x' }, { dataVenda: '2026-04-10T08:00:00Z' }])(
    'takes no sale with %j',
    async (part) => {
      await expect(openMemory().store.sales.append('2026-04', [sampleVenda(1, 1, part)])).rejects.toThrow(
        'not a sale',
      )
    },
  )
})

describe('fold', () => {
  it('begins on the third day, takes so many stations a call, and ends with the log gone', async () => {
    const { store, driver } = openMemory()
    const sales = Array.from({ length: 700 }, (_, n) => sampleVenda(n % 7, n))
    await store.sales.append('2026-04', sales)
    await store.sales.append('2026-05', [sampleVenda(1, 50_000)])
    expect(await store.sales.fold('2026-05-02')).toBe(false)
    expect(await foldAll(store, '2026-05-03', 3)).toBe(3)
    expect(await driver.getKeys('sefaz:vendas:2026-04')).toEqual([])
    expect(await driver.getKeys('sefaz:historico')).toHaveLength(7)
    const expected = sales.filter(({ cnpj }) => cnpj === A)
    expect(await store.sales.ofStation(A, '2026-04-01', '2026-04-30')).toEqual(expected)
    expect(await foldAll(store, '2026-05-04')).toBe(0)
  })

  it('makes the same bytes for any order of sales and in any process', async () => {
    const sales = Array.from({ length: 60 }, (_, n) => sampleVenda(1, n))
    const once = await foldedBytes([sales], 100)
    expect(await foldedBytes([sales.slice(30).toReversed(), sales.slice(0, 40)], 1)).toBe(once)
    expect(once.split('\n')).toHaveLength(64)
  })

  it('takes a backfill into a month long closed, and forgets nothing of it', async () => {
    const { store } = openMemory()
    await store.sales.append('2026-03', [at('2026-03-10T08:00:00-03:00')])
    await foldAll(store, '2026-05-03')
    await store.sales.append('2026-03', [at('2026-03-09T08:00:00-03:00'), at('2026-03-10T08:00:00-03:00')])
    expect(await store.sales.ofStation(A, '2026-03-01', '2026-03-31')).toHaveLength(2)
    await foldAll(store, '2026-05-03')
    expect(await store.sales.ofStation(A, '2026-03-01', '2026-03-31')).toHaveLength(2)
  })

  it('sets a damaged monthly file aside instead of overwriting it', async () => {
    const { store, files } = openMemory()
    await store.sales.append('2026-03', [at('2026-03-10T08:00:00-03:00')])
    await foldAll(store, '2026-05-03')
    const key = `historico:2026-03:${A}.json`
    await files.setItemRaw(key, Buffer.from('damaged'))
    expect(await store.sales.ofStation(A, '2026-03-01', '2026-03-31')).toEqual([])
    expect(store.damaged()).toEqual([`historico:2026-03:${A}.json`])
    await store.sales.append('2026-03', [at('2026-03-11T08:00:00-03:00')])
    await foldAll(store, '2026-05-03')
    expect(await store.sales.ofStation(A, '2026-03-01', '2026-03-31')).toHaveLength(1)
    const [aside] = await files.getKeys('historico:2026-03:danificados')
    expect(String(await files.getItemRaw(aside ?? ''))).toBe('damaged')
  })

  it('killed at any file operation loses no sale and is finished by the next', async () => {
    const sales = Array.from({ length: 20 }, (_, n) => sampleVenda(n % 2, n * 500))
    const late = Array.from({ length: 6 }, (_, n) => sampleVenda(n % 2, n * 500 + 7))
    let reached = true
    let operation = 0
    for (; reached; operation++) {
      const base = temporaryFolder()
      const broken = createBrokenOps()
      const open = (ops = createBrokenOps().ops) => createStore(durableFs({ base, ops }), 'sefaz').sales
      await open().append('2026-04', sales)
      await foldUntilDone(open())
      await open().append('2026-04', late)
      broken.breakAt(operation, 'EIO', 'dead')
      await foldUntilDone(open(broken.ops)).catch(() => {})
      reached = broken.count() > operation
      expect(await allOf(open())).toEqual(identities([...sales, ...late]))
      expect(await foldUntilDone(open())).toBe(true)
      expect(await allOf(open())).toEqual(identities([...sales, ...late]))
    }
    expect(operation).toBeGreaterThan(30)
  })

  it('by two processes at once, with sales coming in and readers reading, loses none', async () => {
    const { open } = openMemory()
    const sales = Array.from({ length: 300 }, (_, n) => sampleVenda(n % 5, n * 60))
    const batches = Array.from({ length: 10 }, (_, n) => sales.slice(n * 30, n * 30 + 30))
    let logged = 0
    const state = { done: false }
    const writer = async () => {
      const { sales: log } = open()
      for (const batch of batches) {
        await log.append('2026-04', batch)
        logged += batch.length
      }
    }
    const folder = async () => {
      const { sales: log } = open()
      for (let more = true; more || !state.done; more = await log.fold('2026-05-03', 2)) await setImmediate()
    }
    const reader = async () => {
      const { sales: log } = open()
      while (!state.done) {
        await setImmediate()
        const atLeast = logged
        await log.refresh()
        const lists = await Promise.all(
          [0, 1, 2, 3, 4].map((n) => log.ofStation(sampleCnpj(n), '2026-04-01', '2026-04-30')),
        )
        expect(lists.flat().length).toBeGreaterThanOrEqual(atLeast)
      }
    }
    const writing = writer().finally(() => {
      state.done = true
    })
    await Promise.all([writing, folder(), folder(), reader()])
    const lists = await Promise.all(
      [0, 1, 2, 3, 4].map((n) => open().sales.ofStation(sampleCnpj(n), '2026-04-01', '2026-04-30')),
    )
    expect(identities(lists.flat())).toEqual(identities(sales))
  })
})

describe('any sales', () => {
  const venda = fc.record({
    cnpj: fc.integer({ min: 0, max: 3 }).map(sampleCnpj),
    combustivel: fc.constantFrom<Slug>(...slugs),
    codigo: fc.oneof(fc.constantFrom('1', '01', 'S-10'), fc.string({ maxLength: 8 })),
    dataVenda: fc
      .integer({
        min: toMs('2026-02-20T00:00:00-03:00') / 1000,
        max: toMs('2026-04-12T00:00:00-03:00') / 1000,
      })
      .map((seconds) => instante(seconds * 1000)),
    valorDeclarado: fc.double({ min: 0.001, max: 99, noNaN: true }),
    valorVenda: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000),
  })
  const collections = fc.array(
    fc.record({
      vendas: fc.array(venda, { maxLength: 12 }),
      fold: fc.option(fc.constantFrom('2026-03-03', '2026-04-02', '2026-04-03', '2026-05-20'), { freq: 2 }),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 8 },
  )

  it('come out as they went in, folded or not, each once', async () => {
    await fc.assert(
      fc.asyncProperty(collections, async (all) => {
        const { store, open } = openMemory()
        const logged: Venda[] = []
        for (const { vendas, fold, limit } of all) {
          for (const v of vendas)
            await store.sales.append(addDays(v.dataVenda.slice(0, 10), vendas.length % 11).slice(0, 7), [v])
          logged.push(...vendas)
          if (fold) await store.sales.fold(fold, limit)
        }
        for (const log of [store.sales, open().sales])
          for (const n of [0, 1, 2, 3]) {
            const mine = logged.filter(({ cnpj }) => cnpj === sampleCnpj(n))
            const got = await log.ofStation(sampleCnpj(n), '2026-02-20', '2026-04-12')
            expect(identities(got)).toEqual(identities(mine))
            expect(got.map((v) => v.dataVenda)).toEqual(got.map((v) => v.dataVenda).toSorted())
            const days = ['2026-03-01', '2026-03-15'] as const
            const within = mine.filter(
              (v) => v.dataVenda.slice(0, 10) >= days[0] && v.dataVenda.slice(0, 10) <= days[1],
            )
            expect(identities(await log.ofStation(sampleCnpj(n), ...days))).toEqual(identities(within))
          }
      }),
      { numRuns: 60, ...BOUNDED },
    )
  })

  it('give the newest as of any moment, folded or not', async () => {
    const moments = ['2026-03-01T00:00:00-03:00', '2026-03-20T12:00:00-03:00', '2026-04-12T00:00:00-03:00']
    await fc.assert(
      fc.asyncProperty(collections, async (all) => {
        const { store } = openMemory()
        const logged = all.flatMap(({ vendas }) => vendas)
        for (const v of logged) await store.sales.append(v.dataVenda.slice(0, 7), [v])
        const unfolded = await store.sales.newestAsOf(moments)
        await foldAll(store, '2026-04-03')
        expect(await store.sales.newestAsOf(moments)).toEqual(unfolded)
        for (const [n, moment] of moments.entries()) {
          const newest = new Map<string, string>()
          for (const v of logged) {
            const age = toMs(moment) - toMs(v.dataVenda)
            const key = `${v.cnpj}|${v.combustivel}`
            if (age >= 0 && age <= 240 * 3_600_000 && v.dataVenda > (newest.get(key) ?? ''))
              newest.set(key, v.dataVenda)
          }
          const got = unfolded[n]?.map((v) => [`${v.cnpj}|${v.combustivel}`, v.dataVenda] as const) ?? []
          expect(new Map(got)).toEqual(newest)
          expect(got).toHaveLength(newest.size)
        }
      }),
      { numRuns: 40, ...BOUNDED },
    )
  })
})

function identities(sales: Venda[]): string[] {
  return [...new Set(sales.map(identityOf))].toSorted()
}

function monthFile(month: string, station: number): string {
  return `historico:${month}:${sampleCnpj(station)}.json`
}

async function foldedBytes(batches: Venda[][], limit: number): Promise<string> {
  const { store, files } = openMemory()
  for (const batch of batches) await store.sales.append('2026-04', batch)
  await foldAll(store, '2026-06-15', limit)
  return String(await files.getItemRaw(`historico:2026-04:${A}.json`))
}

async function foldUntilDone(log: Store['sales']): Promise<boolean> {
  for (let calls = 0; calls < MANY_CALLS; calls++) if (!(await log.fold('2026-05-03', 1))) return true
  return false
}

async function allOf(log: Store['sales']): Promise<string[]> {
  const lists = await Promise.all([0, 1].map((n) => log.ofStation(sampleCnpj(n), '2026-03-01', '2026-05-30')))
  return identities(lists.flat())
}

/** With one bit of the middle turned over. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 4
  return copy
}
