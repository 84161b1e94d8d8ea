import { randomUUID } from 'node:crypto'
import { dirname, join, resolve, sep } from 'node:path'
import type { Driver } from 'unstorage'
import { defineDriver } from 'unstorage'
import type { ByteRange } from './driver.ts'
import { driverOf } from './driver.ts'
import { createFolders } from './durable-folders.ts'
import type { FileOps } from './file-ops.ts'
import { nodeFileOps } from './file-ops.ts'
import { ItemExists, codeOf, storageError } from '../bytes/storage-errors.ts'

export interface DurableFsOptions {
  base: string
  /** Every file operation goes through these, so tests can fail each one. */
  ops?: FileOps
}

/**
 * Raw items as files, each whole or absent: written beside, synced, then renamed (or, with `{ exclusive: true }`, linked:
 * `ItemExists` when the key is taken), the folders synced after. Every error is told; a failure leaves no temporary file.
 * `getKeys(base, { temporaries: true })` lists what killed processes left.
 */
export const durableFs = defineDriver<DurableFsOptions, undefined>(({ base, ops = nodeFileOps }): Driver => {
  const root = resolve(base)
  const toPath = (key: string) => join(root, ...key.split(':'))
  const folders = createFolders(root, ops)

  return driverOf('durable-fs', {
    read,
    readRange,
    readMeta,
    write,
    remove,
    list: (prefix) => list(prefix.replace(/:$/, ''), false),
    listTemporaries: (prefix) => list(prefix.replace(/:$/, ''), true),
  })

  async function read(key: string): Promise<Buffer | null> {
    return ops.readFile(toPath(key)).catch((error: unknown) => absentOr('ler', key, error))
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

  async function readMeta(key: string): Promise<{ mtime: Date; size: number } | null> {
    return ops.stat(toPath(key)).then(
      ({ mtime, size }) => ({ mtime, size }),
      (error: unknown) => absentOr('ler', key, error),
    )
  }

  async function write(key: string, bytes: Buffer, exclusive: boolean): Promise<void> {
    const path = toPath(key)
    try {
      await place(key, path, bytes, exclusive).catch((error: unknown) => {
        // A folder made sure of went away since: somebody moved or replaced the store.
        if (codeOf(error) !== 'ENOENT' || !folders.forget(dirname(path))) throw error
        return place(key, path, bytes, exclusive)
      })
    } catch (error) {
      throw error instanceof ItemExists ? error : storageError('gravar', show(key), error)
    }
  }

  async function place(key: string, path: string, bytes: Buffer, exclusive: boolean): Promise<void> {
    const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
    try {
      await folders.ensure(dirname(path))
      await writeWhole(temporary, bytes, key)
      if (exclusive) {
        await link(temporary, path, key)
        await discard(temporary)
      } else {
        await replace(temporary, path)
      }
      await folders.sync(dirname(path))
    } catch (error) {
      await discard(temporary)
      throw error
    }
  }

  async function writeWhole(path: string, bytes: Buffer, key: string): Promise<void> {
    const file = await ops.open(path, 'wx')
    try {
      await file.writeFile(bytes)
      const { size } = await file.stat()
      if (size !== bytes.length) throw storageError('gravar', show(key), shortWrite)
      await file.sync()
    } catch (error) {
      await file.close().catch(() => {})
      throw error
    }
    await file.close()
  }

  async function replace(temporary: string, path: string): Promise<void> {
    await ops.rename(temporary, path).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EISDIR') throw error
      await setAside(path)
      await ops.rename(temporary, path)
    })
  }

  /** A folder that stands where a file belongs is nobody's item: it must block neither writing nor removing. */
  async function setAside(path: string): Promise<void> {
    await ops.rename(path, `${path}.danificado-${randomUUID().slice(0, 8)}`)
  }

  /** An error of `link` may come after the deed (a network share repeats the request): the file itself knows. */
  async function link(temporary: string, path: string, key: string): Promise<void> {
    try {
      await ops.link(temporary, path)
    } catch (error) {
      const [ours, there] = await Promise.all([temporary, path].map((p) => ops.stat(p).catch(() => null)))
      if (ours && there && ours.ino === there.ino && ours.dev === there.dev) return
      throw codeOf(error) === 'EEXIST' ? new ItemExists(key) : storageError('publicar', show(key), error)
    }
  }

  async function remove(key: string): Promise<void> {
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
      // Once more, whatever it was; what still stays is swept a day later.
      codeOf(error) === 'ENOENT' ? undefined : ops.unlink(path).catch(() => {}),
    )
  }

  async function list(prefix: string, temporaries: boolean): Promise<string[]> {
    const keys: string[] = []
    const walk = async (folder: string, key: string): Promise<void> => {
      const entries = await ops
        .readdir(folder, { withFileTypes: true })
        .catch((error: unknown) => absentOr('listar', key, error))
      for (const entry of entries ?? []) {
        // With the name of an item it counts as one that cannot be read: its number or name is taken.
        if (entry.isDirectory() && !ITEM.test(entry.name))
          await walk(join(folder, entry.name), `${key}${entry.name}:`)
        else if (TEMPORARY.test(entry.name) === temporaries) keys.push(key + entry.name)
      }
    }
    await walk(toPath(prefix), prefix && `${prefix}:`)
    return keys
  }
})

const ITEM = /\.(nd)?json$/
const TEMPORARY = /^\..*\.tmp$/
const shortWrite = Object.assign(new Error('short write'), { code: 'ENOSPC' })

function absentOr(attempt: 'ler' | 'listar' | 'apagar', key: string, error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw storageError(attempt, show(key), error)
}

function show(key: string): string {
  return key.replaceAll(':', sep)
}
