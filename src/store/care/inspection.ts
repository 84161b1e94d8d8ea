import { createHash } from 'node:crypto'
import type { Acervo } from '../../domain/state/commit-state.ts'
import { GasolinaError, expected } from '../../errors.ts'
import { type CheckedFiles, isAway } from '../engines/checked-files.ts'
import { commitKey, parseCommit, readCommit, seqOf } from '../commits/commit-file.ts'
import { countFiles, missingFiles } from '../sales/file-counts.ts'
import { parseMonthlyNote } from '../monthly-files/published-months.ts'
import { type Folder, MONTH_FOLDER, partsOfKey, storeKey } from '../bytes/keys.ts'
import { parseMonth } from '../sales/sale-rows.ts'
import { noteSchemas, parseNote } from '../notes/note-files.ts'
import { mapLimit } from '../../domain/basics/event-loop.ts'
import { BODY_AT, bytesOf, checkedBody, hashOf, isIntact } from '../bytes/checked-json.ts'
import { partsHold } from '../commits/parts.ts'

/** Folders in the order of their inspection: a round takes the first three by position. */
const FOLDERS: readonly Folder[] = ['commits', 'vendas', 'historico', 'dias', 'mudancas', 'mensais']
const READ_AT_ONCE = 4
/** Bytes of a large file read and hashed at a time: less than a millisecond, as what answers waits. */
const PIECE = 256 * 1024
/** Bytes between two looks at the clock. */
const TURN = 4 * PIECE
/** Bytes that a file read whole counts as: most of these are small. */
const WHOLE = PIECE / 16
/** Most damaged or refused files read again at each inspection, so that a repair shows at once; more of them wait for the next round. */
const LOOKED_AT_AGAIN = 100

/** Reads piece by piece, and yields the bytes of each. */
type Reader<Result = void> = AsyncGenerator<number, Result, void>

/**
 * Reads every file with a checksum in rounds, so that damage shows before a question needs the file. `inspect` works for about so
 * many milliseconds and goes on where it ended, within a file too: read whole at eighty times the size of the state, files made V8
 * collect garbage four times a second, and answers then took ten times as long. `noteMissing` only lists, and begins a round.
 */
export function createInspection(files: CheckedFiles) {
  /** Keys left in this round, the next one last. */
  let left: string[] = []
  /** Each looks at one file after another; none between two rounds. */
  let readers: Reader[] = []
  /** Parts found whole in this round: most commits share some. */
  const sound = new Set<string>()

  return { inspect, noteMissing: beginRound }

  async function inspect(ms: number): Promise<void> {
    const end = performance.now() + ms
    const again = [...files.damaged(), ...files.refused().map(({ key }) => key)]
    // Folders and months that lack files are checked by a listing.
    if (readers.length > 0 && again.some((key) => seqOf(key) === undefined && !checkOf(key))) await round()
    if (again.length > 0) sound.clear()
    await mapLimit(again.slice(0, LOOKED_AT_AGAIN), READ_AT_ONCE, readWhole)
    if (readers.length === 0) await beginRound()
    do {
      const hasMore = await Promise.all(readers.map(readOn))
      readers = readers.filter((_, i) => hasMore[i])
    } while (readers.length > 0 && performance.now() < end)
  }

  async function beginRound(): Promise<void> {
    left = await round()
    readers = Array.from({ length: READ_AT_ONCE }, readNext)
  }

  async function* readNext(): Reader {
    for (let key = left.pop(); key !== undefined; key = left.pop())
      if (yield* isWholeInPieces(key)) files.note(key, false)
      else {
        await readWhole(key)
        yield WHOLE
      }
  }

  /** Newest commits first, as they are served. They are listed first too: the files they count existed before. */
  async function round(): Promise<string[]> {
    sound.clear()
    const lists = await mapLimit(FOLDERS, 1, list)
    const [commits = [], log = [], months = []] = lists
    // The content of a refused folder is unknown.
    if (!files.refused().some(({ key }) => key === 'vendas' || key === 'historico')) {
      const gone = missingFiles(await countsOfNewest(commits), countFiles([...log, ...months]))
      for (const key of files.damaged()) if (MONTH_FOLDER.test(key)) files.note(key, false)
      for (const key of gone) files.note(key, true)
    }
    return [...noteSchemas.keys(), ...lists.toReversed().flat()]
  }

  async function list(folder: Folder): Promise<string[]> {
    const listed = await files.getKeys(folder).catch((error: unknown) => {
      if (isAway(error)) throw error
      return files.notRead(folder, error)
    })
    if (listed) files.note(folder, false)
    return listed ?? []
  }

  async function countsOfNewest(commits: readonly string[]): Promise<Acervo | undefined> {
    for (const key of commits.toReversed()) {
      const file = await readCommit(files, seqOf(key) ?? 0).catch(expected)
      if (file) return file.cabecalho.acervo
    }
    return undefined
  }

  /** False also of a small file, one that was replaced meanwhile and one that cannot be read: `readWhole` tells. */
  async function* isWholeInPieces(key: string): Reader<boolean> {
    try {
      const seq = seqOf(key)
      if (seq === undefined) return yield* hasItsSum(files, key)
      const { partes } = (await readCommit(files, seq)) ?? {}
      for (const { sha256 } of Object.values(partes ?? {})) {
        if (sound.has(sha256)) continue
        if (!(yield* hasItsSum(files, storeKey('part', { sha256 })))) return false
        sound.add(sha256)
      }
      return partes !== undefined
    } catch {
      return false
    }
  }

  async function readWhole(key: string): Promise<void> {
    const seq = seqOf(key)
    const check = seq === undefined ? checkOf(key) : (bytes: Buffer) => checkCommit(bytes, seq)
    if (check) await files.tryRead(key, async (bytes) => (await check(bytes)) || null)
  }

  async function checkCommit(bytes: Buffer, seq: number): Promise<boolean> {
    try {
      const file = parseCommit(bytes, seq, files.fonte)
      if (file && (await partsHold(files, file))) return true
      // A clean-up may have removed it and its parts.
      return (await files.getItemRaw(commitKey(seq))) === null
    } catch (error) {
      // The commit of a newer program cannot be checked.
      if (error instanceof GasolinaError && error.codigo === 'formato_desconhecido') return true
      throw error
    }
  }
}

/** Goes on for a turn; false at the end. */
async function readOn(reader: Reader): Promise<boolean> {
  for (let bytes = 0; bytes < TURN;) {
    const turn = await reader.next()
    if (turn.done) return false
    bytes += turn.value
  }
  return true
}

/** True when the content of a file has the checksum that its name or its first line says; false of kinds that are always small. */
async function* hasItsSum(files: CheckedFiles, key: string): Reader<boolean> {
  const records = partsOfKey('sales', key) ?? partsOfKey('days', key) ?? partsOfKey('part', key)
  if (records) {
    const stored = await files.getItemRaw(key)
    return stored !== null && (yield* hashInPieces(bytesOf(stored, PIECE))) === records.sha256
  }
  const monthlyFile = partsOfKey('monthlyFile', key)
  if (monthlyFile) return (yield* hashInPieces(piecesOf(files, key, 0))) === monthlyFile.sha256
  if (!partsOfKey('changes', key)) return false
  const first = await files.readRange(key, { from: 0, length: BODY_AT })
  return first?.toString('latin1') === `${yield* hashInPieces(piecesOf(files, key, BODY_AT))}\n`
}

async function* hashInPieces(pieces: AsyncIterable<Buffer> | Buffer[]): Reader<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece.length
  }
  return hash.digest('hex')
}

async function* piecesOf(files: CheckedFiles, key: string, from: number): AsyncGenerator<Buffer> {
  for (let at = from, length = PIECE; length === PIECE; at += PIECE) {
    const piece = await files.readRange(key, { from: at, length: PIECE })
    length = piece?.length ?? 0
    if (piece) yield piece
  }
}

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
