import { type Clock, DAY, HOUR } from '../../domain/basics/time.ts'
import { type CommitFile, commitKey } from './commit-file.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { placeDaysOf } from './place-days.ts'
import { partShaOf } from './parts.ts'
import { PROBES } from '../engines/probe.ts'

/** Commits kept, and how many of them must be intact. */
const COMMITS_KEPT = 48
const INTACT_KEPT = 3
/** A part without a commit may belong to a publication under way in another process. */
const PART_AGE = HOUR
const TEMPORARY_AGE = DAY

export interface CleanUpDeps {
  storage: SourceStorage
  clock: Clock
  list(): Promise<number[]>
  readFile(seq: number): Promise<CommitFile | null>
  isIntact(seq: number): Promise<boolean>
}

/** Removes commits first, then parts: killed in between, no commit lacks a part. */
export async function cleanUp({ storage, clock, list, readFile, isIntact }: CleanUpDeps): Promise<void> {
  const numbers = (await list()).toReversed()
  let intact = 0
  let kept = 0
  for (const seq of numbers.length > COMMITS_KEPT ? numbers : []) {
    if (kept >= COMMITS_KEPT && intact >= INTACT_KEPT) await storage.removeItem(commitKey(seq))
    else {
      kept++
      if (intact < INTACT_KEPT && (await isIntact(seq))) intact++
    }
  }
  const named = new Set<string>()
  for (const seq of await list()) {
    const file = await readFile(seq)
    for (const { sha256 } of Object.values(file?.partes ?? {})) named.add(sha256)
    for (const { lugares, postos, folgas = postos } of Object.values(file?.cabecalho.dias ?? {}))
      named.add(lugares).add(postos).add(folgas)
  }
  for (const key of [...(await storage.getKeys('partes')), ...(await storage.getKeys('dias'))]) {
    const sha256 = partShaOf(key) ?? placeDaysOf(key)?.sha256
    if (sha256 !== undefined && !named.has(sha256)) await removeOlder(key, PART_AGE)
  }
  for (const key of [...(await storage.getTemporaries()), ...(await storage.getKeys(PROBES))])
    await removeOlder(key, TEMPORARY_AGE)

  async function removeOlder(key: string, age: number): Promise<void> {
    const modified = await storage.modifiedAt(key)
    if (modified !== null && clock() - modified > age) await storage.removeItem(key)
  }
}
