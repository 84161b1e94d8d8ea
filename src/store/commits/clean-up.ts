import type { Clock } from '../../domain/basics/time.ts'
import { DAY, HOUR } from '../../domain/basics/time.ts'
import type { CommitFile } from './commit-file.ts'
import { commitKey } from './commit-file.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { placeDaysOf } from './place-days.ts'
import { partShaOf } from './parts.ts'
import { PROBES } from '../engines/probe.ts'

const COMMITS_KEPT = 48
const KEEP_WHOLE = 3
/** A part nobody names may belong to a publication under way in another process. */
const PART_AGE = HOUR
const TEMPORARY_AGE = DAY

export interface CleanUpDeps {
  storage: SourceStorage
  clock: Clock
  list(): Promise<number[]>
  readFile(seq: number): Promise<CommitFile | null>
  holds(seq: number): Promise<boolean>
}

/** Commits first, then parts: killed in between, it leaves parts too many, never too few. */
export async function cleanUp({ storage, clock, list, readFile, holds }: CleanUpDeps): Promise<void> {
  const numbers = (await list()).toReversed()
  let whole = 0
  let kept = 0
  for (const seq of numbers.length > COMMITS_KEPT ? numbers : []) {
    if (kept >= COMMITS_KEPT && whole >= KEEP_WHOLE) await storage.removeItem(commitKey(seq))
    else {
      kept++
      if (whole < KEEP_WHOLE && (await holds(seq))) whole++
    }
  }
  const named = new Set<string>()
  for (const seq of await list()) {
    const file = await readFile(seq)
    for (const { sha256 } of Object.values(file?.partes ?? {})) named.add(sha256)
    for (const { lugares, postos } of Object.values(file?.cabecalho.dias ?? {}))
      named.add(lugares).add(postos)
  }
  for (const key of await storage.getKeys('partes')) {
    const sha256 = partShaOf(key)
    if (sha256 && !named.has(sha256)) await removeOlder(key, PART_AGE)
  }
  for (const key of await storage.getKeys('dias')) {
    const days = placeDaysOf(key)
    if (days && !named.has(days.sha256)) await removeOlder(key, PART_AGE)
  }
  for (const key of [...(await storage.getTemporaries()), ...(await storage.getKeys(PROBES))])
    await removeOlder(key, TEMPORARY_AGE)

  async function removeOlder(key: string, age: number): Promise<void> {
    const modified = await storage.modifiedAt(key)
    if (modified !== null && clock() - modified > age) await storage.removeItem(key)
  }
}
