/**
 * What one collection costs in time, fsyncs and bytes: `npx tsx bench/collect-cost.ts`.
 * Against the demonstration source, an hour passing between collections; with SEFAZ_APP_TOKEN (and SEFAZ_URL) set, also
 * against the real one. Then the merge alone, at the size of all of Brazil, with the longest hold of the event loop.
 */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collect } from '../src/collect/collect.ts'
import { merge } from '../src/collect/merging/merge.ts'
import { readConfig } from '../src/config.ts'
import { combustiveis } from '../src/domain/facts/fuels.ts'
import type { Registro } from '../src/domain/facts/sale-record.ts'
import { emptyEstado } from '../src/domain/state/commit-state.ts'
import { HOUR } from '../src/domain/basics/time.ts'
import { createSource } from '../src/app/collect-once.ts'
import { openStore } from '../test/open-store.ts'
import { AGORA, sale } from '../test/collect/records.ts'

const MERGE_SIZE = 150_000
const folder = await mkdtemp(join(tmpdir(), 'gasolina-custo-'))
const fsyncs = await countFsyncs()
try {
  const config = readConfig(process.env)
  await measure('demonstracao', { ...config, fonte: 'demonstracao' })
  if (config.sefaz.token) await measure('sefaz', { ...config, fonte: 'sefaz' })
  await measureMerge()
} finally {
  await rm(folder, { recursive: true })
}

async function measure(name: string, config: ReturnType<typeof readConfig>): Promise<void> {
  let now = Date.now()
  const clock = () => now
  const store = await openStore({ folder, fonte: config.fonte })
  const source = createSource(config, clock)
  const rows: object[] = []
  for (const coleta of ['primeira', 'segunda', 'terceira', 'quarta']) {
    const [begun, synced, written] = [performance.now(), fsyncs(), await bytesWritten()]
    const { coleta: told } = await collect({ source, store, clock })
    rows.push({
      fonte: name,
      coleta,
      ms: Math.round(performance.now() - begun),
      fsyncs: fsyncs() - synced,
      kB: Math.round(((await bytesWritten()) - written) / 1000),
      registros: told.registros,
      vendasNovas: told.vendasNovas,
      resultado: told.resultado,
    })
    now = config.fonte === 'sefaz' ? Date.now() : now + HOUR
  }
  console.table(rows)
}

/** Every record known but one in five sold again: what an hour brings. */
async function measureMerge(): Promise<void> {
  const [first, second] = [0, 1].map((hour) =>
    Array.from({ length: MERGE_SIZE }, (_, i) => record(i, hour === 1 && i % 5 === 0 ? 0 : 60)),
  )
  const { estado } = merge(emptyEstado(), first ?? [], AGORA)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begun = performance.now()
  const { novas } = merge(estado, second ?? [], AGORA)
  const ms = Math.round(performance.now() - begun)
  delay.disable()
  console.table([
    {
      registros: MERGE_SIZE,
      novas: novas.length,
      ms,
      'maior espera do laço (ms)': Math.round(delay.max / 1e6),
    },
  ])
}

function record(i: number, minutosAntes: number): Registro {
  const fuel = combustiveis[i % combustiveis.length] ?? combustiveis[0]
  return sale({
    posto: Math.floor(i / 3.5) * 7919,
    codigo: String(i % 9000),
    combustivel: fuel.slug,
    minutosAntes,
    preco: 6 + (i % 100) / 100,
    pago: 6 + (i % 97) / 97,
  })
}

/** All of the store's fsyncs go through file handles. */
async function countFsyncs(): Promise<() => number> {
  const handle = await open(import.meta.filename)
  const prototype = Object.getPrototypeOf(handle) as { sync(): Promise<void>; datasync(): Promise<void> }
  await handle.close()
  let count = 0
  for (const name of ['sync', 'datasync'] as const) {
    const original = prototype[name]
    prototype[name] = function counted() {
      count++
      return original.call(this)
    }
  }
  return () => count
}

/** By write calls of this process, sockets included; 0 where the system does not tell. */
async function bytesWritten(): Promise<number> {
  const io = await readFile('/proc/self/io', 'utf8').catch(() => '')
  return Number(/wchar: (\d+)/.exec(io)?.[1] ?? 0)
}
