import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { NomeDaFonte } from '../domain/state/commit-state.ts'
import type { Clock } from '../domain/basics/time.ts'
import { codeOf, misconfigured } from '../errors.ts'
import { STORAGE_PLACES, type StorageAddress } from '../storage-address.ts'
import { createMonthlyFiles } from './monthly-files/published-months.ts'
import { createChanges } from './changes/changes-log.ts'
import { createCheckedFiles } from './engines/checked-files.ts'
import { createCommits } from './commits/commit-log.ts'
import { durableFs } from './engines/durable-fs.ts'
import { type DurableDriver, openSource } from './engines/source-storage.ts'
import { createInspection } from './care/inspection.ts'
import { tryLock } from './engines/lock.ts'
import { createNotes, followAttempts } from './notes/note-files.ts'
import { createPlaceDays } from './commits/place-days.ts'
import { probe } from './engines/probe.ts'
import { createSalesLog } from './sales/sales-log.ts'

/** Opens one source's part of a store. Nothing is written yet, and no engine asked: one that is away fails at the first use. @throws as `driverFor`. */
export async function connectStore(address: StorageAddress, fonte: NomeDaFonte): Promise<Store> {
  return createStore(await driverFor(address), fonte)
}

/** The driver of a whole store, with all sources. An engine's module is loaded only when the address names it. @throws {GasolinaError} `configuracao_invalida` for a folder that is a file. */
export async function driverFor(address: StorageAddress): Promise<DurableDriver> {
  switch (address.kind) {
    case 'folder': {
      const base = resolve(address.folder)
      await refuseFile(base)
      return durableFs({ base })
    }
    case 's3':
      return (await import('./engines/s3/s3-driver.ts')).s3(address)
    case 'postgres':
      return (await import('./engines/postgres/postgres-driver.ts')).postgres(address)
  }
}

/** True when the store at `address` has commits of the real source, or sales without an intact commit. */
export async function holdsRealSource(address: StorageAddress): Promise<boolean> {
  const storage = openSource(await driverFor(address), 'sefaz')
  for (const folder of ['commits', 'partes', 'vendas'] as const)
    if ((await storage.getKeys(folder)).length > 0) return true
  return false
}

const UNUSABLE: Readonly<Record<string, string>> = {
  ENOTDIR: 'passa por um arquivo',
  ENAMETOOLONG: 'é longo demais',
  'a file': 'não é uma pasta',
}

async function refuseFile(base: string): Promise<void> {
  const found = await stat(base).catch((error: unknown) => codeOf(error))
  const why = UNUSABLE[typeof found === 'string' ? found : found.isDirectory() ? '' : 'a file']
  if (why !== undefined)
    throw misconfigured(`GASOLINA_STORAGE aponta para '${base}', que ${why}: use ${STORAGE_PLACES}.`)
}

/** The store of one source. A process opens only its own. */
export type Store = ReturnType<typeof createStore>

/** A store over any `DurableDriver` (`engines/source-storage.ts`). */
export function createStore(driver: DurableDriver, fonte: NomeDaFonte, clock: Clock = Date.now) {
  const files = createCheckedFiles(openSource(driver, fonte), clock)
  const commits = createCommits(files)
  const notes = createNotes(files)
  return {
    fonte,
    commits,
    sales: createSalesLog(files),
    days: createPlaceDays(files),
    changes: createChanges(files),
    monthlyFiles: createMonthlyFiles(files),
    notes,
    attempts: followAttempts(notes),
    damaged: files.damaged,
    refused: files.refused,
    ...createInspection(files),
    tryLock: () => tryLock(files),
    /** Reads the newest commit, at the start of a process that only serves. @throws {GasolinaError} `configuracao_invalida` for an engine that refuses or has other content, `formato_desconhecido`, `armazenamento_inalcancavel`, which may pass, `armazenamento_falhou`. */
    async check(): Promise<void> {
      await commits.head()
    },
    /** `check`, and a trial of all operations of a collection: `armazenamento_falhou` also for read-only, no hard links… */
    async probe(): Promise<void> {
      await commits.head()
      await probe(files)
    },
  }
}
