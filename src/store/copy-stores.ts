import { createStorage, prefixStorage } from 'unstorage'
import type { NomeDaFonte } from '../domain/state/commit-state.ts'
import { GasolinaError } from '../errors.ts'
import type { StorageAddress } from '../storage-address.ts'
import { driverFor } from './connect.ts'
import type { Copied } from './care/copy-store.ts'
import { copyStore } from './care/copy-store.ts'
import type { Files } from './engines/files.ts'
import { createFiles } from './engines/files.ts'

export const SOURCES: readonly NomeDaFonte[] = ['sefaz', 'demonstracao']

export interface StoreCopy extends Copied {
  fonte: NomeDaFonte
}

/** A whole store, all its sources, from one address to another; of a source that `de` does not have, nothing. */
export async function copyStores(
  de: StorageAddress,
  para: StorageAddress,
  onProgress?: (done: number, total: number) => void,
): Promise<StoreCopy[]> {
  const [from, to] = await Promise.all([filesBySource(de, '--de'), filesBySource(para, '--para')])
  const copies: StoreCopy[] = []
  for (const fonte of SOURCES) {
    const source = from(fonte)
    if ((await source.list('')).length === 0) continue
    const options = { from: source, to: to(fonte), fonte, ...(onProgress && { onProgress }) }
    const copied = await copyStore(options).catch((error: unknown) => {
      throw named('--para', error)
    })
    copies.push({ fonte, ...copied })
  }
  return copies
}

/** Files whose failures name the flag that the address came from. */
async function filesBySource(address: StorageAddress, flag: string): Promise<(fonte: NomeDaFonte) => Files> {
  const storage = createStorage({ driver: await driverFor(address) })
  return (fonte) => {
    const files = createFiles(prefixStorage(storage, fonte))
    return {
      read: (key) => naming(flag, files.read(key)),
      readRange: (key, range) => naming(flag, files.readRange(key, range)),
      write: (key, bytes) => naming(flag, files.write(key, bytes)),
      create: (key, bytes) => naming(flag, files.create(key, bytes)),
      list: (folder) => naming(flag, files.list(folder)),
      remove: (key) => naming(flag, files.remove(key)),
      modifiedAt: (key) => naming(flag, files.modifiedAt(key)),
      temporaries: () => naming(flag, files.temporaries()),
    }
  }
}

async function naming<T>(flag: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw named(flag, error)
  }
}

/** The rest of the program knows one store, that of the variable. */
function named(flag: string, error: unknown): unknown {
  if (!(error instanceof GasolinaError)) return error
  const { codigo, message, cause } = error
  return new GasolinaError(codigo, message.replaceAll('GASOLINA_STORAGE', flag), { cause })
}
