import { constants } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'

/** O_NONBLOCK: to open a FIFO without a writer would block a thread of the pool for ever. Windows has none, and needs none. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK

/** The file operations of the durable driver; tests replace each to fail. */
export type FileOps = typeof nodeFileOps
export type FileOpsHandle = Pick<FileHandle, 'sync' | 'close'> & {
  writeFile(bytes: Uint8Array): Promise<void>
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  stat(): Promise<{ size: number }>
}

export const nodeFileOps = {
  open: (path: string, flags: 'wx' | 'r'): Promise<FileOpsHandle> => open(path, flags === 'r' ? READ : flags),
  readFile: readRegularFile,
  stat: (path: string) => stat(path),
  readdir: (path: string) => readdir(path, { withFileTypes: true }),
  mkdir: (path: string) => mkdir(path),
  rename,
  link,
  unlink,
}

/** Devices and FIFOs are refused: reading one may never end. */
async function readRegularFile(path: string): Promise<Buffer> {
  const file = await open(path, READ)
  try {
    const facts = await file.stat()
    if (facts.isFile()) return await file.readFile()
    const code = facts.isDirectory() ? 'EISDIR' : 'EFTYPE'
    throw Object.assign(new Error('not a regular file'), { code, path })
  } finally {
    await file.close()
  }
}
