import { dirname } from 'node:path'
import type { FileOps } from './file-ops.ts'
import { codeOf } from '../../errors.ts'

/** The folders of a store, up to its root: whatever is in them is found again after a crash. */
export interface Folders {
  ensure(folder: string): Promise<void>
  /** Keeps on the disk what was named, renamed or removed in the folder. */
  sync(folder: string): Promise<void>
  /** Takes nothing for sure any more; whether the folder was until now. */
  forget(folder: string): boolean
}

export function createFolders(root: string, ops: FileOps): Folders {
  /** Folders this process has made sure of. */
  const sure = new Set<string>()

  return {
    ensure,
    sync,
    forget(folder) {
      const was = sure.has(folder)
      sure.clear()
      return was
    },
  }

  /** Made, and synced into its parents once per process: whoever made it may have died before syncing it. */
  async function ensure(folder: string): Promise<void> {
    if (sure.has(folder)) return
    const made = await makeFolder(folder)
    const top = made && made.length <= root.length ? dirname(made) : root
    for (let at = folder; at.length > top.length; at = dirname(at)) await sync(dirname(at))
    sure.add(folder)
  }

  /**
   * Makes what is missing and returns the topmost folder made, if any. Level by level, because node's own recursive mkdir
   * never ends where the parent exists and still nothing can be made in it (`/proc`).
   */
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
      // Some file systems have no such thing as a folder to sync; a failing disk says EIO, and that is told.
      if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'].includes(codeOf(error))) throw error
    } finally {
      await handle.close()
    }
  }
}
