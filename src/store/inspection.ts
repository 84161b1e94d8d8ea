import type { NomeDaFonte } from '../domain/state.ts'
import { GasolinaError, expected } from '../errors.ts'
import type { CheckedFiles } from './checked-files.ts'
import { commitKey, parseCommit, seqOf } from './commit-file.ts'
import type { Files } from './files.ts'
import { monthFileOf, setAsideOf } from './month-files.ts'
import { logPartOf } from './month-log.ts'
import { noteSchemas, parseNote } from './notes.ts'
import { partsHold } from './parts.ts'
import { isIntact } from './records.ts'
import { parseMonth } from './sale-rows.ts'

export interface InspectionDeps {
  files: Files
  checked: CheckedFiles
  fonte: NomeDaFonte
}

/** Damaged files looked at again each time, so that mending shows at once. The others' turn comes with the round. */
const LOOKED_AT_AGAIN = 100

/**
 * Goes round the store and reads every file whose contents prove themselves, a little at a time: damage shows before
 * somebody asks for what it holds. Gives a function that goes on for about so many milliseconds.
 */
export function createInspection({ files, checked, fonte }: InspectionDeps): (ms: number) => Promise<void> {
  /** What is left of this round, the next at the end. */
  let left: string[] = []

  return async (ms) => {
    const end = performance.now() + ms
    for (const key of checked.damaged().slice(0, LOOKED_AT_AGAIN)) await look(key)
    if (left.length === 0) left = await round()
    do {
      const key = left.pop()
      if (key === undefined) return
      await look(key)
    } while (performance.now() < end)
  }

  /** Newest commits first: they are what is served. */
  async function round(): Promise<string[]> {
    const keys = [...noteSchemas.keys()]
    for (const folder of ['historico', 'vendas', 'commits']) {
      const listed = await files.list(folder).catch(expected)
      checked.note(folder, listed === undefined)
      for (const key of listed ?? []) keys.push(key)
    }
    return keys
  }

  async function look(key: string): Promise<void> {
    const proof = proofOf(key)
    if (proof) await checked.tryRead(key, proof)
  }

  /** What tells whether a file is whole; undefined for files that prove nothing. */
  function proofOf(key: string): ((bytes: Buffer) => Promise<true | null>) | undefined {
    const seq = seqOf(key)
    if (seq !== undefined) return (bytes) => provesCommit(bytes, seq)
    const part = logPartOf(key)
    if (part) return async (bytes) => ((await isIntact(bytes, part.sha256)) ? true : null)
    const file = monthFileOf(key)
    if (file) return async (bytes) => (parseMonth(bytes, file) ? true : null)
    const schema = noteSchemas.get(key)
    if (schema) return async (bytes) => ((await parseNote(bytes, schema)) ? true : null)
    // Sales that only a damaged file had: what stands in its place lacks them.
    return setAsideOf(key) ? async () => null : undefined
  }

  async function provesCommit(bytes: Buffer, seq: number): Promise<true | null> {
    try {
      const file = parseCommit(bytes, seq, fonte)
      if (file && (await partsHold(files, file))) return true
      // Perhaps it was cleaned up meanwhile, its parts with it.
      return (await files.read(commitKey(seq))) === null ? true : null
    } catch (error) {
      // One of a newer program is not ours to judge.
      if (error instanceof GasolinaError && error.codigo === 'formato_desconhecido') return true
      throw error
    }
  }
}
