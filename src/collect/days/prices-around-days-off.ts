import type { Slug } from '../../domain/facts/fuels.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { ascending, median, roundHalfAway, toThousandths } from '../../domain/basics/numbers.ts'
import { type Block, blocksBefore } from '../../domain/past/days-off-blocks.ts'
import { collectedDays } from '../../domain/past/periods.ts'
import { isTrusted, pastJudge } from '../../domain/trust/judging-past.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import type { DayStep } from '../../domain/past/run-length-days.ts'
import { type Dia, addDays, dayOf, dayOfMonth, monthOf } from '../../domain/basics/time.ts'
import type { DaysRow, MonthOfDays } from '../../store/commits/place-days.ts'
import type { Store } from '../../store/store.ts'
import type { Commit, EstadoDosPrecos } from '../../domain/state/commit-state.ts'

export interface Closing {
  store: Pick<Store, 'sales' | 'days'>
  /** The state to publish, and the commit it is merged upon. */
  estado: EstadoDosPrecos
  base: Pick<Commit, 'cabecalho'> | null
  hoje: Dia
  /** False without a sale that `base` lacks: on the day of its collection its files are right as they are. */
  hasNews: boolean
}

/** Files of stations' prices around ended blocks of days off, by month. A block is computed when it ends, and again daily while late sales arrive. */
export async function closeDaysOff({ store: { days, sales }, estado, base, hoje, hasNews }: Closing) {
  const collected = collectedDays(estado.medianas, hoje)
  const named = base?.cabecalho.dias ?? {}
  const last = base ? dayOf(base.cabecalho.coleta.fim) : ''
  const open = last < hoje ? addDays(last || hoje, -WINDOW_DAYS) : addDays(hoje, hasNews ? 0 : 1)
  const judge = pastJudge(estado.medianas)
  const files = new Map<string, string>()
  for (const [month, blocks] of groupBy(blocksBefore(hoje, collected), ({ after }) => monthOf(after))) {
    const name = named[month]?.folgas
    const known = name === undefined ? null : await days.read(month, name)
    const told = new Set(known?.dias)
    const wanted = blocks.filter(({ after }) => after >= open || !told.has(dayOfMonth(after)))
    if (name !== undefined && wanted.length === 0) files.set(month, name)
    else files.set(month, await days.write(month, await withBlocks(known, wanted)))
  }
  return files

  /** The month with these blocks computed anew. A step is the day after a block, and the prices before, during and after it. */
  async function withBlocks(known: MonthOfDays | null, blocks: readonly Block[]): Promise<MonthOfDays> {
    const anew = new Set(blocks.map(({ after }) => dayOfMonth(after)))
    const kept = (known?.rows ?? []).map(([cnpj, slug, steps]): DaysRow => [
      cnpj,
      slug,
      steps.filter(([day]) => !anew.has(day)),
    ])
    const rows = new Map(kept.map((row) => [`${row[0]} ${row[1]}`, row]))
    for (const block of blocks)
      for (const { estabelecimento, primeiraVenda, ultimaVenda } of estado.postos) {
        const { cnpj } = estabelecimento
        if (dayOf(primeiraVenda) > block.before || dayOf(ultimaVenda) < block.after) continue
        for (const [slug, sold] of await trustedSalesOf(cnpj, block)) {
          const step = stepOf(block, sold)
          const key = `${cnpj} ${slug}`
          if (step) rows.set(key, [cnpj, slug, [...(rows.get(key)?.[2] ?? []), step]])
        }
      }
    const dias = [...new Set([...(known?.dias ?? []), ...anew])].toSorted((a, b) => a - b)
    const inOrder = [...rows.values()].flatMap(([cnpj, slug, steps]): DaysRow[] =>
      steps.length === 0 ? [] : [[cnpj, slug, steps.toSorted(([a], [b]) => a - b)]],
    )
    return { dias, rows: inOrder }
  }

  async function trustedSalesOf(cnpj: string, { before, after }: Block): Promise<Map<Slug, Venda[]>> {
    const trusted: Venda[] = []
    for (const sale of await sales.ofStation(cnpj, before, after))
      if (await isTrusted(sale, judge, sales.ofStation)) trusted.push(sale)
    return groupBy(trusted, ({ combustivel }) => combustivel)
  }
}

function stepOf({ before, days, after }: Block, sales: readonly Venda[]): DayStep | undefined {
  const values = [[before], days, [after]].map((dias) => {
    const sold = sales.filter(({ dataVenda }) => dias.includes(dayOf(dataVenda)))
    return median(ascending(sold.map(({ valorDeclarado }) => toThousandths(valorDeclarado))))
  })
  const priced = values.flatMap((value) => (value === null ? [] : roundHalfAway(value)))
  return priced.length === values.length ? [dayOfMonth(after), ...priced] : undefined
}
