import type { Venda } from '../facts/sale-record.ts'
import { identityOf } from '../facts/sale-record.ts'
import type { Judge } from './runs.ts'
import { judgeSales } from './runs.ts'

/**
 * Whether a past sale is believed. Most are by their day's median alone; for one so far off that only its own run can tell,
 * `around` gives the station's sales of the days on either side.
 */
export async function isTrusted(
  sale: Venda,
  judge: Judge,
  around: (sale: Venda) => Promise<readonly Venda[]>,
): Promise<boolean> {
  const alone = judge(sale, false)
  if (alone?.motivo !== 'sem_confirmacao') return !alone
  const ofFuel = (await around(sale)).filter(({ combustivel }) => combustivel === sale.combustivel)
  const found = judgeSales(ofFuel, judge).find(({ venda }) => identityOf(venda) === identityOf(sale))
  return found !== undefined && !found.suspeito
}
