import type { Venda } from '../../domain/facts/sale-record.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { type SourceStorage, readOrDamaged } from '../engines/source-storage.ts'
import { type StationMonth, formatMonth, parseMonth } from './sale-rows.ts'
import { sha256Of } from '../bytes/records.ts'

/** The closed months: one file per station. */
export type MonthFiles = ReturnType<typeof createMonthFiles>

const NAME = /^historico:(\d{4}-\d\d):([0-9A-Z]{12}[0-9]{2})\.json$/
const SET_ASIDE = /^historico:(\d{4}-\d\d):danificados:([0-9A-Z]{14})-[0-9a-f]{16}\.json$/

/** Station and month from the key of such a file; undefined for other files. */
export function monthFileOf(key: string): StationMonth | undefined {
  return toStationMonth(NAME.exec(key))
}

/** The same for a damaged file that was set aside. */
export function setAsideOf(key: string): StationMonth | undefined {
  return toStationMonth(SET_ASIDE.exec(key))
}

export function createMonthFiles(storage: SourceStorage, checked: CheckedFiles) {
  return {
    /** Empty when there is no file; a damaged file is noted and counts as none. */
    async read(mes: string, cnpj: string): Promise<Venda[]> {
      return (await checked.read(monthFileKey(mes, cnpj), (bytes) => parseMonth(bytes, { cnpj, mes }))) ?? []
    },
    async stations(month: string): Promise<string[]> {
      const keys = await storage.getKeys(`historico:${month}`)
      return keys.map((key) => monthFileOf(key)?.cnpj).filter((cnpj) => cnpj !== undefined)
    },
    /** True when the file has exactly these sales. */
    async holds(mes: string, cnpj: string, sales: readonly Venda[]): Promise<boolean> {
      return (
        (await readOrDamaged(storage, monthFileKey(mes, cnpj)))?.equals(formatMonth({ cnpj, mes }, sales)) ===
        true
      )
    },
    async write(mes: string, cnpj: string, sales: readonly Venda[]): Promise<void> {
      const key = monthFileKey(mes, cnpj)
      const before = await readOrDamaged(storage, key)
      // A damaged file is set aside, not overwritten: it may be repaired by hand.
      if (before && !parseMonth(before, { cnpj, mes }))
        await storage.setItemRaw(
          `historico:${mes}:danificados:${cnpj}-${sha256Of(before).slice(0, 16)}.json`,
          before,
        )
      await storage.setItemRaw(key, formatMonth({ cnpj, mes }, sales))
      checked.note(key, false)
    },
  }
}

function toStationMonth(match: RegExpExecArray | null): StationMonth | undefined {
  const [, mes, cnpj] = match ?? []
  return mes !== undefined && cnpj !== undefined ? { cnpj, mes } : undefined
}

export function monthFileKey(month: string, cnpj: string): string {
  return `historico:${month}:${cnpj}.json`
}
