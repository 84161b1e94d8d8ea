import { GasolinaError, expected } from '../errors.ts'
import type { Files } from './files.ts'
import { readOrDamaged } from './files.ts'
import { isShortage } from './storage-errors.ts'

/** Files whose contents prove themselves by a checksum and by their name, and what is known of those that do not. */
export interface CheckedFiles {
  /**
   * What `parse` makes of a file's bytes; null when there is no file; undefined when `parse` gives null, or the disk no
   * bytes: the file is damaged. That is remembered until somebody reads it whole.
   */
  read<T>(key: string, parse: (bytes: Buffer) => T | null | Promise<T | null>): Promise<T | null | undefined>
  /**
   * The same where a file that cannot be read for whatever reason counts as damaged; as not read where nothing can be known
   * of it (`isAway`).
   */
  tryRead: CheckedFiles['read']
  /** For files that are judged elsewhere. */
  note(key: string, isDamaged: boolean): void
  /** Keys of files that were damaged when last read. */
  damaged(): string[]
}

export function createCheckedFiles(files: Files): CheckedFiles {
  const damaged = new Set<string>()

  return {
    read,
    tryRead: (key, parse) =>
      read(key, parse).catch((error: unknown) => {
        if (!isAway(error)) note(key, true)
        return expected(error)
      }),
    note,
    damaged: () => [...damaged].toSorted(),
  }

  async function read<T>(
    key: string,
    parse: (bytes: Buffer) => T | null | Promise<T | null>,
  ): Promise<T | null | undefined> {
    const bytes = await readOrDamaged(files, key)
    const content = bytes ? ((await parse(bytes)) ?? undefined) : bytes
    note(key, content === undefined)
    return content
  }

  function note(key: string, isDamaged: boolean): void {
    if (isDamaged) damaged.add(key)
    else damaged.delete(key)
  }
}

/** Whether the engine gave no answer, or this process has not the means to ask: nothing is known of what is there. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof GasolinaError && (error.codigo === 'armazenamento_inalcancavel' || isShortage(error))
  )
}
