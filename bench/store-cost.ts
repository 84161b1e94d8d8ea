/**
 * What the store costs: one publication, a year of history, and a state eighty times the size.
 *
 *   npx tsx bench/store-cost.ts [publicacao|ano|brasil]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Venda } from '../src/domain/facts/sale-record.ts'
import { addDays, instante, toMs } from '../src/domain/basics/time.ts'
import { slugs } from '../src/domain/facts/fuels.ts'
import { readSeries } from '../src/query/answers/historico.ts'
import { createSnapshot } from '../src/query/lists/snapshot.ts'
import { durableFs } from '../src/store/engines/durable-fs.ts'
import { type FileOps, nodeFileOps } from '../src/store/engines/file-ops.ts'
import { type Store, createStore } from '../src/store/store.ts'
import { sampleCnpj, sampleDraft, sampleEstado } from '../test/store/samples.ts'

const STATIONS = 530
const SALES_AN_HOUR = 390
const MONTHS = 12
const FIRST_DAY = '2025-05-01'
const HOURS_A_YEAR = 8760

const counts = { fsyncs: 0, bytes: 0, files: 0 }
const root = mkdtempSync(join(tmpdir(), 'gasolina-cost-'))
const parts = { publicacao: publication, ano: year, brasil: allOfBrazil }
try {
  for (const [name, measure] of Object.entries(parts))
    if (!process.argv[2] || process.argv[2] === name) await measure()
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function publication(): Promise<void> {
  const store = createStore(durableFs({ base: join(root, 'um'), ops: counting() }), 'sefaz')
  await store.commits.publish(sampleDraft(null, 1, STATIONS))
  const times: number[] = []
  for (let seq = 1; seq <= 9; seq++) {
    Object.assign(counts, { fsyncs: 0, bytes: 0, files: 0 })
    const draft = sampleDraft(seq, seq + 1, STATIONS)
    const sales = Array.from({ length: SALES_AN_HOUR }, (_, n) => saleAt(seq * SALES_AN_HOUR + n))
    times.push(
      await timed(async () => {
        await store.sales.append('2026-04', sales)
        await store.commits.publish(draft)
      }),
    )
  }
  const records = Object.values(sampleEstado(STATIONS, 1).atuais).flat().length
  row('one publication', `${records} prices, ${SALES_AN_HOUR} new sales`)
  row('  time, median of 9', ms(median(times)))
  row('  fsyncs / files', `${counts.fsyncs} / ${counts.files}`)
  row('  bytes written', mb(counts.bytes))
  row('  load', ms(await timed(() => store.commits.load())))
}

async function year(): Promise<void> {
  const base = join(root, 'ano')
  const open = () => createStore(durableFs({ base, ops: counting() }), 'sefaz')
  const writer = open()
  Object.assign(counts, { fsyncs: 0, bytes: 0, files: 0 })
  let sales = 0
  for (let hour = 0; hour < HOURS_A_YEAR; hour++) {
    const batch = Array.from({ length: SALES_AN_HOUR }, (_, n) => saleAt(hour * SALES_AN_HOUR + n))
    sales += batch.length
    await writer.sales.append(batch[0]?.dataVenda.slice(0, 7) ?? '', batch)
  }
  const logged = counts.bytes
  // As on the last day of the year: eleven months closed, the twelfth open.
  const lastDay = addDays(FIRST_DAY, HOURS_A_YEAR / 24 - 1)
  const folding = await timed(async () => {
    while (await writer.sales.fold(lastDay));
  })
  row('a year', `${sales} sales, ${STATIONS} stations, ${MONTHS} months`)
  row('  log written / folded', `${mb(logged)} / ${mb(counts.bytes - logged)}`)
  row('  on disk', mb(sizeOf(base)))
  row('  folding eleven months', ms(folding))
  row('  written per hour, log and folding', mb(counts.bytes / HOURS_A_YEAR))
  const reader = open()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const memory = process.memoryUsage.rss()
  const month = addDays(lastDay, -29)
  row(
    '  first question (indexes the month)',
    ms(await timed(() => reader.sales.ofStation(sampleCnpj(1), month, lastDay))),
  )
  delay.disable()
  row('    event loop held up, at most', ms(delay.max / 1e6))
  row('    RSS', `+${mb(process.memoryUsage.rss() - memory)}`)
  const stations = Array.from({ length: 31 }, (_, n) => sampleCnpj(n * 17))
  const ask = async (desde: string) => {
    const times: number[] = []
    for (const cnpj of stations) times.push(await timed(() => reader.sales.ofStation(cnpj, desde, lastDay)))
    return `${ms(median(times))}, at most ${ms(Math.max(...times))}`
  }
  row('  open month alone, median of 31', await ask(`${lastDay.slice(0, 7)}-02`))
  row('  30 days, median of 31', await ask(month))
  row('  a year, median of 31', await ask(FIRST_DAY))
  const now = `${lastDay}T12:00:00-03:00`
  const moments = [-1, -7, -30].map((days) => instante(toMs(now) + days * 86_400_000))
  const historico = await historicoOf(writer, reader, lastDay)
  row('  answer of historico, 30 days', await askAll(historico, { desde: month }))
  row('  answer of historico, a year', await askAll(historico, { desde: FIRST_DAY }))
  row('  the same by day', await askAll(historico, { desde: FIRST_DAY, granularidade: 'dia' }))
  row('  newest as of 3 moments', ms(await timed(() => reader.sales.newestAsOf(moments))))
}

type Period = { desde: string; granularidade?: 'dia' }

/** The question as the faces ask it, runs, screening and summary included. */
async function historicoOf(writer: Store, reader: Store, lastDay: string) {
  const draft = sampleDraft(null, 1, STATIONS)
  const fim = `${lastDay}T23:00:00-03:00`
  for (const posto of draft.estado.postos) {
    posto.primeiraVenda = `${FIRST_DAY}T00:00:00-03:00`
    posto.ultimaVenda = fim
  }
  const commit = await writer.commits.publish({ ...draft, publicadoEm: fim, atualizadoEm: fim })
  if (commit === 'superseded') throw new Error('somebody else published here')
  const snapshot = createSnapshot(commit, reader)
  return (cnpj: string, period: Period) => readSeries(snapshot, { cnpj, ...period })
}

async function askAll(
  ask: (cnpj: string, period: Period) => Promise<unknown>,
  period: Period,
): Promise<string> {
  const times: number[] = []
  for (let n = 0; n < 31; n++) times.push(await timed(() => ask(sampleCnpj(n * 17), period)))
  return `${ms(median(times))}, at most ${ms(Math.max(...times))}`
}

async function allOfBrazil(): Promise<void> {
  const base = join(root, 'brasil')
  const store = createStore(durableFs({ base }), 'sefaz')
  const draft = { ...sampleDraft(null, 1, 1), estado: sampleEstado(42_000, 1) }
  const prices = Object.values(draft.estado.atuais).flat().length
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  row('all of Brazil', `${prices} prices, 42000 stations`)
  row('  publish', ms(await timed(() => store.commits.publish(draft))))
  row('  on disk, one commit / 48', `${mb(sizeOf(base))} / ${mb(sizeOf(base) * 48)}`)
  row('  load', ms(await timed(() => store.commits.load())))
  delay.disable()
  row('  event loop held up, at most', ms(delay.max / 1e6))
}

function saleAt(n: number): Venda {
  const station = (n * 7919) % STATIONS
  const valorDeclarado = Math.round(4000 + ((n * 131) % 3000)) / 1000
  return {
    cnpj: sampleCnpj(station),
    combustivel: slugs[(n * 31) % slugs.length] ?? 'gnv',
    codigo: String(1000 + (station % 700)),
    dataVenda: instante(toMs(`${FIRST_DAY}T00:00:00-03:00`) + Math.floor((n * 3600) / SALES_AN_HOUR) * 1000),
    valorDeclarado,
    valorVenda: Math.round(valorDeclarado * 1000 - 3) / 1000,
  }
}

function counting(): FileOps {
  return {
    ...nodeFileOps,
    open: async (path, flags) => {
      const handle = await nodeFileOps.open(path, flags)
      return {
        stat: () => handle.stat(),
        read: (...args) => handle.read(...args),
        close: () => handle.close(),
        sync: () => {
          counts.fsyncs++
          return handle.sync()
        },
        writeFile: (bytes) => {
          counts.files++
          counts.bytes += bytes.length
          return handle.writeFile(bytes)
        },
      }
    },
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 3 : 0)} MB`
}

function row(name: string, value: string): void {
  console.log(`${name.padEnd(40)} ${value}`)
}
