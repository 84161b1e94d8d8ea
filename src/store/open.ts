import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Driver } from 'unstorage'
import { createStorage, prefixStorage } from 'unstorage'
import type { NomeDaFonte } from '../domain/state/commit-state.ts'
import type { Clock } from '../domain/basics/time.ts'
import { GasolinaError } from '../errors.ts'
import { createBulk } from './bulk/bulk-months.ts'
import { createChangeDays } from './changes/change-days.ts'
import { createChanges } from './changes/changes-log.ts'
import { createCheckedFiles } from './engines/checked-files.ts'
import { createCommits } from './commits/commit-log.ts'
import { durableFs } from './engines/durable-fs.ts'
import { createFiles } from './engines/files.ts'
import { createInspection } from './care/inspection.ts'
import { tryLock } from './engines/lock.ts'
import { createNotes } from './notes/note-files.ts'
import { createPlaceDays } from './commits/place-days.ts'
import { probe } from './engines/probe.ts'
import { createSalesLog } from './sales/sales-log.ts'
import { codeOf } from './bytes/storage-errors.ts'
import type { Store } from './store.ts'

/** Opens the part of one source in the store at `folder`; nothing is written before something is to be kept. */
export async function openStore({ folder, fonte }: { folder: string; fonte: NomeDaFonte }): Promise<Store> {
  const base = resolve(folder)
  const found = await stat(base).catch((error: unknown) => codeOf(error))
  const isFile = typeof found !== 'string' && !found.isDirectory()
  if (isFile || found === 'ENAMETOOLONG')
    throw new GasolinaError(
      'configuracao_invalida',
      `GASOLINA_STORAGE aponta para '${base}', que ${isFile ? 'não é uma pasta' : 'é longo demais'}: use o caminho de uma pasta, postgres://… ou s3://bucket/prefixo.`,
    )
  return createStore(durableFs({ base }), fonte)
}

/** The same over any driver that keeps the contract of `durable-fs.ts`. `clock` judges ages only. */
export function createStore(driver: Driver, fonte: NomeDaFonte, clock: Clock = Date.now): Store {
  const files = createFiles(prefixStorage(createStorage({ driver }), fonte))
  const checked = createCheckedFiles(files)
  const commits = createCommits({ files, checked, fonte, clock })
  return {
    fonte,
    commits,
    sales: createSalesLog(files, checked),
    days: createPlaceDays(files, checked),
    changes: createChanges({ days: createChangeDays(files, checked), files, fonte }),
    bulk: createBulk(files, checked, clock),
    damaged: checked.damaged,
    refused: checked.refused,
    inspect: createInspection({ files, checked, fonte }),
    notes: createNotes(files, checked),
    tryLock: () => tryLock(files),
    async check() {
      await commits.head()
    },
    async probe() {
      await commits.head()
      await probe(files)
    },
  }
}
