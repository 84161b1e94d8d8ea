import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openStore } from '../../src/store/open.ts'
import { sampleDraft, sampleVenda } from './samples.ts'

export interface Verdict {
  /** The last number the killed process printed; 0 when it printed none. */
  acknowledged: number
  found: number
  torn: boolean
  lost: boolean
}

export interface Kill {
  folder: string
  stations: number
  /** Before which file operation the process kills itself. */
  atOperation?: number
  /** Or how long after its first acknowledgement it is killed, in milliseconds. */
  afterMs?: number
}

/** Lets a real process publish until it is killed -9, and looks at what a fresh one then finds. */
export async function killOnce({ folder, stations, atOperation, afterMs }: Kill): Promise<Verdict> {
  const script = join(import.meta.dirname, 'collector-process.ts')
  const args = ['--import', 'tsx', script, folder, String(stations), String(atOperation ?? Infinity)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (printed === '' && afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs)
    printed += String(chunk)
  })
  const signal = await new Promise<string | null>((resolve) => {
    child.on('close', (_, signal) => resolve(signal))
  })
  if (signal !== 'SIGKILL') throw new Error('the collector ended by itself')
  return judge(folder, stations, Number(printed.trimEnd().split('\n').at(-1)))
}

async function judge(folder: string, stations: number, acknowledged: number): Promise<Verdict> {
  const store = await openStore({ folder, fonte: 'sefaz' })
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
