import { type Stats, constants } from 'node:fs'
import { link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'

/** The file operations of the durable driver; tests replace each to fail. */
export interface FileOps {
  open(path: string, flags: 'wx' | 'r'): Promise<FileOpsHandle>
  readFile(path: string): Promise<Buffer>
  stat(path: string): Promise<Pick<Stats, 'mtime' | 'size' | 'ino' | 'dev' | 'isDirectory'>>
  readdir(path: string, options: { withFileTypes: true }): Promise<{ name: string; isDirectory(): boolean }[]>
  mkdir(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  link(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
}

export interface FileOpsHandle {
  writeFile(bytes: Uint8Array): Promise<void>
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  stat(): Promise<{ size: number }>
  sync(): Promise<void>
  close(): Promise<void>
}

/** O_NONBLOCK: to open a FIFO without a writer would block a thread of the pool for ever. Windows has none, and needs none. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK

export const nodeFileOps: FileOps = {
  open: (path, flags) => open(path, flags === 'r' ? READ : flags),
  readFile: readRegularFile,
  stat,
  readdir,
  mkdir: (path) => mkdir(path),
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
