import type { Driver } from 'unstorage'

export interface ByteRange {
  from: number
  /** At least one. */
  length: number
}

/** What a place to keep things in must do; `a:b` is the item b in the folder a. */
export interface Verbs {
  read(key: string): Promise<Buffer | null>
  /** So many bytes from `from` on, fewer where the item ends; for items of some megabytes, of which few are wanted at a time. */
  readRange(key: string, range: ByteRange): Promise<Buffer | null>
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
  const { read, readRange, readMeta, write, remove, list, listTemporaries = async () => [] } = verbs
  const set: Driver['setItem'] = (key, value, options) =>
    write(key, Buffer.from(value), options?.exclusive === true)
  return {
    name,
    hasItem: async (key) => (await readMeta(key)) !== null,
    getItem: read,
    getItemRaw: (key, options) => {
      const range = rangeOf(options)
      return range ? readRange(key, range) : read(key)
    },
    getMeta: readMeta,
    setItem: set,
    setItemRaw: set,
    removeItem: remove,
    getKeys: (prefix = '', options) =>
      options?.temporaries === true ? listTemporaries(prefix) : list(prefix),
  }
}

/** unstorage hands a driver what the store told it, of no type. */
export function rangeOf(options: { range?: ByteRange } | undefined): ByteRange | undefined {
  return options?.range
}
