import type { DurableDriver } from '../src/store/engines/source-storage.ts'

/** A store's files: their keys, and what is in them. */
export type Files = ReadonlyMap<string, Buffer>

type Items = Map<string, { bytes: Buffer; mtime: number }>

/** A driver in memory for tests, with the same contract as the durable ones. It begins with `files`. */
export function memory(files?: Files): DurableDriver & { getInstance(): Items } {
  const items: Items = new Map()
  for (const [key, bytes] of files ?? []) write(key, bytes)

  return {
    name: 'memory',
    getInstance: () => items,
    getItemRaw: async (key) => read(key),
    setItemRaw: async (key, bytes) => write(key, bytes),
    async create(key, bytes) {
      if (items.has(key)) return false
      write(key, bytes)
      return true
    },
    async removeItem(key) {
      items.delete(key)
    },
    readRange: async (key, { from, length }) => read(key)?.subarray(from, from + length) ?? null,
    modifiedAt: async (key) => items.get(key)?.mtime ?? null,
    getKeys: async (prefix) => [...items.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
  }

  function read(key: string): Buffer | null {
    const item = items.get(key)
    return item ? Buffer.from(item.bytes) : null
  }

  function write(key: string, bytes: Uint8Array): void {
    items.set(key, { bytes: Buffer.from(bytes), mtime: Date.now() })
  }
}
