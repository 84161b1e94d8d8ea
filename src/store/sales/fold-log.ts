import type { Dia } from '../../domain/basics/time.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { mapLimit } from '../../domain/basics/event-loop.ts'
import type { MonthIndex, MonthLog } from './month-log.ts'
import { type MonthFiles, union } from './sale-rows.ts'

const FIRST_DAY = 3
const READ_AT_ONCE = 16

type FoldDeps = { files: SourceStorage; log: MonthLog; monthFiles: MonthFiles }

/** Moves earlier months from the log into files of stations, each the union of its content and the log: a fold may run again. */
export async function foldLog({ files, log, monthFiles }: FoldDeps, today: Dia, limit: number) {
  if (Number(today.slice(8)) < FIRST_DAY) return false
  let left = limit
  for (const month of (await log.list()).keys()) {
    if (month >= today.slice(0, 7)) break
    const index = await log.index(month)
    if (index.parts.size === 0) continue
    // The index may add later parts meanwhile; the next fold takes them.
    const parts = new Set(index.parts)
    if (!(await foldStations(month, index, parts)) || !(await drop(month, index, parts))) return true
    if (left === 0) return true
  }
  return left < limit

  /** Writes the files of stations that lack sales of the log; false when some may be missing still. */
  async function foldStations(month: string, index: MonthIndex, parts: Set<string>): Promise<boolean> {
    for (const cnpj of index.sales.stations().toSorted()) {
      const folded = await monthFiles.read(month, cnpj)
      const sales = union(folded, index.sales.ofStation(cnpj))
      if (sales.length === folded.length) continue
      // Another process may have folded later sales into this file since, and it must not lose them.
      if (left === 0 || !same(parts, await log.parts(month), index.damaged)) return false
      await monthFiles.write(month, cnpj, sales)
      left--
    }
    return true
  }

  /** Removes the log's parts after every station's file was read back with all their sales. */
  async function drop(month: string, index: MonthIndex, parts: Set<string>): Promise<boolean> {
    if (!same(parts, await log.parts(month), index.damaged)) return false
    const verdicts = await mapLimit(index.sales.stations(), READ_AT_ONCE, async (cnpj) => {
      const folded = await monthFiles.read(month, cnpj)
      return union(folded, index.sales.ofStation(cnpj)).length === folded.length
    })
    if (!verdicts.every(Boolean)) return false
    for (const key of parts) await files.removeItem(key)
    return true
  }
}

/** True when the listing has the same parts. Damaged ones are neither removed nor counted. */
function same(parts: Set<string>, listed: string[], damaged: Set<string>): boolean {
  const sound = listed.filter((key) => !damaged.has(key))
  return sound.length === parts.size && sound.every((key) => parts.has(key))
}
