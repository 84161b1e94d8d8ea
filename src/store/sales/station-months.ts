import type { Venda } from '../../domain/facts/sale-record.ts'
import type { CheckedFiles } from '../engines/checked-files.ts'
import { type SourceStorage, readOrDamaged } from '../engines/source-storage.ts'
import { formatMonth, parseMonth } from './sale-rows.ts'
import { sha256Of } from '../bytes/checked-json.ts'
import { storeKey, partsOfKey } from '../bytes/keys.ts'

/** The closed months: one file per station. */
export type MonthFiles = ReturnType<typeof createMonthFiles>

export function createMonthFiles(storage: SourceStorage, checked: CheckedFiles) {
  return {
    /** Empty when there is no file; a damaged file is noted and counts as none. */
    async read(mes: string, cnpj: string): Promise<Venda[]> {
      const of = { cnpj, mes }
      return (await checked.read(storeKey('stationMonth', of), (bytes) => parseMonth(bytes, of))) ?? []
    },
    async stations(month: string): Promise<string[]> {
      const keys = await storage.getKeys(`historico:${month}`)
      return keys.flatMap((key) => partsOfKey('stationMonth', key)?.cnpj ?? [])
    },
    async write(mes: string, cnpj: string, sales: readonly Venda[]): Promise<void> {
      const key = storeKey('stationMonth', { cnpj, mes })
      const before = await readOrDamaged(storage, key)
      // A damaged file is set aside, not overwritten: it may be repaired by hand.
      if (before && !parseMonth(before, { cnpj, mes })) {
        const inicio = sha256Of(before).slice(0, 16)
        await storage.setItemRaw(storeKey('setAside', { cnpj, mes, inicio }), before)
      }
      await checked.write(key, formatMonth({ cnpj, mes }, sales))
    },
  }
}
