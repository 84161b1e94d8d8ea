import type { Clock } from '../../domain/basics/time.ts'
import { GasolinaError, codeOf } from '../../errors.ts'
import { type SourceStorage, readOrDamaged } from './source-storage.ts'
import { isUnreadable, reasonOf } from '../bytes/storage-errors.ts'

/** A file or folder that the engine does not let this process read. */
export interface Refused {
  key: string
  /** A Portuguese phrase, or a sentence without its full stop. */
  motivo: string
}

/** The content of a file, or null when the bytes are damaged. */
type Parse<T> = (bytes: Buffer) => T | null | Promise<T | null>

export type CheckedFiles = ReturnType<typeof createCheckedFiles>

/** The files of one source; `read`, `write` and `remove` also note which are damaged or refused. `clock` judges ages only. */
export function createCheckedFiles(storage: SourceStorage, clock: Clock) {
  const damaged = new Set<string>()
  const refused = new Map<string, string>()

  return {
    ...storage,
    read,
    /** `read` that is undefined also where the file cannot be read for another reason, which is kept (`notRead`). */
    tryRead: <T>(key: string, parse: Parse<T>) =>
      read(key, parse).catch((error: unknown) => notRead(key, error)),
    notRead,
    async write(key: string, bytes: Uint8Array): Promise<void> {
      await storage.setItemRaw(key, bytes)
      note(key, false)
    },
    remove,
    /** Removes a file that was last written longer ago than `age`, in milliseconds. */
    async removeOlder(key: string, age: number): Promise<void> {
      const modified = await storage.modifiedAt(key)
      if (modified !== null && clock() - modified > age) await remove(key)
    },
    note,
    /** Keys of the files found damaged so far. They are not used, and not removed. */
    damaged: () => [...damaged].toSorted(),
    /** Files and folders that could not be read when last tried, though nothing proves damage, and why. */
    refused: (): Refused[] => [...refused].map(([key, motivo]) => ({ key, motivo })),
  }

  /** Null without a file. Undefined when `parse` gives null or the disk cannot read it: damaged until it is read intact. */
  async function read<T>(key: string, parse: Parse<T>): Promise<T | null | undefined> {
    const bytes = await readOrDamaged(storage, key)
    const content = bytes ? ((await parse(bytes)) ?? undefined) : bytes
    note(key, content === undefined)
    return content
  }

  async function remove(key: string): Promise<void> {
    await storage.removeItem(key)
    note(key, false)
  }

  /** Records a failure to read or list as damage or as a refusal, but nothing while the engine is away. Rethrows a bug. */
  function notRead(key: string, error: unknown): undefined {
    if (!(error instanceof GasolinaError)) throw error
    if (isAway(error)) return
    // ENOTDIR: a file has the name of a folder.
    if (isUnreadable(error) || codeOf(error.cause) === 'ENOTDIR') note(key, true)
    else refused.set(key, reasonOf(error))
  }

  function note(key: string, isDamaged: boolean): void {
    refused.delete(key)
    if (isDamaged) damaged.add(key)
    else damaged.delete(key)
  }
}

/** True when the engine gave no answer, or this process lacks descriptors or memory: the state of the file is unknown. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof GasolinaError)) return false
  return error.codigo === 'armazenamento_inalcancavel' || SHORTAGES.has(codeOf(error.cause))
}

const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])
