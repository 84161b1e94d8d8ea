import { resolve } from 'node:path'
import type { Driver } from 'unstorage'
import type { NomeDaFonte } from '../domain/state/commit-state.ts'
import type { StorageAddress } from '../storage-address.ts'
import { durableFs } from './engines/durable-fs.ts'
import { createStore, openStore } from './open.ts'
import type { Store } from './store.ts'

/**
 * Opens the part of one source in the store at `address`. Nothing is asked of an engine yet: one that is away is told by whoever
 * asks it first.
 */
export async function connectStore(address: StorageAddress, fonte: NomeDaFonte): Promise<Store> {
  if (address.kind === 'folder') return openStore({ folder: address.folder, fonte })
  return createStore(await driverFor(address), fonte)
}

/** What keeps the bytes of a whole store, all its sources. An engine is loaded only when the address names it. */
export async function driverFor(address: StorageAddress): Promise<Driver> {
  switch (address.kind) {
    case 'folder':
      return durableFs({ base: resolve(address.folder) })
    case 's3':
      return (await import('./engines/s3/s3-driver.ts')).s3(address)
    case 'postgres':
      return (await import('./engines/postgres/postgres-driver.ts')).postgres(address)
  }
}
