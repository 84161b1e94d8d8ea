import type { Venda } from '../domain/model.ts'
import type { Files } from './files.ts'
import { readOrDamaged } from './files.ts'
import { formatMonth, parseMonth } from './sale-rows.ts'
import { sha256Of } from './records.ts'

/** The closed months: one file per station. */
export interface MonthFiles {
  /** Empty when there is none; what is damaged is noted and counts as none. */
  read(month: string, cnpj: string): Promise<Venda[]>
  stations(month: string): Promise<string[]>
  /** Whether the file holds exactly these sales. */
  holds(month: string, cnpj: string, sales: readonly Venda[]): Promise<boolean>
  write(month: string, cnpj: string, sales: readonly Venda[]): Promise<void>
  damaged(): string[]
}

const NAME = /^historico:\d{4}-\d\d:([0-9A-Z]{12}[0-9]{2})\.json$/

export function createMonthFiles(files: Files): MonthFiles {
  const damaged = new Set<string>()

  return {
    async read(month, cnpj) {
      const key = keyOf(month, cnpj)
      const bytes = await readOrDamaged(files, key)
      const sales = bytes && parseMonth(bytes)
      if (sales) damaged.delete(key)
      else if (bytes !== null) damaged.add(key)
      return sales ?? []
    },
    async stations(month) {
      const keys = await files.list(`historico:${month}`)
      return keys.map((key) => NAME.exec(key)?.[1]).filter((cnpj) => cnpj !== undefined)
    },
    async holds(month, cnpj, sales) {
      return (
        (await readOrDamaged(files, keyOf(month, cnpj)))?.equals(formatMonth(cnpj, month, sales)) === true
      )
    },
    async write(month, cnpj, sales) {
      const key = keyOf(month, cnpj)
      const before = await readOrDamaged(files, key)
      // Somebody may yet mend a damaged file by hand: its bytes are set aside, not overwritten.
      if (before && !parseMonth(before))
        await files.write(
          `historico:${month}:danificados:${cnpj}-${sha256Of(before).slice(0, 16)}.json`,
          before,
        )
      await files.write(key, formatMonth(cnpj, month, sales))
    },
    damaged: () => [...damaged].toSorted(),
  }
}

function keyOf(month: string, cnpj: string): string {
  return `historico:${month}:${cnpj}.json`
}
