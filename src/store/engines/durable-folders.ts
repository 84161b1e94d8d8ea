import { dirname } from 'node:path'
import type { FileOps } from './file-ops.ts'
import { codeOf } from '../../errors.ts'

/** The folders of a store, up to its root, created and synced so that their files survive a crash. */
export function createFolders(root: string, ops: FileOps) {
  const sure = new Set<string>()

  return {
    ensure,
    sync,
    /** Clears the cache; true when it had the folder. */
    forget(folder: string): boolean {
      const was = sure.has(folder)
      sure.clear()
      return was
    },
  }

  /** A folder that exists already is synced into its parents once per process, too: its creator may have died before syncing. */
  async function ensure(folder: string): Promise<void> {
    if (sure.has(folder)) return
    const made = await makeFolder(folder)
    const top = made && made.length <= root.length ? dirname(made) : root
    for (let at = folder; at.length > top.length; at = dirname(at)) await sync(dirname(at))
    sure.add(folder)
  }

  /** The topmost folder created. Level by level: node's recursive mkdir never ends where nothing can be created (`/proc`). */
  async function makeFolder(folder: string, isRetry = false): Promise<string | undefined> {
    try {
      await ops.mkdir(folder)
      return folder
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EEXIST' && (await ops.stat(folder)).isDirectory()) return undefined
      if (code !== 'ENOENT' || isRetry || dirname(folder) === folder) throw error
    }
    const above = await makeFolder(dirname(folder))
    const made = await makeFolder(folder, true)
    return above ?? made
  }

  async function sync(folder: string): Promise<void> {
    const handle = await ops.open(folder, 'r')
    try {
      await handle.sync()
    } catch (error) {
      // Some file systems cannot sync a folder; a failing disk says EIO, which is thrown.
      if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'].includes(codeOf(error))) throw error
    } finally {
      await handle.close()
    }
  }
}
