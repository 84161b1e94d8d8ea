import type { Acervo, NomeDaFonte } from '../../domain/state/commit-state.ts'
import { GasolinaError, expected } from '../../errors.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { isAway } from '../engines/checked-files.ts'
import type { CommitFile } from '../commits/commit-file.ts'
import { commitKey, parseCommit, seqOf } from '../commits/commit-file.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { countFiles, missingFiles } from '../sales/file-counts.ts'
import { noteSchemas } from '../notes/note-files.ts'
import { proofOf } from '../notes/intactness.ts'
import { mapLimit } from '../bytes/event-loop.ts'
import { partsHold } from '../commits/parts.ts'

export interface InspectionDeps {
  storage: SourceStorage
  checked: CheckedFiles
  fonte: NomeDaFonte
}

const MONTH = /^(vendas|historico):\d{4}-\d\d$/

const READ_AT_ONCE = 4
/** Files damaged or refused that are looked at again each time, so that mending shows at once. The others' turn comes with the round. */
const LOOKED_AT_AGAIN = 100

/**
 * Goes round the store and reads every file whose contents prove themselves, a little at a time: damage shows before
 * somebody asks for what it holds. Gives a function that goes on for about so many milliseconds.
 */
export function createInspection({ storage, checked, fonte }: InspectionDeps): (ms: number) => Promise<void> {
  /** What is left of this round, the next at the end. */
  let left: string[] = []
  /** Parts found whole in this round: most commits share some. */
  const sound = new Set<string>()

  return async (ms) => {
    const end = performance.now() + ms
    const again = [...checked.damaged(), ...checked.refused().map(({ key }) => key)]
    // Of folders, and of months that lack files, a listing tells.
    if (left.length > 0 && again.some((key) => seqOf(key) === undefined && !proofOf(key))) await round()
    if (again.length > 0) sound.clear()
    await mapLimit(again.slice(0, LOOKED_AT_AGAIN), READ_AT_ONCE, look)
    if (left.length === 0) left = await round()
    do await Promise.all(left.splice(-READ_AT_ONCE).map(look))
    while (left.length > 0 && performance.now() < end)
  }

  /** Newest commits first: they are what is served. They are listed first too, for what they tell of was there before. */
  async function round(): Promise<string[]> {
    sound.clear()
    const commits = await list('commits')
    const log = await list('vendas')
    const months = await list('historico')
    const changes = await list('mudancas')
    const days = await list('dias')
    const bulk = await list('mensais')
    // Of what is refused nobody knows what it holds.
    if (!checked.refused().some(({ key }) => key === 'vendas' || key === 'historico')) {
      const gone = missingFiles(await countsOfNewest(commits), countFiles([...log, ...months]))
      for (const key of checked.damaged()) if (MONTH.test(key)) checked.note(key, false)
      for (const key of gone) checked.note(key, true)
    }
    return [...noteSchemas.keys(), ...bulk, ...changes, ...days, ...months, ...log, ...commits]
  }

  async function list(folder: string): Promise<string[]> {
    const listed = await storage.getKeys(folder).catch((error: unknown) => {
      if (isAway(error)) throw error
      return checked.notRead(folder, error)
    })
    if (listed) checked.note(folder, false)
    return listed ?? []
  }

  /** The files of sales that there are to be, as the newest commit tells that can be read. */
  async function countsOfNewest(commits: readonly string[]): Promise<Acervo | undefined> {
    for (const key of commits.toReversed()) {
      const file = await readCommit(key).catch(expected)
      if (file) return file.cabecalho.acervo
    }
    return undefined
  }

  async function readCommit(key: string): Promise<CommitFile | null> {
    const [seq, bytes] = [seqOf(key), await storage.getItemRaw(key)]
    return seq !== undefined && bytes ? parseCommit(bytes, seq, fonte) : null
  }

  async function look(key: string): Promise<void> {
    const seq = seqOf(key)
    const proof = seq === undefined ? proofOf(key) : (bytes: Buffer) => provesCommit(bytes, seq)
    if (proof) await checked.tryRead(key, proof)
  }

  async function provesCommit(bytes: Buffer, seq: number): Promise<true | null> {
    try {
      const file = parseCommit(bytes, seq, fonte)
      if (file && (await partsHold(storage, file, sound))) return true
      // Perhaps it was cleaned up meanwhile, its parts with it.
      return (await storage.getItemRaw(commitKey(seq))) === null ? true : null
    } catch (error) {
      // One of a newer program is not ours to judge.
      if (error instanceof GasolinaError && error.codigo === 'formato_desconhecido') return true
      throw error
    }
  }
}
