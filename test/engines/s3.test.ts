import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { S3Address } from '../../src/storage-address.ts'
import type { Patience } from '../../src/store/engines/engine.ts'
import { openSource } from '../../src/store/engines/source-storage.ts'
import { createStore } from '../../src/store/store.ts'
import { s3 } from '../../src/store/engines/s3/s3-driver.ts'
import { concurrencyContract } from '../store/concurrency-contract.ts'
import { driverContract } from '../store/driver-contract.ts'
import { killContract } from '../store/kill-contract.ts'
import { sampleDraft, sampleVenda } from '../store/samples.ts'
import { type S3Fault, type S3Request, type S3Server, startS3Server } from './s3-server.ts'
import { KEY } from './s3-signature.ts'
import { freePort } from '../free-port.ts'
import { expectOutlives, expectRefused } from './every-verb.ts'

const SOON: Patience = { tries: 4, answer: 60_000, pause: 1 }
/** For answers that stall half-way. Whoever is slow without it has the other tries. */
const IMPATIENT: Patience = { tries: 10, answer: 500, pause: 1 }
/** Enough to meet one another; each publication is some forty requests. */
const ROUNDS = 2
/** Of a listing, in place of a thousand. */
const MOST_PAGES = 5
const AWAY = { codigo: 'armazenamento_inalcancavel' }
const COMMIT = Buffer.from('meu')

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  server.objects.clear()
  server.requests.length = 0
  server.fault = () => undefined
  server.pageSize = 1000
  server.listing = undefined
  server.ignoresCondition = false
  server.racesCondition = false
})

driverContract('s3', () => s3({ ...server.address, prefix: `loja/${randomUUID()}` }))
concurrencyContract(
  's3',
  async () => {
    const address = { ...server.address, prefix: `loja/${randomUUID()}` }
    return () => createStore(s3(address), 'sefaz')
  },
  ROUNDS,
)

function open(part: Partial<S3Address> = {}, patience = SOON) {
  return openSource(s3({ ...server.address, ...part }, patience, MOST_PAGES), 'sefaz')
}

function store(patience = SOON) {
  return createStore(s3(server.address, patience), 'sefaz')
}

function page(contents: string, next?: string): string {
  const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  return `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${token}${contents}</ListBucketResult>`
}

/** The fault for so many of the creates; everything else goes well. */
function onCreates(fault: S3Fault, times = 1): void {
  strike(fault, times, ({ isCreate }) => isCreate)
}

/** The fault for so many requests. Where it is silence, the time that its sender waits is over once it was asked. */
function strike(fault: S3Fault, times: number, hits: (request: S3Request) => boolean = () => true): void {
  const isSilence = fault.endsWith('silent')
  if (isSilence) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let left = times
  server.fault = (request) => {
    if (!hits(request) || left-- <= 0) return undefined
    if (isSilence) setImmediate(() => vi.advanceTimersByTime(2 * SOON.answer))
    return fault
  }
}

describe('a collector', () => {
  killContract('s3', async () => ({ ...server.address, prefix: 'mortes' }), [20, 77])
})

describe('an exclusive create over S3', () => {
  it.each<S3Fault>(['409', '500', 'SlowDown', 'reset', 'silent'])(
    'that meets %s before it took place is tried again, and takes place once',
    async (fault) => {
      onCreates(fault)
      expect(await open().create('commits:1.json', COMMIT)).toBe(true)
      expect(String(server.objects.get('loja/sefaz/commits/1.json')?.bytes)).toBe('meu')
      expect(await open().create('commits:1.json', Buffer.from('outro'))).toBe(false)
    },
  )

  it.each<S3Fault>(['applied, then 500', 'applied, then reset', 'applied, then silent'])(
    '%s, is found to have won',
    async (fault) => {
      onCreates(fault)
      expect(await open().create('commits:1.json', COMMIT)).toBe(true)
      expect(server.requests.filter(({ isCreate }) => isCreate)).toHaveLength(1)
    },
  )

  it.each<S3Fault>(['409', '500', 'reset', 'applied, then 500'])(
    'that meets %s where another was first has lost',
    async (fault) => {
      await open().create('commits:1.json', Buffer.from('de outro'))
      // Applied: the condition was looked at, and refused.
      onCreates(fault)
      expect(await open().create('commits:1.json', COMMIT)).toBe(false)
      expect(String(server.objects.get('loja/sefaz/commits/1.json')?.bytes)).toBe('de outro')
    },
  )

  it('that somebody on the way sent twice has not lost to itself', async () => {
    await open().create('commits:1.json', COMMIT)
    expect(await open().create('commits:1.json', COMMIT)).toBe(true)
  })

  it.each<S3Fault>(['409', '500', 'silent'])(
    'that meets %s without end is told, and was not made',
    async (fault) => {
      onCreates(fault, Infinity)
      await expect(open().create('commits:1.json', COMMIT)).rejects.toMatchObject({
        codigo: 'armazenamento_inalcancavel',
        message: expect.stringMatching(
          /^O S3 do armazenamento \(GASOLINA_STORAGE\) não responde: /,
        ) as unknown,
      })
      expect(server.requests.filter(({ isCreate }) => isCreate)).toHaveLength(SOON.tries)
    },
  )
})

describe('over S3', () => {
  it.each<S3Fault>(['500', 'SlowDown', 'reset', 'silent', 'stalled body'])(
    'every verb outlives %s, met once',
    async (fault) => {
      const files = open({}, fault === 'stalled body' ? IMPATIENT : SOON)
      const meeting = async <T>(verb: () => Promise<T>): Promise<T> => {
        strike(fault, 1)
        return verb()
      }
      await expectOutlives(files, meeting)
    },
  )

  it('lists every page, without objects that are no items', async () => {
    server.pageSize = 9
    const files = open()
    const keys = Array.from({ length: 40 }, (_, n) => `vendas:2026-04:${String(n).padStart(3, '0')}.ndjson`)
    for (const key of keys) await files.setItemRaw(key, COMMIT)
    const other = { bytes: COMMIT, mtime: new Date() }
    for (const name of ['loja/vendas/', 'loja/vendas/a:b', 'loja2/vendas/x', 'vendas/x'])
      server.objects.set(name, other)
    expect(await files.getKeys('vendas')).toEqual(keys)
    expect(server.requests.filter(({ name }) => name === '')).toHaveLength(5)
  })

  it.each([
    ['one page again and again', () => 'a', 2],
    ['two pages in turn', (token: string) => (token === 'a' ? 'b' : 'a'), 3],
    ['always another page', (token: string) => `${Number(token) + 1}`, MOST_PAGES],
  ])('a listing of %s is given up', async (_, next, asked) => {
    server.listing = (token) => page('<Contents><Key>loja/sefaz/commits/1.json</Key></Contents>', next(token))
    await expect(open().getKeys('commits')).rejects.toMatchObject({
      codigo: 'armazenamento_falhou',
      message:
        "Não foi possível listar 'sefaz/commits/' no armazenamento (GASOLINA_STORAGE): o S3 manda páginas sem fim.",
    })
    expect(server.requests).toHaveLength(asked)
  })

  it.each([
    [
      'more objects than were asked for',
      '<Contents><Key>loja/sefaz/commits/1.json</Key></Contents>'.repeat(1001),
    ],
    ['100,000 objects without a name', '<Contents>'.repeat(100_000)],
  ])('a page of %s is none', async (_, contents) => {
    server.listing = () => page(contents)
    await expect(open().getKeys('commits')).rejects.toThrow('sem ser um S3')
  })

  it('an object with a longer name than any of a store is no item', async () => {
    const names = ['x'.repeat(194), 'y'.repeat(195)].map(
      (name) => `<Contents><Key>loja/sefaz/${name}</Key></Contents>`,
    )
    server.listing = () => page(names.join(''))
    expect(await open().getKeys('')).toEqual(['x'.repeat(194)])
  })

  it.each([
    ['list', 4, (files: ReturnType<typeof open>) => files.getKeys('commits')],
    ['read', 96, (files: ReturnType<typeof open>) => files.getItemRaw('commits:1.json')],
  ])('an answer to a %s without end is given up after %i MiB', async (_, most, verb) => {
    strike('endless body', Infinity)
    await expect(verb(open({}, { ...SOON, tries: 1 }))).rejects.toMatchObject({
      ...AWAY,
      message: expect.stringContaining(`a resposta não terminou em ${most} MiB`) as unknown,
    })
  })

  it('keeps a store at the root of a bucket too', async () => {
    const files = open({ prefix: '' })
    await files.setItemRaw('partes:a.json', COMMIT)
    expect([...server.objects.keys()]).toEqual(['sefaz/partes/a.json'])
    expect(await files.getKeys('partes')).toEqual(['partes:a.json'])
  })

  it.each([
    ['a bucket that is not there', { bucket: 'outro' }, /bucket de GASOLINA_STORAGE não existe/],
    [
      'a key nobody knows',
      { credentials: { ...KEY, accessKeyId: 'AKIDOUTRO' } },
      /não conhece a chave: confira AWS_ACCESS_KEY_ID/,
    ],
    [
      'a wrong secret',
      { credentials: { ...KEY, secretAccessKey: 'errado' } },
      /recusou a assinatura: confira .*AWS_SECRET_ACCESS_KEY/,
    ],
    ['another region', { region: 'sa-east-1' }, /região do bucket .* é outra: confira AWS_REGION/],
  ])('%s is refused by every verb, never taken for an empty store', async (_, part, sentence) => {
    await expectRefused(open(part), sentence, /errado|segredo/)
  })

  it('a refused operation is reported with the permissions it needs', async () => {
    server.fault = ({ method }) => (method === 'PUT' ? 'AccessDenied' : undefined)
    await expect(open().setItemRaw('partes:a.json', COMMIT)).rejects.toThrow(
      "Não foi possível gravar 'sefaz/partes/a.json' no armazenamento (GASOLINA_STORAGE): falta permissão (s3:ListBucket, s3:GetObject, s3:PutObject e s3:DeleteObject).",
    )
  })

  it('a quota that is used up is no lack of permission', async () => {
    server.fault = ({ method }) => (method === 'PUT' ? 'QuotaExceeded' : undefined)
    await expect(open().setItemRaw('partes:a.json', COMMIT)).rejects.toThrow(
      "Não foi possível gravar 'sefaz/partes/a.json' no armazenamento (GASOLINA_STORAGE): o S3 respondeu 403 (QuotaExceeded).",
    )
  })

  it('an endpoint without a server is reported as such', async () => {
    await expect(
      open({ endpoint: `http://127.0.0.1:${await freePort()}` }).getKeys('commits'),
    ).rejects.toThrow('O S3 do armazenamento (GASOLINA_STORAGE) não responde: a conexão foi recusada.')
  })
})

describe('the probe', () => {
  it('passes where a second create is refused, and removes its items', async () => {
    await store().probe()
    expect([...server.objects.keys()]).toEqual([])
  })

  it.each(['ignoresCondition', 'racesCondition'] as const)('refuses a service that %s', async (flaw) => {
    server[flaw] = true
    await expect(store().probe()).rejects.toMatchObject({
      codigo: 'configuracao_invalida',
      message: expect.stringContaining('GASOLINA_STORAGE deixa criar duas vezes o mesmo item') as unknown,
    })
    expect([...server.objects.keys()]).toEqual([])
  })

  it.each<S3Fault>(['500', '409', 'applied, then reset'])('is not misled by %s', async (fault) => {
    onCreates(fault, 3)
    await expect(store().probe()).resolves.toBeUndefined()
  })
})

describe('a publication over S3', () => {
  it('with a lost answer is published, once', async () => {
    server.fault = ({ isCreate }) => (isCreate ? 'applied, then reset' : undefined)
    const { commits } = store()
    expect(await commits.publish(sampleDraft(null, 1))).toMatchObject({ cabecalho: { seq: 1 } })
    server.fault = () => undefined
    expect(await commits.list()).toEqual([1])
    expect((await commits.load())?.commit.estado).toEqual(sampleDraft(null, 1).estado)
  })

  it.each<S3Fault>(['reset', 'applied, then reset'])(
    'that from any request on meets %s leaves the state before or after, and the next one goes through',
    async (fault) => {
      const once = { ...SOON, tries: 1 }
      await store(once).commits.publish(sampleDraft(null, 1, 3))
      let [seq, failures] = [1, 0]
      let reached = true
      for (let at = 0; reached; at += 3) {
        let asked = 0
        server.fault = () => (asked++ >= at ? fault : undefined)
        const outcome = await store(once)
          .commits.publish(sampleDraft(seq, seq + 1, 3))
          .catch((error: unknown) => error)
        server.fault = () => undefined
        reached = asked > at
        const loaded = await store().commits.load()
        const now = loaded?.commit.cabecalho.seq ?? 0
        expect(loaded?.damaged, `request ${at}`).toEqual([])
        expect([seq, seq + 1]).toContain(now)
        expect(loaded?.commit.estado).toEqual(sampleDraft(null, now, 3).estado)
        expect(outcome instanceof Error ? outcome : AWAY).toMatchObject(AWAY)
        expect(outcome instanceof Error || now === seq + 1).toBe(true)
        if (outcome instanceof Error) failures++
        seq = now
      }
      expect(seq).toBeGreaterThan(1)
      expect(failures).toBeGreaterThan(8)
    },
  )
})

describe('a question over S3', () => {
  it('lists nothing and reads only present files; the listing is made once per commit served', async () => {
    const collector = store()
    await collector.sales.append('2026-04', [sampleVenda(1, 1), sampleVenda(2, 2)])
    await collector.sales.fold('2026-05-03')
    await collector.sales.append('2026-05', [sampleVenda(1, 45_000), sampleVenda(3, 45_000)])
    const { sales } = store()
    const asked = async (station: number) => {
      server.requests.length = 0
      const found = await sales.ofStation(sampleVenda(station, 0).cnpj, '2026-04-01', '2026-05-31')
      const names = server.requests.map(({ method, name }) => `${method} ${name.split('/')[2] ?? 'bucket'}`)
      return { found: found.length, names }
    }
    expect(await asked(1)).toEqual({
      found: 2,
      names: ['GET bucket', 'GET bucket', 'GET vendas', 'GET historico'],
    })
    expect(await asked(2)).toEqual({ found: 1, names: ['GET historico'] })
    expect(await asked(3)).toEqual({ found: 1, names: [] })
    server.requests.length = 0
    await sales.refresh()
    expect(server.requests).toHaveLength(2)
  })
})
