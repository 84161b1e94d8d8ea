import type { CopiaDaFonte } from '../../domain/state/commit-state.ts'
import { type GasolinaError, misconfigured } from '../../errors.ts'
import { type CommitFile, commitKey, parseCommit, readCommit, seqOf } from '../commits/commit-file.ts'
import { type SourceStorage, readOrDamaged } from '../engines/source-storage.ts'
import { partsOfKey, singleKeys, storeKey } from '../bytes/keys.ts'
import { probe } from '../engines/probe.ts'
import { checkOf } from './inspection.ts'
import { mapLimit } from '../../domain/basics/event-loop.ts'
import { notKept, pathOfKey } from '../bytes/storage-errors.ts'

const { lastAttempt, collectorLock, clockProbe } = singleKeys
const AT_ONCE = 8
/** A collector at work adds files during each round; a copy that never catches up ends all the same. */
const ROUNDS = 10

/**
 * Copies one source's part of a store into another, each file verified before and read back after. Commits come last, each after its
 * parts, so the copy can be served at any moment. An interrupted copy continues when started again. Rounds go on until one finds nothing
 * new, as the store may be collected into meanwhile. @throws {GasolinaError} `configuracao_invalida`: the target has other content.
 */
export async function copyStore(
  from: ReadOnly,
  to: SourceStorage,
  onProgress?: (done: number, total: number) => void,
): Promise<CopiaDaFonte> {
  /** Keys that are in the target now, with the same bytes. */
  const inTarget = new Set<string>()
  /** Keys that the target had at the beginning of the round. */
  let there: ReadonlySet<string> = new Set()
  const written = new Set<string>()
  const damaged = new Set<string>()
  let bytesWritten = 0
  const isMissing = (key: string) => !inTarget.has(key) && !damaged.has(key)
  await refuseOtherContent(from, to)
  const temporaries = await to.getTemporaries()
  await probe(to)
  for (let round = 1; round <= ROUNDS; round++) if (await copyRound()) break
  // A writer at work would have renamed its own by now, or writes it again.
  for (const key of temporaries) await to.removeItem(key)
  const numbers = [...inTarget].map(seqOf).filter((seq) => seq !== undefined)
  return {
    fonte: to.fonte,
    commits: numbers.length,
    ultimo: numbers.length > 0 ? Math.max(...numbers) : null,
    copiados: written.size,
    bytes: bytesWritten,
    jaEstavam: inTarget.size - written.size,
    danificados: [...damaged].toSorted(),
  }

  /** True when there was nothing to copy. */
  async function copyRound(): Promise<boolean> {
    // Read before the listing, so that the commit named by the note is listed.
    const note = await from.getItemRaw(lastAttempt)
    const keys = (await from.getKeys('')).filter((key) => !isOfTheMoment(key))
    there = new Set(await to.getKeys(''))
    // With a new commit, its collector may have folded the log into files of stations: those are read again.
    if (keys.some((key) => isCommit(key) && isMissing(key))) forgetWhatChanges()
    const missing = keys.filter(isMissing)
    let done = 0
    const gone: string[] = []
    const others = missing.filter((key) => !isCommit(key))
    await mapLimit(others, AT_ONCE, async (key) => {
      if (!(await copyFile(key))) gone.push(key)
      onProgress?.(++done, missing.length)
    })
    for (const key of missing.filter(isCommit)) {
      await copyCommit(key)
      onProgress?.(++done, missing.length)
    }
    if (note && (await isIntact(lastAttempt, note))) await to.setItemRaw(lastAttempt, note)
    const isFolded = gone.some((key) => partsOfKey('sales', key))
    if (isFolded) forgetWhatChanges()
    return !isFolded && missing.length === 0
  }

  /** False when it is gone: folded or cleaned up since it was listed. */
  async function copyFile(key: string): Promise<boolean> {
    const bytes = await readOrDamaged(from, key)
    if (bytes === null) return false
    if (bytes && (await isIntact(key, bytes))) await place(key, bytes, () => to.setItemRaw(key, bytes))
    else damaged.add(key)
    return true
  }

  async function copyCommit(key: string): Promise<void> {
    const bytes = await readOrDamaged(from, key)
    if (bytes === null) return
    const file = bytes && parse(key, bytes)
    const parts = file ? Object.values(file.partes).map((part) => storeKey('part', part)) : []
    if (!bytes || !file || !parts.every((part) => inTarget.has(part))) {
      // A clean-up removes a commit before its parts: a part missing of a commit that is gone too is no damage.
      if ((await from.getItemRaw(key)) !== null) damaged.add(key)
      return
    }
    await place(key, bytes, async () => {
      if (await to.create(key, bytes)) return
      const other = await readOrDamaged(to, key)
      if (other && parse(key, other))
        throw misconfigured(
          'Outro processo publica em GASOLINA_STORAGE: pare quem coleta ali e copie de novo.',
        )
      await to.setItemRaw(key, bytes)
    })
  }

  async function place(key: string, bytes: Buffer, write: () => Promise<void>): Promise<void> {
    if (!there.has(key) || !(await readOrDamaged(to, key))?.equals(bytes)) {
      await write()
      if (!(await to.getItemRaw(key))?.equals(bytes)) throw notKept()
      written.add(key)
      bytesWritten += bytes.length
    }
    inTarget.add(key)
  }

  function parse(key: string, bytes: Buffer): CommitFile | null {
    return parseCommit(bytes, seqOf(key) ?? 0, to.fonte)
  }

  function forgetWhatChanges(): void {
    for (const key of inTarget)
      if (!isCommit(key) && !partsOfKey('sales', key) && !partsOfKey('part', key)) inTarget.delete(key)
  }
}

function isCommit(key: string): boolean {
  return seqOf(key) !== undefined
}

/** True also for files without a checksum, and for damaged ones set aside, which may be repaired by hand. */
async function isIntact(key: string, bytes: Buffer): Promise<boolean> {
  const check = partsOfKey('setAside', key) ? undefined : checkOf(key)
  return !check || check(bytes)
}

export type ReadOnly = Pick<SourceStorage, 'fonte' | 'getItemRaw' | 'getKeys'>

/** The lock, the note of the last attempt and probes: of this store alone, never copied. */
function isOfTheMoment(key: string): boolean {
  return key === lastAttempt || key === collectorLock || key === clockProbe || key.startsWith('sondas:')
}

/** A target may be empty, or an older or partial copy of this store. @throws {GasolinaError} `configuracao_invalida` for any other. */
export async function refuseOtherContent(from: ReadOnly, to: SourceStorage) {
  const [ours, theirs] = await Promise.all([from.getKeys(''), to.getKeys('')])
  const known = new Set(ours)
  const commits = theirs.map(seqOf).filter((seq) => seq !== undefined)
  if (commits.length === 0) {
    const other = theirs.find((key) => !known.has(key) && !isOfTheMoment(key))
    if (other !== undefined) throw otherContent(`há nele ${pathOfKey(other)}, que a origem não tem`)
    return
  }
  const newest = ours.reduce((most, key) => Math.max(most, seqOf(key) ?? 0), 0)
  const ahead = commits.find((seq) => seq > newest)
  if (ahead !== undefined) throw otherContent(`o commit ${ahead} dele é mais novo que os da origem`)
  for (const seq of commits.toReversed()) {
    const there = await readCommit(to, seq)
    // A damaged commit proves nothing; the copy replaces it.
    if (there === null) continue
    if (!known.has(commitKey(seq))) break
    const here = await readCommit(from, seq)
    if (here === null) continue
    if (here.sha256 === there.sha256) return
    throw otherContent(`o commit ${seq} dele é outro`)
  }
  throw otherContent('nenhum commit dele é da origem')
}

function otherContent(reason: string): GasolinaError {
  return misconfigured(`GASOLINA_STORAGE já guarda outra coisa (${reason}): copie para um lugar vazio.`)
}
