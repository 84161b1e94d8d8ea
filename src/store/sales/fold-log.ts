import type { Dia } from '../../domain/basics/time.ts'
import type { SourceStorage } from '../engines/source-storage.ts'
import { mapLimit } from '../../domain/basics/event-loop.ts'
import type { MonthFiles } from './station-months.ts'
import type { MonthIndex, MonthLog } from './month-log.ts'
import { union } from './sale-rows.ts'

const FIRST_DAY = 3
const READ_AT_ONCE = 16

interface FoldDeps {
  storage: SourceStorage
  log: MonthLog
  monthFiles: MonthFiles
}

/**
 * Moves earlier months from the log into one file per station. A file is the union of its content and the log, so a fold may be
 * killed anywhere, run again, or run for late sales of a closed month.
 */
export async function foldLog(deps: FoldDeps, today: Dia, limit: number): Promise<boolean> {
  if (Number(today.slice(8)) < FIRST_DAY) return false
  let left = limit
  for (const month of (await deps.log.list()).keys()) {
    if (month >= today.slice(0, 7)) break
    const index = await deps.log.index(month)
    if (index.parts.size === 0) continue
    // The index may add later parts meanwhile; the next fold takes them.
    const parts = new Set(index.parts)
    const { behind, done } = await foldStations(deps, month, index, parts, left)
    left -= done
    if (behind || !(await drop(deps, month, index, parts))) return true
    if (left === 0) return true
  }
  return left < limit
}

/** Writes the files of stations that lack sales of the log; `behind` when some may be missing still. */
async function foldStations(
  { log, monthFiles }: FoldDeps,
  month: string,
  index: MonthIndex,
  parts: Set<string>,
  limit: number,
): Promise<{ behind: boolean; done: number }> {
  let done = 0
  for (const cnpj of index.sales.stations().toSorted()) {
    const folded = await monthFiles.read(month, cnpj)
    const sales = union(folded, index.sales.ofStation(cnpj))
    if (sales.length === folded.length) continue
    if (done === limit) return { behind: true, done }
    // Another process may have folded later sales into this file since, and it must not lose them.
    if (!same(parts, await log.parts(month), index.damaged)) return { behind: true, done }
    await monthFiles.write(month, cnpj, sales)
    done++
  }
  return { behind: false, done }
}

/** Removes the log's parts after every station's file was read back with all their sales. */
async function drop(
  { storage, log, monthFiles }: FoldDeps,
  month: string,
  index: MonthIndex,
  parts: Set<string>,
): Promise<boolean> {
  if (!same(parts, await log.parts(month), index.damaged)) return false
  const verdicts = await mapLimit(index.sales.stations(), READ_AT_ONCE, async (cnpj) => {
    const folded = await monthFiles.read(month, cnpj)
    return union(folded, index.sales.ofStation(cnpj)).length === folded.length
  })
  if (!verdicts.every(Boolean)) return false
  for (const key of parts) await storage.removeItem(key)
  return true
}

/** True when the listing has the same parts. Damaged ones are neither removed nor counted. */
function same(parts: Set<string>, listed: string[], damaged: Set<string>): boolean {
  const sound = listed.filter((key) => !damaged.has(key))
  return sound.length === parts.size && sound.every((key) => parts.has(key))
}
