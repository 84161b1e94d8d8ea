import { GasolinaError } from '../../errors.ts'
import type { SourceStorage } from './source-storage.ts'
import { readOrDamaged } from './source-storage.ts'
import { isMisplaced, isShortage, isUnreadable, reasonOf } from '../bytes/storage-errors.ts'

/** Files whose contents prove themselves by a checksum and by their name, and what is known of those that do not. */
export interface CheckedFiles {
  /**
   * What `parse` makes of a file's bytes; null when there is no file; undefined when `parse` gives null, or the disk no
   * bytes: the file is damaged. That is remembered until somebody reads it whole.
   */
  read<T>(key: string, parse: (bytes: Buffer) => T | null | Promise<T | null>): Promise<T | null | undefined>
  /** The same, undefined too where the file cannot be read for another reason, which is kept (`notRead`). */
  tryRead: CheckedFiles['read']
  /**
   * Keeps what a failure to read a file, or to list a folder, tells of it: that it is damaged, or why the engine refuses it;
   * of an engine that is away, nothing.
   * @throws {unknown} an error that is no expected failure.
   */
  notRead(key: string, error: unknown): undefined
  /** For files that are judged elsewhere. */
  note(key: string, isDamaged: boolean): void
  /** Keys of files that were damaged when last read. */
  damaged(): string[]
  /** What could not be read when last tried, though nothing says that it is damaged. */
  refused(): Refused[]
}

/** A file or folder that the engine does not let this process read. */
export interface Refused {
  key: string
  /** A Portuguese phrase, or a sentence without its full stop. */
  motivo: string
}

export function createCheckedFiles(storage: SourceStorage): CheckedFiles {
  const damaged = new Set<string>()
  const refused = new Map<string, string>()

  return {
    read,
    tryRead: (key, parse) => read(key, parse).catch((error: unknown) => notRead(key, error)),
    notRead,
    note,
    damaged: () => [...damaged].toSorted(),
    refused: () => [...refused].map(([key, motivo]) => ({ key, motivo })),
  }

  async function read<T>(
    key: string,
    parse: (bytes: Buffer) => T | null | Promise<T | null>,
  ): Promise<T | null | undefined> {
    const bytes = await readOrDamaged(storage, key)
    const content = bytes ? ((await parse(bytes)) ?? undefined) : bytes
    note(key, content === undefined)
    return content
  }

  function notRead(key: string, error: unknown): undefined {
    if (!(error instanceof GasolinaError)) throw error
    if (isAway(error)) return
    if (isUnreadable(error) || isMisplaced(error)) note(key, true)
    else refused.set(key, reasonOf(error))
  }

  function note(key: string, isDamaged: boolean): void {
    refused.delete(key)
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
