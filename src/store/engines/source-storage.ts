import { type Driver, createStorage, prefixStorage } from 'unstorage'
import type { NomeDaFonte } from '../../domain/state/commit-state.ts'
import type { Folder } from '../bytes/keys.ts'
import { orDamaged } from '../bytes/storage-errors.ts'

export interface ByteRange {
  from: number
  /** One byte or more. */
  length: number
}

/** Operations of our drivers that unstorage does not have. Keys are `folder:name`. */
interface DurableOperations {
  /** Like `setItemRaw`, but never replaces: false when the key is taken. */
  create(key: string, bytes: Uint8Array): Promise<boolean>
  /** Fewer bytes at the end of the item; null when there is no such item. */
  readRange(key: string, range: ByteRange): Promise<Buffer | null>
  /** Milliseconds since the epoch; null when there is no such item. */
  modifiedAt(key: string): Promise<number | null>
}

/** An unstorage driver whose writes are durable and complete when they return. The same contract suite tests all of them. */
export interface DurableDriver extends Omit<Driver, 'hasItem' | 'getItem'>, DurableOperations {
  getItemRaw(key: string): Promise<Buffer | null>
  setItemRaw(key: string, bytes: Uint8Array): Promise<void>
  removeItem(key: string): Promise<void>
  /** Keys in ascending order. */
  getKeys(prefix: string): Promise<string[]>
  /** Keys of temporary files left by processes that died; absent where a write is atomic. */
  getTemporaries?(prefix: string): Promise<string[]>
}

/** unstorage's Storage for the keys of one source, with the operations of the driver. */
export interface SourceStorage
  extends Pick<DurableDriver, 'getItemRaw' | 'setItemRaw' | 'removeItem'>, DurableOperations {
  fonte: NomeDaFonte
  /** All keys, or those of a folder; ascending. */
  getKeys(under: '' | Folder | `${Folder}:${string}`): Promise<string[]>
  getTemporaries(): Promise<string[]>
}

export function openSource(driver: DurableDriver, fonte: NomeDaFonte): SourceStorage {
  const prefix = `${fonte}:`
  const hasItem = async (key: string): Promise<boolean> => (await driver.modifiedAt(key)) !== null
  return {
    fonte,
    ...prefixStorage(createStorage({ driver: { ...driver, hasItem, getItem: driver.getItemRaw } }), fonte),
    create: (key, bytes) => driver.create(prefix + key, bytes),
    readRange: (key, range) => driver.readRange(prefix + key, range),
    modifiedAt: (key) => driver.modifiedAt(prefix + key),
    getTemporaries: async () =>
      ((await driver.getTemporaries?.(prefix)) ?? []).map((key) => key.slice(prefix.length)),
  }
}

/** The bytes, null when there is no such item, undefined (as good as damaged) when the disk cannot read it. */
export function readOrDamaged(storage: Pick<SourceStorage, 'getItemRaw'>, key: string) {
  return orDamaged(storage.getItemRaw(key))
}
