import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { createFolders } from './durable-folders.ts'
import { type FileOps, nodeFileOps } from './file-ops.ts'
import type { ByteRange, DurableDriver } from './source-storage.ts'
import { codeOf } from '../../errors.ts'
import { pathOfKey, storageError } from '../bytes/storage-errors.ts'

/** Items as files of a folder. A write goes to a temporary file, which is synced, then renamed (or, by `create`, linked), and the folder is synced after. A failed one leaves no temporary file. `ops`: tests fail each. */
export function durableFs({ base, ops = nodeFileOps }: { base: string; ops?: FileOps }): DurableDriver {
  const root = resolve(base)
  const toPath = (key: string) => join(root, ...key.split(':'))
  const folders = createFolders(root, ops)

  return {
    name: 'durable-fs',
    getItemRaw: (key) => ops.readFile(toPath(key)).catch((error: unknown) => absentOr('ler', key, error)),
    setItemRaw: async (key, bytes) => void (await write(key, bytes, replace)),
    create: (key, bytes) => write(key, bytes, link),
    removeItem,
    readRange,
    async modifiedAt(key) {
      const facts = await ops.stat(toPath(key)).catch((error: unknown) => absentOr('ler', key, error))
      return facts && facts.mtime.getTime()
    },
    getKeys: (prefix) => list(prefix, (name) => !TEMPORARY.test(name)),
    getTemporaries: (prefix) => list(prefix, (name) => TEMPORARY.test(name)),
  }

  async function readRange(key: string, { from, length }: ByteRange): Promise<Buffer | null> {
    try {
      const file = await ops.open(toPath(key), 'r')
      try {
        const bytes = Buffer.allocUnsafe(length)
        let read = 0
        for (let more = -1; more !== 0 && read < length; read += more)
          more = (await file.read(bytes, read, length - read, from + read)).bytesRead
        return bytes.subarray(0, read)
      } finally {
        await file.close()
      }
    } catch (error) {
      return absentOr('ler', key, error)
    }
  }

  async function write(key: string, bytes: Uint8Array, publish: Publish): Promise<boolean> {
    const folder = dirname(toPath(key))
    try {
      return await place(key, bytes, publish).catch((error: unknown) => {
        // The folder existed before: the store was moved or replaced meanwhile.
        if (codeOf(error) !== 'ENOENT' || !folders.forget(folder)) throw error
        return place(key, bytes, publish)
      })
    } catch (error) {
      throw storageError('gravar', pathOfKey(key), error)
    }
  }

  async function place(key: string, bytes: Uint8Array, publish: Publish): Promise<boolean> {
    const path = toPath(key)
    const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
    try {
      await folders.ensure(dirname(path))
      await writeTemporary(temporary, bytes)
      const isPlaced = await publish(temporary, path, key)
      if (isPlaced) await folders.sync(dirname(path))
      return isPlaced
    } catch (error) {
      await discard(temporary)
      throw error
    }
  }

  async function writeTemporary(path: string, bytes: Uint8Array): Promise<void> {
    const file = await ops.open(path, 'wx')
    try {
      await file.writeFile(bytes)
      const { size } = await file.stat()
      if (size !== bytes.length) throw shortWrite
      await file.sync()
    } catch (error) {
      await file.close().catch(() => {})
      throw error
    }
    await file.close()
  }

  async function replace(temporary: string, path: string): Promise<boolean> {
    await ops.rename(temporary, path).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EISDIR') throw error
      await setAside(path)
      await ops.rename(temporary, path)
    })
    return true
  }

  /** A folder with the name of an item must block neither writing nor removing. */
  async function setAside(path: string): Promise<void> {
    await ops.rename(path, `${path}.danificado-${randomUUID().slice(0, 8)}`)
  }

  /** `link` may fail after it succeeded (a network share repeats the request), so the inodes are compared. */
  async function link(temporary: string, path: string, key: string): Promise<boolean> {
    let isPlaced = true
    try {
      await ops.link(temporary, path)
    } catch (error) {
      const [ours, there] = await Promise.all([temporary, path].map((p) => ops.stat(p).catch(() => null)))
      isPlaced = ours?.ino !== undefined && ours.ino === there?.ino && ours.dev === there.dev
      if (!isPlaced && codeOf(error) !== 'EEXIST') throw storageError('publicar', pathOfKey(key), error)
    }
    await discard(temporary)
    return isPlaced
  }

  async function removeItem(key: string): Promise<void> {
    const path = toPath(key)
    await ops
      .unlink(path)
      // Some systems refuse to unlink a folder with the code for a missing permission.
      .catch(async (error: unknown) => {
        const isFolder = ['EISDIR', 'EPERM'].includes(codeOf(error)) && (await ops.stat(path)).isDirectory()
        if (!isFolder) throw error
        await setAside(path)
      })
      .catch((error: unknown) => absentOr('apagar', key, error))
  }

  async function discard(path: string): Promise<void> {
    await ops.unlink(path).catch((error: unknown) =>
      // A second attempt; a file that remains is removed by a clean-up a day later.
      codeOf(error) === 'ENOENT' ? undefined : ops.unlink(path).catch(() => {}),
    )
  }

  async function list(prefix: string, isWanted: (name: string) => boolean): Promise<string[]> {
    const keys: string[] = []
    const walk = async (folder: string, key: string): Promise<void> => {
      const entries = await ops.readdir(folder).catch((error: unknown) => absentOr('listar', key, error))
      for (const entry of entries ?? []) {
        // A folder with the name of an item is listed as an unreadable item: its number or name is taken.
        if (entry.isDirectory() && !ITEM.test(entry.name))
          await walk(join(folder, entry.name), `${key}${entry.name}:`)
        else if (isWanted(entry.name)) keys.push(key + entry.name)
      }
    }
    await walk(toPath(prefix.replace(/:$/, '')), prefix)
    return keys.toSorted()
  }
}

/** Gives the temporary file its name; false when the name is taken. */
type Publish = (temporary: string, path: string, key: string) => Promise<boolean>

const ITEM = /\.(nd)?json$/
const TEMPORARY = /^\..*\.tmp$/
const shortWrite = Object.assign(new Error('short write'), { code: 'ENOSPC' })

function absentOr(attempt: 'ler' | 'listar' | 'apagar', key: string, error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw storageError(attempt, pathOfKey(key), error)
}
