import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PostgresAddress } from '../../src/storage-address.ts'
import type { Patience } from '../../src/store/engines/engine.ts'
import { openSource } from '../../src/store/engines/source-storage.ts'
import { createStore } from '../../src/store/store.ts'
import { postgres } from '../../src/store/engines/postgres/postgres-driver.ts'
import { concurrencyContract } from '../store/concurrency-contract.ts'
import { driverContract } from '../store/driver-contract.ts'
import { killContract } from '../store/kill-contract.ts'
import { sampleDraft, sampleVenda } from '../store/samples.ts'
import { type PostgresServer, findPostgres, startPostgres } from './postgres-server.ts'
import { type Passage, type Proxy, startProxy } from './proxy.ts'
import { freePort } from '../free-port.ts'
import { expectOutlives, expectRefused } from './every-verb.ts'

const SOON: Patience = { tries: 4, answer: 60_000, pause: 1 }
/** For connections that hold back an answer. Whoever is slow without that has the other tries. */
const IMPATIENT: Patience = { tries: 10, answer: 500, pause: 1 }
/** Enough to meet one another; each publication is some forty requests. */
const ROUNDS = 2
const COMMIT = Buffer.from('meu')
const AWAY = { codigo: 'armazenamento_inalcancavel' }
const isInstalled = findPostgres() !== null

let server: PostgresServer
let proxy: Proxy

describe.skipIf(!isInstalled)('over PostgreSQL (Debian: postgresql)', () => {
  beforeAll(async () => {
    server = await startPostgres()
    proxy = await startProxy(server.address)
  })
  afterAll(async () => {
    await proxy.close()
    await server.close()
  })
  beforeEach(() => {
    proxy.passage = () => 'pass'
  })

  driverContract('postgres', async () => postgres(await server.freshAddress()))
  concurrencyContract(
    'postgres',
    async () => {
      const address = await server.freshAddress()
      return () => createStore(postgres(address), 'sefaz')
    },
    ROUNDS,
  )

  killContract('postgres', () => server.freshAddress(), [20, 77])

  describe('an exclusive create', () => {
    it.each<Passage>(['cut', 'cut the answer', 'hold'])('whose connection is %s has won', async (passage) => {
      const { files, straight } = await twoWays(patienceFor(passage))
      next(passage)
      expect(await files.create('commits:1.json', COMMIT)).toBe(true)
      expect(await straight.create('commits:1.json', Buffer.from('outro'))).toBe(false)
      expect(String(await straight.getItemRaw('commits:1.json'))).toBe('meu')
    })

    it.each<Passage>(['cut', 'cut the answer', 'hold'])(
      'whose connection is %s has lost to who was first',
      async (passage) => {
        const { files, straight } = await twoWays(patienceFor(passage))
        await straight.create('commits:1.json', Buffer.from('de outro'))
        next(passage)
        expect(await files.create('commits:1.json', COMMIT)).toBe(false)
        expect(String(await straight.getItemRaw('commits:1.json'))).toBe('de outro')
      },
    )

    it('that somebody on the way sent twice has not lost to itself', async () => {
      const { files, straight } = await twoWays()
      await straight.create('commits:1.json', COMMIT)
      expect(await files.create('commits:1.json', COMMIT)).toBe(true)
    })

    it('waits for one under way, and loses to it', async () => {
      const { files, address } = await twoWays()
      const other = await server.connect()
      onTestFinished(() => other.end())
      await other.query(`SET search_path = ${address.schema}; BEGIN`)
      await other.query("INSERT INTO itens VALUES ('sefaz:commits:1.json', 'de outro', now())")
      const created = files.create('commits:1.json', COMMIT)
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      await expect.poll(() => server.run(waiting)).toHaveLength(1)
      await other.query('COMMIT')
      expect(await created).toBe(false)
    })
  })

  it.each<Passage>(['cut', 'cut the answer', 'hold'])(
    'every verb outlives a connection that is %s',
    async (passage) => {
      const address = await server.freshAddress()
      const files = open({ ...address, port: proxy.port }, patienceFor(passage))
      await files.setItemRaw('aquecido', COMMIT)
      const meeting = async <T>(verb: () => Promise<T>): Promise<T> => {
        next(passage)
        return verb()
      }
      await expectOutlives(files, meeting)
    },
  )

  it('a reader finds an empty store in an empty database, and writes nothing', async () => {
    const address = await server.freshAddress()
    expect(await open(address).getKeys('commits')).toEqual([])
    expect(await open(address).getItemRaw('commits:1.json')).toBeNull()
    expect(await server.run(`SELECT to_regclass('${address.schema}.itens')::text AS tabela`)).toEqual([
      { tabela: null },
    ])
  })

  it.each(['LATIN1', 'EUC_KR', 'SQL_ASCII'])(
    'a database in %s takes a collection and is served',
    async (encoding) => {
      const address = await databaseIn(encoding)
      const store = createStore(postgres(address), 'sefaz')
      await store.probe()
      await store.sales.append('2026-04', [sampleVenda(1, 1)])
      await store.commits.publish(sampleDraft(null, 1))
      const reader = createStore(postgres(address), 'sefaz')
      expect((await reader.commits.load())?.commit.estado).toEqual(sampleDraft(null, 1).estado)
      expect(await reader.sales.ofStation(sampleVenda(1, 1).cnpj, '2026-04-01', '2026-04-30')).toHaveLength(1)
      await reader.inspect(Infinity)
      expect([reader.damaged(), reader.refused()]).toEqual([[], []])
    },
  )

  it('a name that the encoding of the database lacks is reported as such', async () => {
    const files = open(await databaseIn('LATIN2'))
    await expect(files.setItemRaw('日本.txt', COMMIT)).rejects.toThrow(
      /a codificação do banco não tem as letras/,
    )
  })

  it('a database in an encoding that cannot be converted is refused, and the encoding named', async () => {
    const address = await databaseIn('MULE_INTERNAL')
    await expectRefused(
      open(address),
      /MULE_INTERNAL\): use um banco criado com ENCODING 'UTF8'/,
      /senha-que/,
    )
  })

  it('two processes that begin a store at once both can', async () => {
    const address = await server.freshAddress()
    await Promise.all(Array.from({ length: 6 }, (_, n) => open(address).setItemRaw(`partes:${n}`, COMMIT)))
    expect(await open(address).getKeys('partes')).toHaveLength(6)
  })

  it('a user with read access serves the data of others, and gets an error when it writes', async () => {
    const address = await server.freshAddress()
    await open(address).setItemRaw('partes:a.json', COMMIT)
    await server.run(
      `CREATE ROLE leitora LOGIN PASSWORD 'só lê'; GRANT USAGE ON SCHEMA ${address.schema} TO leitora;
       GRANT SELECT ON ${address.schema}.itens TO leitora`,
    )
    const reader = open({ ...address, user: 'leitora', password: 'só lê' })
    expect(await reader.getKeys('partes')).toEqual(['partes:a.json'])
    await expect(reader.setItemRaw('partes:b.json', COMMIT)).rejects.toThrow(
      "Não foi possível gravar 'sefaz/partes/b.json' no armazenamento (GASOLINA_STORAGE): falta permissão no banco.",
    )
  })

  it.each([
    [
      'a wrong password',
      { password: 'errada' },
      /recusou o usuário ou a senha: confira o endereço e PGPASSWORD/,
    ],
    ['a user nobody knows', { user: 'ninguem' }, /recusou o usuário ou a senha/],
    ['no password', { password: undefined }, /pede uma senha, e não há/],
    ['a database that is not there', { database: 'outro' }, /O banco de GASOLINA_STORAGE não existe/],
    ['a schema that is not there', { schema: 'outro' }, /schema que não existe/],
    ['a server without TLS', { tls: 'verified' }, /conexão cifrada .* não foi possível: confira sslmode/],
  ] as const)('%s is refused by every verb, never taken for an empty store', async (_, part, sentence) => {
    await expectRefused(open({ ...server.address, ...part }), sentence, /errada|senha-que/)
  })

  it.each([
    ['tables of somebody else', 'CREATE TABLE clientes (id int)', /já guarda outra coisa \(clientes\)/],
    [
      'another table of that name',
      'CREATE TABLE itens (id int, nome text)',
      /tabela itens que não é deste programa/,
    ],
  ])('a database with %s is refused, and left as it is', async (_, make, sentence) => {
    const address = await server.freshAddress()
    await server.run(`SET search_path = ${address.schema}; ${make}`)
    const tables = `SELECT relname FROM pg_class WHERE relnamespace = '${address.schema}'::regnamespace AND relkind = 'r'`
    const before = await server.run(tables)
    await expect(open(address).getKeys('commits')).rejects.toThrow(sentence)
    await expect(open(address).create('commits:1.json', COMMIT)).rejects.toThrow(sentence)
    expect(await server.run(tables)).toEqual(before)
  })

  it('one that confirms before it keeps is refused', async () => {
    const address = await server.freshAddress()
    await server.run(
      "CREATE ROLE apressada SUPERUSER LOGIN PASSWORD 'x'; ALTER ROLE apressada SET synchronous_commit = off",
    )
    await expect(open({ ...address, user: 'apressada', password: 'x' }).getKeys('commits')).rejects.toThrow(
      /confirma gravações antes de guardá-las/,
    )
  })

  it('an address without a server is reported as such', async () => {
    await expect(
      open({ ...server.address, port: await freePort() }).getKeys('commits'),
    ).rejects.toMatchObject({
      codigo: 'armazenamento_inalcancavel',
      message: 'O PostgreSQL do armazenamento (GASOLINA_STORAGE) não responde: a conexão foi recusada.',
    })
  })

  it('a server that takes no more writes fails the collection with a sentence, and is read on', async () => {
    const address = await server.freshAddress()
    const files = open(address)
    await files.setItemRaw('partes:a.json', COMMIT)
    await server.run(`ALTER DATABASE postgres SET default_transaction_read_only = on`)
    onTestFinished(async () => {
      await server.run(
        'SET transaction_read_only = off; ALTER DATABASE postgres RESET default_transaction_read_only',
      )
    })
    const late = open(address)
    expect(String(await late.getItemRaw('partes:a.json'))).toBe('meu')
    await expect(late.setItemRaw('partes:b.json', COMMIT)).rejects.toThrow(
      /não responde: o servidor só aceita leituras/,
    )
  })

  it('the probe passes, and removes its items', async () => {
    const address = await server.freshAddress()
    await createStore(postgres(address, SOON), 'sefaz').probe()
    expect(await open(address).getKeys('')).toEqual([])
  })

  it('a publication through a connection cut at any message ends with the state before or after', async () => {
    const address = await server.freshAddress()
    await createStore(postgres(address), 'sefaz').commits.publish(sampleDraft(null, 1, 3))
    let seq = 1
    let reached = true
    for (let at = 0; reached; at += 3) {
      const store = createStore(postgres({ ...address, port: proxy.port }, { ...SOON, tries: 1 }), 'sefaz')
      proxy.reset()
      proxy.passage = (message) => (message < at ? 'pass' : at % 2 === 0 ? 'cut' : 'cut the answer')
      const outcome = await store.commits
        .publish(sampleDraft(seq, seq + 1, 3))
        .catch((error: unknown) => error)
      reached = proxy.count().messages > at
      proxy.passage = () => 'pass'
      const loaded = await createStore(postgres(address), 'sefaz').commits.load()
      const now = loaded?.commit.cabecalho.seq ?? 0
      expect(loaded?.damaged, `message ${at}`).toEqual([])
      expect([seq, seq + 1]).toContain(now)
      expect(loaded?.commit.estado).toEqual(sampleDraft(null, now, 3).estado)
      expect(outcome instanceof Error ? outcome : AWAY).toMatchObject(AWAY)
      expect(outcome instanceof Error || now === seq + 1).toBe(true)
      seq = now
    }
    expect(seq).toBeGreaterThan(1)
  })
})

function open(address: PostgresAddress, patience = SOON) {
  return openSource(postgres(address, patience), 'sefaz')
}

async function databaseIn(encoding: string): Promise<PostgresAddress> {
  const database = `em_${encoding.toLowerCase()}`
  await server.run(
    `CREATE DATABASE ${database} TEMPLATE template0 ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C'`,
  )
  return { ...server.address, database }
}

function patienceFor(passage: Passage): Patience {
  return passage === 'hold' ? IMPATIENT : SOON
}

/** Two ways into a schema of its own: one that can be cut, one straight; both have made their first round trips. */
async function twoWays(patience = SOON) {
  const address = await server.freshAddress()
  const [files, straight] = [open({ ...address, port: proxy.port }, patience), open(address)]
  await files.setItemRaw('aquecido', COMMIT)
  await straight.getItemRaw('aquecido')
  return { files, straight, address }
}

/** The passage for the next message; those after it pass. */
function next(passage: Passage): void {
  const at = proxy.count().messages
  proxy.passage = (message) => (message === at ? passage : 'pass')
}
