import type { NomeDaFonte } from '../../domain/state/commit-state.ts'
import { GasolinaError } from '../../errors.ts'
import { commitKey, parseCommit, seqOf } from '../commits/commit-file.ts'
import { type SourceStorage, readOrDamaged } from '../engines/source-storage.ts'
import { LOCK, PROBE } from '../engines/lock.ts'
import { LAST_ATTEMPT } from '../notes/note-files.ts'
import { PROBES } from '../engines/probe.ts'
import { placeOf } from '../bytes/storage-errors.ts'

/** The operations of the store that is copied. */
export type ReadOnly = Pick<SourceStorage, 'getItemRaw' | 'getKeys'>

/** The lock, the note of the last attempt and probes: of this store alone, never copied. */
export function isOfTheMoment(key: string): boolean {
  return key === LOCK || key === LAST_ATTEMPT || key === PROBE || key.startsWith(`${PROBES}:`)
}

/**
 * A target may be empty, the rest of an interrupted copy, or an older copy of the same store.
 * @throws {GasolinaError} `configuracao_invalida` for anything else: the two would be mixed.
 */
export async function refuseOtherContent(
  from: ReadOnly,
  to: SourceStorage,
  fonte: NomeDaFonte,
): Promise<void> {
  const [ours, theirs] = await Promise.all([from.getKeys(''), to.getKeys('')])
  const known = new Set(ours)
  const commits = theirs.map(seqOf).filter((seq) => seq !== undefined)
  if (commits.length === 0) {
    const other = theirs.find((key) => !known.has(key) && !isOfTheMoment(key))
    if (other !== undefined) throw otherContent(`há nele ${placeOf(other)}, que a origem não tem`)
    return
  }
  const newest = ours.reduce((most, key) => Math.max(most, seqOf(key) ?? 0), 0)
  const ahead = commits.find((seq) => seq > newest)
  if (ahead !== undefined) throw otherContent(`o commit ${ahead} dele é mais novo que os da origem`)
  for (const seq of commits.toReversed()) {
    const there = await readCommit(to, seq, fonte)
    // A damaged commit proves nothing; the copy replaces it.
    if (there === null) continue
    if (!known.has(commitKey(seq))) break
    const here = await readCommit(from, seq, fonte)
    if (here === null) continue
    if (here === there) return
    throw otherContent(`o commit ${seq} dele é outro`)
  }
  throw otherContent('nenhum commit dele é da origem')
}

/** The checksum of a commit; null when it is damaged or absent. */
async function readCommit(storage: ReadOnly, seq: number, fonte: NomeDaFonte): Promise<string | null> {
  const bytes = await readOrDamaged(storage, commitKey(seq))
  return bytes ? (parseCommit(bytes, seq, fonte)?.sha256 ?? null) : null
}

function otherContent(reason: string): GasolinaError {
  return new GasolinaError(
    'configuracao_invalida',
    `GASOLINA_STORAGE já guarda outra coisa (${reason}): copie para um lugar vazio.`,
  )
}
