import type { Storage } from 'unstorage'
import type { ByteRange } from './driver.ts'
import { ItemExists, isUnreadable } from '../bytes/storage-errors.ts'

/**
 * All that the store asks of a driver. Keys are `pasta:nome`, made by the store alone. A twin on another machine
 * needs these and nothing more.
 */
export interface Files {
  read(key: string): Promise<Buffer | null>
  /** Some of its bytes, fewer where it ends; null when there is no such item. */
  readRange(key: string, range: ByteRange): Promise<Buffer | null>
  /** Durable and whole when it returns; replaces what was there. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The same, but never replaces: false when the key is taken. */
  create(key: string, bytes: Uint8Array): Promise<boolean>
  /** Keys under a folder, in order. */
  list(folder: string): Promise<string[]>
  remove(key: string): Promise<void>
  /** Milliseconds since the epoch; null when there is no such item. */
  modifiedAt(key: string): Promise<number | null>
  /** Keys of what writers that died left, everywhere. */
  temporaries(): Promise<string[]>
}

/** Written only to see when something was; gone at once. */
export const PROBE = 'sonda.json'

export function createFiles(storage: Storage): Files {
  return {
    read: (key) => storage.getItemRaw<Buffer>(key),
    readRange: (key, range) => storage.getItemRaw<Buffer>(key, { range }),
    write: (key, bytes) => storage.setItemRaw(key, bytes),
    create: (key, bytes) =>
      storage.setItemRaw(key, bytes, { exclusive: true }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ItemExists) return false
          throw error
        },
      ),
    list: async (folder) => (await storage.getKeys(folder)).toSorted(),
    remove: (key) => storage.removeItem(key),
    modifiedAt: async (key) => {
      const { mtime } = await storage.getMeta(key, { nativeOnly: true })
      return mtime instanceof Date ? mtime.getTime() : null
    },
    temporaries: () => storage.getKeys('', { temporaries: true }),
  }
}

/** Undefined, as good as damaged, when the disk cannot give the bytes back; other failures are told. */
export async function readOrDamaged(files: Files, key: string): Promise<Buffer | null | undefined> {
  try {
    return await files.read(key)
  } catch (error) {
    if (isUnreadable(error)) return undefined
    throw error
  }
}
