import { link, mkdir, open, readFile, readdir, rename, stat, unlink } from 'node:fs/promises'

/** The file operations the durable driver is made of; each may be replaced to fail. */
export interface FileOps {
  open(path: string, flags: 'wx' | 'r'): Promise<FileOpsHandle>
  readFile(path: string): Promise<Buffer>
  stat(path: string): Promise<FileFacts>
  readdir(path: string, options: { withFileTypes: true }): Promise<{ name: string; isDirectory(): boolean }[]>
  mkdir(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  link(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
}

export interface FileFacts {
  mtime: Date
  size: number
  ino: number
  dev: number
  isDirectory(): boolean
}

export interface FileOpsHandle {
  writeFile(bytes: Buffer): Promise<void>
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  stat(): Promise<{ size: number }>
  sync(): Promise<void>
  close(): Promise<void>
}

export const nodeFileOps: FileOps = {
  open,
  readFile,
  stat,
  readdir,
  mkdir: (path) => mkdir(path),
  rename,
  link,
  unlink,
}
