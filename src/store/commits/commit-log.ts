import { isDeepStrictEqual } from 'node:util'
import type { Commit } from '../../domain/state/commit-state.ts'
import { DAY, HOUR } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import * as commitFile from './commit-file.ts'
import { partsHold, readParts, writeParts } from './parts.ts'
import { type FuelOf, recoverParts } from './recover-parts.ts'
import { partsOfKey } from '../bytes/keys.ts'

/** Attempts of a reader, as commits may be added or removed meanwhile. */
const ROUNDS = 5
const COMMITS_KEPT = 48
const INTACT_KEPT = 3
/** A part without a commit may belong to a publication under way in another process. */
const PART_AGE = HOUR
const TEMPORARY_AGE = DAY

/** Number and checksum together identify a commit: a store that was begun anew uses the same numbers again. */
export interface Head {
  seq: number
  /** Null when its file is damaged. */
  sha256: string | null
}

export interface Loaded {
  commit: Commit
  /** Damaged commits, newer than `commit` or the very one that was held; for `situacao`. */
  damaged: number[]
}

export function createCommits(files: CheckedFiles) {
  /** The commit last loaded or published, used again while the disk has the same one. */
  let known: Commit | undefined
  const fileOf = (seq: number) => commitFile.readCommit(files, seq)

  return {
    list,
    head,
    load,
    publish,
    recover: (fuelsSold: () => Promise<FuelOf>) => recoverParts(files, fuelsSold),
    cleanUp,
  }

  /** Numbers present, loadable or not, ascending. */
  async function list(): Promise<number[]> {
    return (await files.getKeys('commits')).map(commitFile.seqOf).filter((seq) => seq !== undefined)
  }

  /** The newest commit present, loadable or not; null when there is none. Followers poll it every few seconds. */
  async function head(): Promise<Head | null> {
    const seq = (await list()).at(-1)
    return seq === undefined ? null : { seq, sha256: (await fileOf(seq))?.sha256 ?? null }
  }

  /**
   * The newest commit whose checksums match, with the numbers of newer damaged ones; null when there is none at all. `held`, a commit in
   * memory, is returned where its files are damaged. @throws {GasolinaError} `dados_indisponiveis` when none loads; `formato_desconhecido`.
   */
  async function load(held?: Commit): Promise<Loaded | null> {
    let numbers = await list()
    for (let round = 1; ; round++) {
      const found = await newestWhole(numbers, held)
      if (found?.damaged.length === 0) return found
      // A clean-up or a publication may have happened meanwhile, so list again.
      const again = await list()
      if (round === ROUNDS || isDeepStrictEqual(numbers, again)) {
        if (found) return found
        if (again.length === 0) return null
        throw new GasolinaError(
          'dados_indisponiveis',
          `Nenhum commit do armazenamento está íntegro (há ${again.length}); a próxima coleta publica um novo.`,
          { tentarEm: 60 },
        )
      }
      numbers = again
    }
  }

  async function newestWhole(numbers: number[], held: Commit | undefined): Promise<Loaded | null> {
    const damaged: number[] = []
    for (const seq of numbers.toReversed()) {
      const file = await fileOf(seq)
      const commit = file && (await read(file))
      if (commit) {
        files.note(commitFile.commitKey(seq), false)
        return { commit, damaged }
      }
      damaged.push(seq)
      if (seq === held?.cabecalho.seq) return { commit: held, damaged }
    }
    return null
  }

  /** Null when a part is missing or damaged. The parts on the disk are verified even when the commit is in memory. */
  async function read(file: commitFile.CommitFile): Promise<Commit | null> {
    const { sha256, cabecalho } = file
    if (known?.sha256 === sha256) {
      const commit = known
      return (await partsHold(files, file)) ? commit : null
    }
    const content = await readParts(files, file, known)
    if (!content) return null
    known = { sha256, cabecalho, ...content }
    return known
  }

  /**
   * Publishes `draft` under the number after the highest present: parts first, then one exclusive create. `superseded`: another collector
   * published since `draft.prev` was loaded. @throws {GasolinaError} `armazenamento_falhou`; the old data stays. `formato_desconhecido`.
   */
  async function publish(draft: commitFile.Draft): Promise<Commit | 'superseded'> {
    const numbers = await list()
    for (const seq of numbers.toReversed()) {
      if (seq <= (draft.prev ?? 0) && !(await isAnother(seq, draft))) break
      if (await isIntact(seq)) return 'superseded'
    }
    // After the highest present, not the highest whole: a damaged newest commit must not block this place for ever.
    const seq = Math.max(draft.prev ?? 0, numbers.at(-1) ?? 0) + 1
    const parts = await writeParts(files, draft)
    const content = commitFile.commitOf(draft, seq, files.fonte)
    const { sha256, bytes } = commitFile.formatCommit({ cabecalho: content.cabecalho, partes: parts.partes })
    if (!(await createCommit(commitFile.commitKey(seq), bytes))) return 'superseded'
    await parts.secure()
    known = { sha256, ...content }
    return known
  }

  /** True when the number of the commit that was merged upon belongs to another one by now. */
  async function isAnother(seq: number, { prev, prevSha256 }: commitFile.Draft): Promise<boolean> {
    const file = seq === prev && prevSha256 !== undefined && (await fileOf(seq))
    return file ? file.sha256 !== prevSha256 : false
  }

  /** After an error of the create its outcome is unknown: reading back decides. */
  async function createCommit(key: string, bytes: Buffer): Promise<boolean> {
    try {
      return await files.create(key, bytes)
    } catch (error) {
      const there = await files.getItemRaw(key).catch(() => null)
      if (there?.equals(bytes)) return true
      throw error
    }
  }

  async function isIntact(seq: number): Promise<boolean> {
    const file = await fileOf(seq)
    return file !== null && (await partsHold(files, file))
  }

  /** Under the collector's lock only. Commits go before the parts that no other commit names: killed in between, none lacks a part. */
  async function cleanUp(): Promise<void> {
    const numbers = (await list()).toReversed()
    let intact = 0
    let kept = 0
    for (const seq of numbers.length > COMMITS_KEPT ? numbers : []) {
      if (kept >= COMMITS_KEPT && intact >= INTACT_KEPT) await files.removeItem(commitFile.commitKey(seq))
      else {
        kept++
        if (intact < INTACT_KEPT && (await isIntact(seq))) intact++
      }
    }
    const named = new Set<string>()
    for (const seq of await list()) {
      const file = await fileOf(seq)
      for (const { sha256 } of Object.values(file?.partes ?? {})) named.add(sha256)
      for (const { lugares, postos, folgas = postos } of Object.values(file?.cabecalho.dias ?? {}))
        named.add(lugares).add(postos).add(folgas)
    }
    for (const key of [...(await files.getKeys('partes')), ...(await files.getKeys('dias'))]) {
      const { sha256 } = partsOfKey('part', key) ?? partsOfKey('days', key) ?? {}
      if (sha256 !== undefined && !named.has(sha256)) await files.removeOlder(key, PART_AGE)
    }
    for (const key of [...(await files.getTemporaries()), ...(await files.getKeys('sondas'))])
      await files.removeOlder(key, TEMPORARY_AGE)
  }
}
