import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { StorageAddress } from '../../src/storage-address.ts'
import { connectStore } from '../../src/store/store.ts'
import { bundled } from '../bundled.ts'
import { sampleDraft, sampleVenda } from './samples.ts'

/** What is killed. */
export const COLLECTOR = join(import.meta.dirname, 'collector-process.ts')

export interface Verdict {
  /** The last number the killed process printed; 0 when it printed none. */
  acknowledged: number
  found: number
  torn: boolean
  lost: boolean
}

export interface Kill {
  address: StorageAddress
  stations: number
  /** Before which operation of a file, or of an engine's driver, the process kills itself. */
  atOperation?: number
  /** Or how long after its first acknowledgement it is killed, in milliseconds. */
  afterMs?: number
}

/** Lets a real process publish until it is killed -9, and looks at what a fresh one then finds. */
export async function killOnce({ address, stations, atOperation, afterMs }: Kill): Promise<Verdict> {
  const args = [await bundled(COLLECTOR), String(stations), String(atOperation ?? Infinity)]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STORE_TO_KILL: JSON.stringify(address) },
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (printed === '' && afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs)
    printed += String(chunk)
  })
  const signal = await new Promise<string | null>((resolve) => {
    child.on('close', (_, signal) => resolve(signal))
  })
  if (signal !== 'SIGKILL') throw new Error('the collector ended by itself')
  return judge(address, stations, Number(printed.trimEnd().split('\n').at(-1)))
}

async function judge(address: StorageAddress, stations: number, acknowledged: number): Promise<Verdict> {
  const store = await connectStore(address, 'sefaz')
  const loaded = await store.commits.load()
  const found = loaded?.commit.cabecalho.seq ?? 0
  const torn =
    (loaded?.damaged.length ?? 0) > 0 ||
    (found > 0 && !isDeepStrictEqual(loaded?.commit.estado, sampleDraft(null, found, stations).estado))
  const sales = await store.sales.ofStation(sampleVenda(1, 0).cnpj, '2026-03-31', '2026-05-30')
  const times = new Set(sales.map(({ dataVenda }) => dataVenda))
  const logged = Array.from({ length: found }, (_, n) => times.has(sampleVenda(1, n + 1).dataVenda))
  return { acknowledged, found, torn, lost: found < acknowledged || !logged.every(Boolean) }
}
