import { groupBy, lowerBound } from '../../domain/basics/lists.ts'
import type { Venda } from '../../domain/facts/sale-record.ts'
import { DAYS_AROUND, type VendaJulgada, judgeSales, pastJudge } from '../../domain/trust/judging-past.ts'
import type { Posto } from '../../domain/state/commit-state.ts'
import { type Dia, addDays, dayOf, earlier, later } from '../../domain/basics/time.ts'
import type { Snapshot } from '../lists/snapshot.ts'

interface Asked {
  cnpj: string
  desde: Dia
  ate: Dia
}

/** A station's judged sales of a period, per fuel, in order of time; only days that its commit knows are read. `mayLack`: a file is damaged; `first`: the day of its first sale. */
export async function readPastSales(snapshot: Snapshot, asked: Asked) {
  const { cnpj, desde, ate } = asked
  const known = boundsOf(snapshot, asked)
  const around = known && {
    cnpj,
    desde: addDays(known.from, -DAYS_AROUND),
    ate: addDays(known.to, DAYS_AROUND),
  }
  const read = around ? await knownSales(snapshot, around) : []
  const judge = judgeOf(snapshot)
  const isWithin = ({ venda }: VendaJulgada) =>
    dayOf(venda.dataVenda) >= desde && dayOf(venda.dataVenda) <= ate
  const judged = [...groupBy(read, ({ combustivel }) => combustivel)].map(
    ([slug, ofFuel]) => [slug, judgeSales(ofFuel, judge).filter(isWithin)] as const,
  )
  const mayLack = known !== null && snapshot.sales.mayLack(cnpj, known.from, known.to)
  return { ofFuel: new Map(judged), mayLack, first: firstDayOf(snapshot, cnpj) }
}

/** A station's sales of a period that its commit knows. */
export async function knownSales(snapshot: Snapshot, asked: Asked): Promise<Venda[]> {
  const known = boundsOf(snapshot, asked)
  if (!known) return []
  const { from, to, newest } = known
  const read = await snapshot.sales.ofStation(asked.cnpj, from, to)
  // The log runs ahead of the commit while a collection publishes; an answer holds what its commit knows.
  return read.filter(({ dataVenda }) => dataVenda <= newest)
}

/** The part of the period with data of the station; null when there is none. */
function boundsOf(snapshot: Snapshot, { cnpj, desde, ate }: Asked) {
  const known = findPosto(snapshot.commit.estado.postos, cnpj)
  if (!known) return null
  const first = dayOf(known.primeiraVenda)
  const [from, to] = [later(desde, first), earlier(ate, dayOf(known.ultimaVenda))]
  return from > to ? null : { from, to, newest: known.ultimaVenda }
}

function firstDayOf(snapshot: Snapshot, cnpj: string): Dia | undefined {
  const known = findPosto(snapshot.commit.estado.postos, cnpj)
  return known && dayOf(known.primeiraVenda)
}

/** Judges a past sale by the median of its own day. */
export function judgeOf(snapshot: Snapshot) {
  return pastJudge(snapshot.commit.estado.medianas)
}

/** Binary search: a commit's stations are sorted by CNPJ. */
function findPosto(postos: readonly Posto[], cnpj: string): Posto | undefined {
  const at = lowerBound(0, postos.length, (i) => (postos[i]?.estabelecimento.cnpj ?? '') < cnpj)
  return postos[at]?.estabelecimento.cnpj === cnpj ? postos[at] : undefined
}
