import type { Driver } from 'unstorage'
import { defineDriver } from 'unstorage'
import { rangeOf } from '../src/store/engines/driver.ts'
import { ItemExists } from '../src/store/bytes/storage-errors.ts'

/** A store's files: their keys, and what is in them. */
export type Files = ReadonlyMap<string, Buffer>

type Items = Map<string, { bytes: Buffer; mtime: Date }>

/** The durable driver's twin, for tests: the same contract, nothing outlives the process. `files` are there at once. */
export const memory = defineDriver<Files | void, Items>((files): Driver => {
  const items: Items = new Map()
  for (const [key, bytes] of files ?? []) write(key, bytes)

  return {
    name: 'memory',
    getInstance: () => items,
    hasItem: (key) => items.has(key),
    getItem: read,
    getItemRaw(key, options) {
      const { from, length } = rangeOf(options) ?? { from: 0, length: Infinity }
      return read(key)?.subarray(from, from + length) ?? null
    },
    getMeta: (key) => {
      const item = items.get(key)
      return item ? { mtime: item.mtime, size: item.bytes.length } : null
    },
    setItem: write,
    setItemRaw: write,
    removeItem: (key) => {
      items.delete(key)
    },
    getKeys: (base, options) =>
      options?.temporaries === true ? [] : [...items.keys()].filter((key) => key.startsWith(base ?? '')),
  }

  function read(key: string): Buffer | null {
    const item = items.get(key)
    return item ? Buffer.from(item.bytes) : null
  }

  function write(key: string, value: string | Uint8Array, options?: { exclusive?: boolean }): void {
    if (options?.exclusive && items.has(key)) throw new ItemExists(key)
    items.set(key, { bytes: Buffer.from(value), mtime: new Date() })
  }
})
