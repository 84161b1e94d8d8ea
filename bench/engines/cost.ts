/**
 * What a publication, a swap and a question cost over each engine: round trips, bytes on the wire, milliseconds. Engines run on
 * this machine, where a round trip takes next to no time: over a network add as many times its delay.
 *
 *   npx tsx bench/engines/cost.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StorageAddress } from '../../src/storage-address.ts'
import { connectStore } from '../../src/store/store.ts'
import { findPostgres, startPostgres } from '../../test/engines/postgres-server.ts'
import { startProxy } from '../../test/engines/proxy.ts'
import { startS3Server } from '../../test/engines/s3-server.ts'
import { sampleCnpj, sampleDraft, sampleVenda } from '../../test/store/samples.ts'

const STATIONS = 530
/** New sales of an ordinary hour. */
const NEW_SALES = 390
const HOURS = 24

interface Counted {
  trips: number
  bytes: number
}

interface Engine {
  name: string
  address: StorageAddress
  count(): Counted
  close(): Promise<void>
}

async function folderEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'gasolina-cost-'))
  return {
    name: 'pasta',
    address: { kind: 'folder', folder },
    count: () => ({ trips: 0, bytes: 0 }),
    close: async () => rmSync(folder, { recursive: true }),
  }
}

async function s3Engine(): Promise<Engine> {
  const server = await startS3Server()
  const proxy = await startProxy({
    host: '127.0.0.1',
    port: Number(new URL(server.address.endpoint ?? '').port),
  })
  return {
    name: 'S3',
    address: { ...server.address, endpoint: `http://127.0.0.1:${proxy.port}` },
    count: () => ({ trips: server.requests.length, bytes: proxy.count().bytes }),
    async close() {
      await proxy.close()
      await server.close()
    },
  }
}

async function postgresEngine(): Promise<Engine> {
  const server = await startPostgres({ settings: { fsync: 'on' } })
  const proxy = await startProxy(server.address)
  return {
    name: 'PostgreSQL',
    address: { ...server.address, port: proxy.port },
    count: () => ({ trips: proxy.count().turns, bytes: proxy.count().bytes }),
    async close() {
      await proxy.close()
      await server.close()
    },
  }
}

async function measure(engine: Engine): Promise<void> {
  const collector = await connectStore(engine.address, 'sefaz')
  // A closed month, an open one with a day of parts, and the commits of that day.
  await collector.sales.append('2026-03', salesFrom(STATIONS, -20_000))
  while (await collector.sales.fold('2026-04-03')) continue
  for (let hour = 1; hour < HOURS; hour++) {
    await collector.sales.append('2026-04', salesFrom(NEW_SALES, hour * 60))
    await collector.commits.publish(sampleDraft(hour - 1 || null, hour, STATIONS))
  }
  const reader = await connectStore(engine.address, 'sefaz')
  const question = (station: number) =>
    reader.sales.ofStation(sampleCnpj(station), '2026-03-17', '2026-04-16')

  await step(engine, 'uma publicação (390 vendas novas, 530 postos)', async () => {
    await collector.sales.append('2026-04', salesFrom(NEW_SALES, HOURS * 60))
    await collector.commits.publish(sampleDraft(HOURS - 1, HOURS, STATIONS))
  })
  await step(engine, 'um olhar que nada acha de novo', () => reader.commits.head())
  await step(engine, 'a primeira carga de um servidor', () => reader.commits.load())
  await step(engine, 'a primeira pergunta de história (indexa o mês)', () => question(7))
  await step(engine, 'outra pergunta de história', () => question(8))
  await collector.sales.append('2026-04', salesFrom(NEW_SALES, (HOURS + 1) * 60))
  await collector.commits.publish(sampleDraft(HOURS, HOURS + 1, STATIONS))
  await step(engine, 'uma troca: o commit novo, e a listagem de uma vez', async () => {
    await reader.commits.head()
    await reader.commits.load()
    await reader.sales.refresh()
  })
  await step(engine, 'uma pergunta depois da troca', () => question(9))
}

function salesFrom(stations: number, minute: number) {
  return Array.from({ length: stations }, (_, station) => sampleVenda(station, minute + (station % 60)))
}

async function step(engine: Engine, what: string, work: () => Promise<unknown>): Promise<void> {
  const before = engine.count()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  const after = engine.count()
  const trips = after.trips - before.trips
  const kilobytes = (after.bytes - before.bytes) / 1000
  console.log(
    `| ${engine.name} | ${what} | ${trips || '–'} | ${kilobytes ? kilobytes.toFixed(1) : '–'} | ${ms.toFixed(0)} |`,
  )
}

console.log('| onde | o quê | idas e voltas | kB na rede | ms |\n|---|---|---|---|---|')
for (const create of [folderEngine, s3Engine, ...(findPostgres() ? [postgresEngine] : [])]) {
  const engine = await create()
  try {
    await measure(engine)
  } finally {
    await engine.close()
  }
}
