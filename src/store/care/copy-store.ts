import type { NomeDaFonte } from '../../domain/state/commit-state.ts'
import { GasolinaError } from '../../errors.ts'
import type { CommitFile } from '../commits/commit-file.ts'
import { parseCommit, seqOf } from '../commits/commit-file.ts'
import { isOfTheMoment, refuseOtherContent } from './copy-target.ts'
import type { Files } from '../engines/files.ts'
import { readOrDamaged } from '../engines/files.ts'
import { setAsideOf } from '../sales/month-files.ts'
import { logPartOf } from '../sales/month-log.ts'
import { LAST_ATTEMPT } from '../notes/note-files.ts'
import { partKey, partShaOf } from '../commits/parts.ts'
import { probe } from '../engines/probe.ts'
import { proofOf } from '../notes/intactness.ts'
import { mapSeveral } from '../bytes/map-limit.ts'
import { notKept } from '../bytes/storage-errors.ts'

/** What a copy of one source's part of a store did. */
export interface Copied {
  /** Commits that stand in the target, and the newest of them; null when there is none. */
  commits: number
  ultimo: number | null
  copiados: number
  bytes: number
  /** Files that were there with the same bytes. */
  jaEstavam: number
  /** Keys of files that prove themselves damaged, and of commits that lack one: they are not copied. */
  danificados: string[]
}

export interface CopyOptions {
  from: Files
  to: Files
  fonte: NomeDaFonte
  onProgress?(done: number, total: number): void
}

const AT_ONCE = 8
/** A collector at work adds some files while a round is copied; one that never ends is not waited for. */
const ROUNDS = 10

/**
 * Copies what one store holds of a source into another: every file is proved before, read back and compared after. The commits
 * come last, each once its parts stand, so that the copy can be served at any moment; begun again, it goes on where it was, and
 * removes the temporary files of one that was killed. The store may be collected into meanwhile: rounds go on until one finds nothing new.
 * @throws {GasolinaError} `configuracao_invalida`: the target holds something else; whatever the drivers throw.
 */
export async function copyStore({ from, to, fonte, onProgress }: CopyOptions): Promise<Copied> {
  const standing = new Set<string>()
  const written = new Set<string>()
  const damaged = new Set<string>()
  let bytesWritten = 0
  const isMissing = (key: string) => !standing.has(key) && !damaged.has(key)
  await refuseOtherContent(from, to, fonte)
  const left = await to.temporaries()
  await probe(to)

  for (let round = 1; round <= ROUNDS; round++) {
    // Before the listing: a commit that the note tells of is then listed.
    const note = await from.read(LAST_ATTEMPT)
    const keys = (await from.list('')).filter((key) => !isOfTheMoment(key))
    const there = new Set(await to.list(''))
    // A collector may have folded into files of stations what was logged and is gone again: with every commit they are new.
    if (keys.some((key) => isCommit(key) && isMissing(key))) forgetWhatChanges()
    const missing = keys.filter(isMissing)
    const [commits, others] = [missing.filter(isCommit), missing.filter((key) => !isCommit(key))]
    let done = 0
    const tell = (): void => onProgress?.(++done, missing.length)
    const gone: string[] = []
    await mapSeveral(others, AT_ONCE, async (key) => {
      if (!(await copyFile(key, there))) gone.push(key)
      tell()
    })
    for (const key of commits) {
      await copyCommit(key, there)
      tell()
    }
    if (note && (await isWhole(LAST_ATTEMPT, note))) await to.write(LAST_ATTEMPT, note)
    if (gone.some(logPartOf)) forgetWhatChanges()
    else if (missing.length === 0) break
  }
  // Of a copy that was killed; a writer at work would have renamed its own by now, or writes it again.
  for (const key of left) await to.remove(key)
  const numbers = [...standing].map(seqOf).filter((seq) => seq !== undefined)
  return {
    commits: numbers.length,
    ultimo: numbers.length > 0 ? Math.max(...numbers) : null,
    copiados: written.size,
    bytes: bytesWritten,
    jaEstavam: standing.size - written.size,
    danificados: [...damaged].toSorted(),
  }

  /** False when it is gone: folded or swept since it was listed. */
  async function copyFile(key: string, there: ReadonlySet<string>): Promise<boolean> {
    const bytes = await readOrDamaged(from, key)
    if (bytes === null) return false
    if (bytes && (await isWhole(key, bytes))) await place(key, bytes, there, () => to.write(key, bytes))
    else damaged.add(key)
    return true
  }

  async function copyCommit(key: string, there: ReadonlySet<string>): Promise<void> {
    const bytes = await readOrDamaged(from, key)
    if (bytes === null) return
    const file = bytes && readCommit(key, bytes)
    const parts = file ? Object.values(file.partes).map(({ sha256 }) => partKey(sha256)) : []
    if (!bytes || !file || !parts.every((part) => standing.has(part))) {
      // Its parts go after it: gone itself by now, it was cleaned up.
      if ((await from.read(key)) !== null) damaged.add(key)
      return
    }
    await place(key, bytes, there, async () => {
      if (await to.create(key, bytes)) return
      // What stands there and is not whole is nobody's commit.
      const other = await readOrDamaged(to, key)
      if (other && readCommit(key, other)) throw anotherWrites()
      await to.write(key, bytes)
    })
  }

  async function place(
    key: string,
    bytes: Buffer,
    there: ReadonlySet<string>,
    write: () => Promise<void>,
  ): Promise<void> {
    if (!there.has(key) || !(await readOrDamaged(to, key))?.equals(bytes)) {
      await write()
      if (!(await to.read(key))?.equals(bytes)) throw notKept()
      written.add(key)
      bytesWritten += bytes.length
    }
    standing.add(key)
  }

  function readCommit(key: string, bytes: Buffer): CommitFile | null {
    return parseCommit(bytes, seqOf(key) ?? 0, fonte)
  }

  function forgetWhatChanges(): void {
    for (const key of standing) if (!isCommit(key) && !logPartOf(key) && !partShaOf(key)) standing.delete(key)
  }
}

function isCommit(key: string): boolean {
  return seqOf(key) !== undefined
}

/** Files that promise nothing are as they are; damaged ones that were put aside are kept for who may mend them. */
async function isWhole(key: string, bytes: Buffer): Promise<boolean> {
  const proof = setAsideOf(key) ? undefined : proofOf(key)
  return !proof || (await proof(bytes)) === true
}

function anotherWrites(): GasolinaError {
  return new GasolinaError(
    'configuracao_invalida',
    'Outro processo publica em GASOLINA_STORAGE: pare quem coleta ali e copie de novo.',
  )
}
