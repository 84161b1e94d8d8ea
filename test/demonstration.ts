import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { makeMonthlyFiles } from '../src/collect/months/make-monthly-files.ts'
import { collect } from '../src/collect/collect.ts'
import { HOUR, instante } from '../src/domain/basics/time.ts'
import { createDemonstration } from '../src/sources/demonstration/demonstration-source.ts'
import { createStore } from '../src/store/store.ts'
import { type Files, memory } from './memory.ts'
import { onceARun } from './once-a-run.ts'

/** Thursday, 16 April 2026, 12:50 in Maceió, past the collection at 45: one hour for all tests, as a demonstration takes seconds to make. */
export const AGORA = Date.parse('2026-04-16T15:50:20Z')
const MONTHS = 'demonstracao:mensais:'

export interface Filling {
  /** When it collects, the hour of all tests where none is told. */
  at?: number
  /** The thirty days of sales before, too: they take seconds to make up, and only tests of history need them. */
  history?: boolean
  /** And the files of its months, as `gasolina atualizar` leaves them. */
  months?: boolean
}

const filled = new Map<string, Promise<Files>>()

/** What one collection of the demonstration leaves in an empty store. Each is collected once, for all files of a run. */
export async function demonstrationFiles({
  at = AGORA,
  history = true,
  months = false,
}: Filling = {}): Promise<Files> {
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

/** The full hour before this one: a program that runs at the real time finds news, and all tests of an hour have one filling. */
export function hourBefore(): number {
  return (Math.floor(Date.now() / HOUR) - 1) * HOUR
}

/** For a program that runs at the real time: what `gasolina atualizar` would have left at the full hour, but for the past. */
export function fillFolderNow(folder: string): Promise<void> {
  return fillFolder(folder, { at: hourBefore() + HOUR, history: false, months: true })
}

async function fill(at: number, history: boolean): Promise<Files> {
  const clock = () => at
  const driver = memory()
  const store = createStore(driver, 'demonstracao', clock)
  const source = { ...createDemonstration({ clock }), ...(!history && { earlierSales: undefined }) }
  const { commit } = await collect({ source, store, clock })
  if (!commit) throw new Error('the demonstration gave nothing')
  await makeMonthlyFiles({ store, commit, agora: instante(at) })
  return new Map([...driver.getInstance()].map(([key, { bytes }]) => [key, bytes]))
}

/** A bench, which is no run, keeps nothing on disk. */
async function shared(name: string, make: () => Promise<Files>): Promise<Files> {
  if (process.env['RUN_FOLDER'] === undefined) return make()
  const folder = await onceARun(name, async (making) =>
    writeFileSync(join(making, 'files'), serialize(await make())),
  )
  return deserialize(readFileSync(join(folder, 'files'))) as Files
}
