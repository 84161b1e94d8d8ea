import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Files } from './files.ts'
import type { Notes } from './store.ts'

const COMPRESS_ABOVE = 1024 * 1024

export function createNotes(files: Files): Notes {
  return {
    readLastAttempt: () => read('situacao.json', 'coleta'),
    writeLastAttempt: (attempt) => write('situacao.json', attempt),
    readHeldBack: (slug) => read(`rejeitados:${slug}.json`, 'proposals'),
    writeHeldBack: (slug, held) =>
      held ? write(`rejeitados:${slug}.json`, held) : files.remove(`rejeitados:${slug}.json`),
  }

  async function write(key: string, note: object): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(note)}\n`)
    await files.write(key, bytes.length > COMPRESS_ABOVE ? await promisify(gzip)(bytes) : bytes)
  }

  /** A note that cannot be understood counts as none: nothing rests on it. */
  async function read<T extends object>(key: string, member: keyof T & string): Promise<T | null> {
    const bytes = await files.read(key)
    if (!bytes) return null
    try {
      const text = bytes[0] === 0x1f ? await promisify(gunzip)(bytes) : bytes
      const note: unknown = JSON.parse(text.toString('utf8'))
      return typeof note === 'object' && note !== null && member in note ? (note as T) : null
    } catch {
      return null
    }
  }
}
