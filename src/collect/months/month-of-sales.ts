import { groupBy } from '../../domain/basics/lists.ts'
import { DAYS_AROUND, pastJudge } from '../../domain/trust/past-judge.ts'
import { type VendaJulgada, judgeSales } from '../../domain/trust/runs.ts'
import type { Estado, Posto } from '../../domain/state/commit-state.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { type Dia, addDays, dayOf, monthAfter } from '../../domain/basics/time.ts'
import type { SalesLog } from '../../store/store.ts'

/** Stations read at a time: each is some files of an engine. */
const AT_ONCE = 8

export interface OfMonth {
  sales: Pick<SalesLog, 'ofStation' | 'mayLack'>
  /** The state of a commit: its stations limit the reading, its medians judge the sales. */
  estado: Pick<Estado, 'postos' | 'medianas'>
  mes: string
}

/** The last day of a month. */
export function lastDayOf(mes: string): Dia {
  return addDays(`${monthAfter(mes)}-01`, -1)
}

/**
 * Every sale of a month once, judged by its own day and run as in `historico`: station by station in the order of their CNPJ, then by
 * fuel and time. Returns whether all of them could be read.
 */
export async function* monthOfSales({
  sales,
  estado,
  mes,
}: OfMonth): AsyncGenerator<VendaJulgada[], boolean> {
  const [first, last] = [`${mes}-01`, lastDayOf(mes)]
  const [from, to] = [addDays(first, -DAYS_AROUND), addDays(last, DAYS_AROUND)]
  const judge = pastJudge(estado.medianas)
  const postos = estado.postos.filter(
    ({ primeiraVenda, ultimaVenda }) => dayOf(primeiraVenda) <= last && dayOf(ultimaVenda) >= first,
  )
  let isWhole = true
  for (let at = 0; at < postos.length; at += AT_ONCE)
    for (const rows of await Promise.all(postos.slice(at, at + AT_ONCE).map(ofStation)))
      if (rows.length > 0) yield rows
  return isWhole

  async function ofStation({ estabelecimento: { cnpj }, ultimaVenda }: Posto): Promise<VendaJulgada[]> {
    const read = await sales.ofStation(cnpj, from, to)
    if (sales.mayLack(cnpj, first, last)) isWhole = false
    // Sales just logged by another collection are in no commit yet.
    const known = read.filter(({ dataVenda }) => dataVenda <= ultimaVenda)
    return [...groupBy(known, ({ combustivel }) => combustivel)]
      .toSorted(([a], [b]) => compareTexts(a, b))
      .flatMap(([, ofFuel]) => judgeSales(ofFuel, judge))
      .filter(({ venda }) => dayOf(venda.dataVenda) >= first && dayOf(venda.dataVenda) <= last)
  }
}
