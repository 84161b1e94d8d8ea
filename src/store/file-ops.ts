import { link, mkdir, open, readFile, readdir, rename, stat, unlink } from 'node:fs/promises'

/** The file operations the durable driver is made of; each may be replaced to fail. */
export interface FileOps {
  open(path: string, flags: 'wx' | 'r'): Promise<FileOpsHandle>
  readFile(path: string): Promise<Buffer>
  stat(path: string): Promise<{ mtime: Date; size: number; ino: number; dev: number }>
  readdir(path: string, options: { withFileTypes: true }): Promise<{ name: string; isDirectory(): boolean }[]>
  /** The first folder made, if any. */
  mkdir(path: string, options: { recursive: true }): Promise<string | undefined>
  rename(from: string, to: string): Promise<void>
  link(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
}

export interface FileOpsHandle {
  writeFile(bytes: Buffer): Promise<void>
  stat(): Promise<{ size: number }>
  sync(): Promise<void>
  close(): Promise<void>
}

export const nodeFileOps: FileOps = { open, readFile, stat, readdir, mkdir, rename, link, unlink }
