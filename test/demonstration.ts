import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { makeBulk } from '../src/collect/bulk.ts'
import { collect } from '../src/collect/collect.ts'
import { HOUR, instante } from '../src/domain/time.ts'
import { VERSION } from '../src/domain/version.ts'
import { createDemonstration } from '../src/sources/demonstration.ts'
import { createStore } from '../src/store/open.ts'
import type { Files } from './memory.ts'
import { memory } from './memory.ts'

const MONTHS = 'demonstracao:mensais:'

export interface Filling {
  /** When it collects; the demonstration depends on the hour. */
  at: number
  /** The thirty days of sales before, too: they take seconds to make up, and only tests of history need them. */
  history?: boolean
  /** And the files of its months, as `gasolina atualizar` leaves them. */
  months?: boolean
}

const filled = new Map<string, Promise<Files>>()

/** What one collection of the demonstration leaves in an empty store. Each is collected once, for all files of a run. */
export async function demonstrationFiles({ at, history = true, months = false }: Filling): Promise<Files> {
  const name = `${at}-${history ? 'history' : 'present'}`
  let files = filled.get(name)
  if (!files) filled.set(name, (files = shared(name, () => fill(at, history))))
  return months ? files : new Map([...(await files)].filter(([key]) => !key.startsWith(MONTHS)))
}

/** The same in a folder, for the program to be started on. */
export async function fillFolder(folder: string, filling: Filling): Promise<void> {
  for (const [key, bytes] of await demonstrationFiles(filling)) {
    const path = join(folder, ...key.split(':'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
}

/** For a program that runs at the real time: what `gasolina atualizar` would have left at the full hour, but for the past. */
export function fillFolderNow(folder: string): Promise<void> {
  return fillFolder(folder, { at: Math.floor(Date.now() / HOUR) * HOUR, history: false, months: true })
}

async function fill(at: number, history: boolean): Promise<Files> {
  const clock = () => at
  const driver = memory()
  const store = createStore(driver, 'demonstracao', clock)
  const source = { ...createDemonstration({ clock }), ...(!history && { earlierSales: undefined }) }
  const { commit } = await collect({ source, store, clock })
  if (!commit) throw new Error('the demonstration gave nothing')
  await makeBulk({ store, commit, agora: instante(at), createdBy: `gasolina ${VERSION}` })
  return new Map([...(driver.getInstance?.() ?? [])].map(([key, { bytes }]) => [key, bytes]))
}

/** Made by the first of a run's workers to need it; outside of a run (a bench) nobody shares. */
async function shared(name: string, make: () => Promise<Files>): Promise<Files> {
  const folder = process.env['RUN_FOLDER']
  if (folder === undefined) return make()
  const path = join(folder, name)
  for (;;) {
    if (existsSync(path)) return deserialize(readFileSync(path)) as Files
    if (!takes(`${path}-making`)) await setTimeout(50)
    else
      try {
        const files = await make()
        writeFileSync(`${path}-making/files`, serialize(files))
        renameSync(`${path}-making/files`, path)
        return files
      } finally {
        rmSync(`${path}-making`, { recursive: true })
      }
  }
}

/** Whether this worker is the one that makes it now. */
function takes(turn: string): boolean {
  try {
    mkdirSync(turn)
    return true
  } catch {
    return false
  }
}
