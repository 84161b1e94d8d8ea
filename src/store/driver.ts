import type { Driver } from 'unstorage'

/** What a place to keep things in must do; `a:b` is the item b in the folder a. */
export interface Verbs {
  read(key: string): Promise<Buffer | null>
  readMeta(key: string): Promise<{ mtime: Date; size: number } | null>
  /** Durable and whole when it returns. @throws {ItemExists} when it is exclusive and the key is taken. */
  write(key: string, bytes: Buffer, exclusive: boolean): Promise<void>
  remove(key: string): Promise<void>
  /** Keys under a prefix. */
  list(prefix: string): Promise<string[]>
  /** What writers that died left under it; absent where a write is whole or nothing. */
  listTemporaries?(prefix: string): Promise<string[]>
}

/** As unstorage calls them, which has other names for texts: here all are bytes. */
export function driverOf(name: string, verbs: Verbs): Driver {
  const { read, readMeta, write, remove, list, listTemporaries = async () => [] } = verbs
  const set: Driver['setItem'] = (key, value, options) =>
    write(key, Buffer.from(value), options?.exclusive === true)
  return {
    name,
    hasItem: async (key) => (await readMeta(key)) !== null,
    getItem: read,
    getItemRaw: read,
    getMeta: readMeta,
    setItem: set,
    setItemRaw: set,
    removeItem: remove,
    getKeys: (prefix = '', options) =>
      options?.temporaries === true ? listTemporaries(prefix) : list(prefix),
  }
}
