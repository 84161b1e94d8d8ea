import { isDeepStrictEqual } from 'node:util'
import { compareTexts } from '../../domain/basics/text.ts'
import { type Dia, HOUR, type Instante } from '../../domain/basics/time.ts'
import { expected } from '../../errors.ts'
import { type MonthlyFile, createFileBlocks } from './file-blocks.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { withChecksum, checkedJson } from '../bytes/checked-json.ts'
import { storeKey, partsOfKey } from '../bytes/keys.ts'

/** All sales of a month, by their day in Maceió, as files to download. */
export interface FilesOfMonth {
  mes: string
  feitoEm: Instante
  vendas: number
  /** True when no sale was known to be missing. */
  completo: boolean
  arquivos: readonly MonthlyFile[]
}

/** The files of one day: the months that are not closed yet, and the stations. */
interface FilesOfDay {
  dia: Dia
  feitoEm: Instante
  meses: readonly FilesOfMonth[]
  postos: MonthlyFile
  registros: number
  /** Checksum of the registry whose brands that file has. */
  cadastro?: string
  /** The file before another registry was taken: servers refer to it until they notice. */
  anterior?: MonthlyFile
}

type Note = FilesOfMonth | FilesOfDay

export type PresentFiles = ReturnType<typeof presentOf>

export type MonthlyFiles = ReturnType<typeof createMonthlyFiles>

/** Servers refer to yesterday's files until they notice, and downloads take time. */
const DAYS_KEPT = 2
/** A file without a note may get one from another process. */
const FILE_AGE = HOUR
const NOTHING = presentOf([])

/** The note, or null when its checksum or its month or day is wrong. */
export function parseMonthlyNote(key: string, bytes: Buffer): Note | null {
  const note = checkedJson(bytes)
  const { formato, mes, dia } = (note ?? {}) as { formato?: unknown } & Partial<FilesOfMonth & FilesOfDay>
  return formato === 1 && (dia ?? mes) === partsOfKey('monthlyNote', key)?.nome ? (note as Note) : null
}

/** Files of all sales. A month or a day is published by one exclusive create of its note, after its files. All can be made again from the log of sales. */
export function createMonthlyFiles(files: CheckedFiles) {
  let known = new Map<string, Note>()
  let latest: PresentFiles | undefined

  return {
    ...createFileBlocks(files),
    /** The files at the last `refresh`, which the first call makes. The same object while nothing changes. */
    async present(): Promise<PresentFiles> {
      if (!latest) await refresh()
      return latest ?? NOTHING
    },
    refresh,
    /** The files of another collector that was first are kept; a note that is damaged, or has damaged files, is replaced. */
    closeMonth: (month: FilesOfMonth) => put(month.mes, month),
    publishDay: (day: FilesOfDay) => put(day.dia, day),
    replaceDay: (day: FilesOfDay) => put(day.dia, day, true),
    cleanUp,
  }

  /** The inspection reports a folder that cannot be listed. */
  async function refresh(): Promise<void> {
    const keys = await files.getKeys('mensais').catch(expected)
    if (!keys) return
    const damaged = files.damaged()
    const there = new Set(keys.filter((key) => !damaged.includes(key)))
    const notes = new Map<string, Note>()
    for (const key of keys) {
      const note = partsOfKey('monthlyNote', key) && (await readNote(key, there))
      if (note) notes.set(key, note)
    }
    if (!latest || !isDeepStrictEqual(notes, known)) latest = presentOf([...notes.values()])
    known = notes
  }

  /** A note is read once, and again when its files are gone: it was replaced, or will be. */
  async function readNote(key: string, there: ReadonlySet<string>): Promise<Note | undefined> {
    const holds = (note: Note) => filesOf(note).every((file) => there.has(storeKey('monthlyFile', file)))
    const before = known.get(key)
    if (before && holds(before)) return before
    const note = await files.tryRead(key, (bytes) => parseMonthlyNote(key, bytes))
    return note && holds(note) ? note : undefined
  }

  async function put(name: string, note: Note, replaces = false): Promise<void> {
    const key = storeKey('monthlyNote', { nome: name })
    const bytes = withChecksum(`${JSON.stringify({ formato: 1, ...note })}\n`)
    if (!(await files.create(key, bytes))) {
      await refresh()
      if (replaces || !known.has(key)) await files.write(key, bytes)
    }
    files.note(key, false)
    await refresh()
  }

  /** Drops all days but two, and files that nothing names. Under the collector's lock only. */
  async function cleanUp(): Promise<void> {
    await refresh()
    const days = [...known.values()].filter(isDay).map(({ dia }) => dia)
    const oldest = days.toSorted().at(-DAYS_KEPT) ?? ''
    const kept = [...known.values()].filter((note) => !isDay(note) || note.dia >= oldest)
    const named = new Set(kept.flatMap(filesOf).map((file) => storeKey('monthlyFile', file)))
    for (const key of await files.getKeys('mensais')) {
      const { nome = '' } = partsOfKey('monthlyNote', key) ?? {}
      if (nome.length > 7 && nome < oldest) await files.remove(key)
      else if (partsOfKey('monthlyFile', key) && !named.has(key)) await files.removeOlder(key, FILE_AGE)
    }
  }
}

function presentOf(notes: readonly Note[]) {
  const closed = notes.filter((note): note is FilesOfMonth => !isDay(note))
  const [day] = notes.filter(isDay).toSorted((a, b) => compareTexts(b.dia, a.dia))
  const months = new Set(closed.map(({ mes }) => mes))
  return {
    /** Made once, ascending. */
    closed: closed.toSorted((a, b) => compareTexts(a.mes, b.mes)),
    /** The newest day there is, without the months that were closed since; null before the first. */
    day: day ? { ...day, meses: day.meses.filter(({ mes }) => !months.has(mes)) } : null,
  }
}

function filesOf(note: Note): readonly MonthlyFile[] {
  if (!isDay(note)) return note.arquivos
  return [note.postos, note.anterior ?? [], note.meses.map(({ arquivos }) => arquivos)].flat(2)
}

function isDay(note: Note): note is FilesOfDay {
  return 'dia' in note
}
