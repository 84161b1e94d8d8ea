import { isDeepStrictEqual, promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ZodType } from 'zod'
import { slugs } from '../domain/fuels.ts'
import type { Slug } from '../domain/fuels.ts'
import type { CheckedFiles } from './checked-files.ts'
import type { Files } from './files.ts'
import { heldBackSchema, lastAttemptSchema } from './note-schemas.ts'
import { sha256Of } from './records.ts'
import type { Notes } from './store.ts'

const COMPRESS_ABOVE = 1024 * 1024
/** Where the note of the last attempt lies. */
export const LAST_ATTEMPT = 'situacao.json'
/** Notes of earlier programs had no checksum before them. */
const CHECKED = /^([0-9a-f]{64})\n/

/** A note that cannot be read or understood counts as none, and as damaged: nothing rests on it. */
export function createNotes(files: Files, checked: CheckedFiles): Notes {
  return {
    readLastAttempt: () => read(LAST_ATTEMPT, lastAttemptSchema),
    writeLastAttempt: (attempt) => write(LAST_ATTEMPT, attempt),
    readHeldBack: (slug) => read(keyOf(slug), heldBackSchema),
    async writeHeldBack(slug, held) {
      const key = keyOf(slug)
      if (held) return write(key, held)
      await files.remove(key)
      checked.note(key, false)
    },
  }

  async function read<T>(key: string, schema: ZodType<T>): Promise<T | null> {
    return (await checked.tryRead(key, (bytes) => parseNote(bytes, schema))) ?? null
  }

  /** Line 1 is the sha256 of the rest. */
  async function write(key: string, note: object): Promise<void> {
    const body = `${JSON.stringify(note)}\n`
    const bytes = Buffer.from(`${sha256Of(body)}\n${body}`)
    await files.write(key, bytes.length > COMPRESS_ABOVE ? await promisify(gzip)(bytes) : bytes)
    checked.note(key, false)
  }
}

/** What every note is to look like, by its key. */
export const noteSchemas: ReadonlyMap<string, ZodType> = new Map<string, ZodType>([
  [LAST_ATTEMPT, lastAttemptSchema],
  ...slugs.map((slug) => [keyOf(slug), heldBackSchema] as const),
])

export async function parseNote<T>(bytes: Buffer, schema: ZodType<T>): Promise<T | null> {
  try {
    const text = (bytes[0] === 0x1f ? await promisify(gunzip)(bytes) : bytes).toString('utf8')
    const sha256 = CHECKED.exec(text)?.[1]
    const body = sha256 === undefined ? text : text.slice(sha256.length + 1)
    if (sha256 !== undefined && sha256 !== sha256Of(body)) return null
    const raw: unknown = JSON.parse(body)
    const { success, data } = schema.safeParse(raw)
    // Without a checksum not a letter may be other than expected; with one, a newer program may have added members.
    return success && (sha256 !== undefined || isDeepStrictEqual(data, raw)) ? data : null
  } catch {
    return null
  }
}

function keyOf(slug: Slug): string {
  return `rejeitados:${slug}.json`
}
