import type { NomeDaFonte } from '../../domain/state/commit-state.ts'
import { GasolinaError } from '../../errors.ts'
import { commitKey, parseCommit, seqOf } from '../commits/commit-file.ts'
import type { Files } from '../engines/files.ts'
import { PROBE, readOrDamaged } from '../engines/files.ts'
import { LOCK } from '../engines/lock.ts'
import { LAST_ATTEMPT } from '../notes/note-files.ts'
import { PROBES } from '../engines/probe.ts'
import { placeOf } from '../bytes/storage-errors.ts'

/** The lock, the note of the last attempt and probes: each store has its own. */
export function isOfTheMoment(key: string): boolean {
  return key === LOCK || key === LAST_ATTEMPT || key === PROBE || key.startsWith(`${PROBES}:`)
}

/**
 * A target may be empty, hold what a copy that was broken off left, or an older copy of the same store.
 * @throws {GasolinaError} `configuracao_invalida` for anything else: it would be mixed with what is copied.
 */
export async function refuseOtherContent(from: Files, to: Files, fonte: NomeDaFonte): Promise<void> {
  const [ours, theirs] = await Promise.all([from.list(''), to.list('')])
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
    // One that is damaged tells nothing; the copy mends it.
    if (there === null) continue
    if (!known.has(commitKey(seq))) break
    const here = await readCommit(from, seq, fonte)
    if (here === null) continue
    if (here === there) return
    throw otherContent(`o commit ${seq} dele é outro`)
  }
  throw otherContent('nenhum commit dele é da origem')
}

/** Its checksum; null when it is not whole. */
async function readCommit(files: Files, seq: number, fonte: NomeDaFonte): Promise<string | null> {
  const bytes = await readOrDamaged(files, commitKey(seq))
  return bytes ? (parseCommit(bytes, seq, fonte)?.sha256 ?? null) : null
}

function otherContent(reason: string): GasolinaError {
  return new GasolinaError(
    'configuracao_invalida',
    `GASOLINA_STORAGE já guarda outra coisa (${reason}): copie para um lugar vazio.`,
  )
}
