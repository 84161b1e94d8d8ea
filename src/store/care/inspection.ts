import type { Acervo, NomeDaFonte } from '../../domain/state/commit-state.ts'
import { GasolinaError, expected } from '../../errors.ts'
import { type CheckedFiles, isAway } from '../engines/checked-files.ts'
import { type CommitFile, commitKey, parseCommit, seqOf } from '../commits/commit-file.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { countFiles, missingFiles } from '../sales/file-counts.ts'
import { parseMonthlyNote } from '../monthly-files/published-months.ts'
import { partsOfKey } from '../bytes/keys.ts'
import { parseMonth } from '../sales/sale-rows.ts'
import { noteSchemas, parseNote } from '../notes/note-files.ts'
import { mapLimit } from '../../domain/basics/event-loop.ts'
import { checkedBody, hashOf, isIntact } from '../bytes/checked-json.ts'
import { partsHold } from '../commits/parts.ts'

const MONTH = /^(vendas|historico):\d{4}-\d\d$/

const READ_AT_ONCE = 4
/** Most damaged or refused files read again at each inspection, so that a repair shows at once; more of them wait for the next round. */
const LOOKED_AT_AGAIN = 100

/**
 * Reads every file with a checksum in rounds, a few at a time, so that damage shows before a question needs the file. `inspect`
 * works for about so many milliseconds; `noteMissing` only lists, and begins a round.
 */
export function createInspection(storage: SourceStorage, checked: CheckedFiles, fonte: NomeDaFonte) {
  /** Keys left in this round, the next one last. */
  let left: string[] = []
  /** Parts found whole in this round: most commits share some. */
  const sound = new Set<string>()

  return { inspect, noteMissing: async () => void (left = await round()) }

  async function inspect(ms: number): Promise<void> {
    const end = performance.now() + ms
    const again = [...checked.damaged(), ...checked.refused().map(({ key }) => key)]
    // Folders and months that lack files are checked by a listing.
    if (left.length > 0 && again.some((key) => seqOf(key) === undefined && !checkOf(key))) await round()
    if (again.length > 0) sound.clear()
    await mapLimit(again.slice(0, LOOKED_AT_AGAIN), READ_AT_ONCE, look)
    if (left.length === 0) left = await round()
    do await Promise.all(left.splice(-READ_AT_ONCE).map(look))
    while (left.length > 0 && performance.now() < end)
  }

  /** Newest commits first, as they are served. They are listed first too: the files they count existed before. */
  async function round(): Promise<string[]> {
    sound.clear()
    const commits = await list('commits')
    const log = await list('vendas')
    const months = await list('historico')
    const changes = await list('mudancas')
    const days = await list('dias')
    const monthlyFiles = await list('mensais')
    // The content of a refused folder is unknown.
    if (!checked.refused().some(({ key }) => key === 'vendas' || key === 'historico')) {
      const gone = missingFiles(await countsOfNewest(commits), countFiles([...log, ...months]))
      for (const key of checked.damaged()) if (MONTH.test(key)) checked.note(key, false)
      for (const key of gone) checked.note(key, true)
    }
    return [...noteSchemas.keys(), ...monthlyFiles, ...changes, ...days, ...months, ...log, ...commits]
  }

  async function list(folder: string): Promise<string[]> {
    const listed = await storage.getKeys(folder).catch((error: unknown) => {
      if (isAway(error)) throw error
      return checked.notRead(folder, error)
    })
    if (listed) checked.note(folder, false)
    return listed ?? []
  }

  /** The counts of sales files in the newest readable commit. */
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
    const check = seq === undefined ? checkOf(key) : (bytes: Buffer) => checkCommit(bytes, seq)
    if (check) await checked.tryRead(key, async (bytes) => (await check(bytes)) || null)
  }

  async function checkCommit(bytes: Buffer, seq: number): Promise<boolean> {
    try {
      const file = parseCommit(bytes, seq, fonte)
      if (file && (await partsHold(storage, file, sound))) return true
      // A clean-up may have removed it and its parts.
      return (await storage.getItemRaw(commitKey(seq))) === null
    } catch (error) {
      // The commit of a newer program cannot be checked.
      if (error instanceof GasolinaError && error.codigo === 'formato_desconhecido') return true
      throw error
    }
  }
}

/** True when the bytes are intact and belong to their key. */
type Check = (bytes: Buffer) => Promise<boolean>

/** The check of a file by its key; undefined for files without a checksum. Commits are checked with their parts. */
export function checkOf(key: string): Check | undefined {
  const records = partsOfKey('sales', key) ?? partsOfKey('days', key) ?? partsOfKey('part', key)
  if (records) return (bytes) => isIntact(bytes, records.sha256)
  const monthlyFiles = partsOfKey('monthlyFile', key)
  if (monthlyFiles) return async (bytes) => (await hashOf(bytes)) === monthlyFiles.sha256
  if (partsOfKey('monthlyNote', key)) return async (bytes) => parseMonthlyNote(key, bytes) !== null
  const file = partsOfKey('stationMonth', key)
  if (file) return async (bytes) => parseMonth(bytes, file) !== null
  if (partsOfKey('changes', key)) return async (bytes) => (await checkedBody(bytes)) !== null
  const schema = noteSchemas.get(key)
  if (schema) return async (bytes) => (await parseNote(bytes, schema)) !== null
  // Always damaged: the file in its place may lack its sales.
  return partsOfKey('setAside', key) ? async () => false : undefined
}
