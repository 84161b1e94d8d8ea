import type { Slug } from '../domain/fuels.ts'
import type { Pedido } from '../domain/parameters.ts'
import { day } from '../format/words.ts'
import type { Query } from '../query/query.ts'

/** Of each fuel what was seen, oldest first: a change of price begins with a moment, a period is its first day. */
type Seen = Partial<Record<Slug, { serie: readonly ({ periodo: string } | { de: string })[] }>>

/** Long before anybody collected. */
const NOTHING_BEFORE = '2020-01-01'

/** When the first sale seen in a period was, as closely as its series tell: before it there is no data. */
export function firstSale(
  seen: Seen,
  granularidade: Pedido<'historico'>['granularidade'],
): string | undefined {
  const first = firstOf(seen)
  if (first === undefined) return undefined
  if (granularidade === 'mes') return `O primeiro mês com venda vista no período é ${month(first)}.`
  if (granularidade === 'semana')
    return `A primeira semana com venda vista no período começa em ${day(first)}.`
  return `A primeira venda vista no período é de ${day(first)}.`
}

/** Since when there is anything of a station; undefined unless the period asked for has nothing. */
export async function whenStationBegins(
  query: Query,
  { cnpj, combustivel }: Pedido<'historico'> & { cnpj: string },
  asked: Seen,
): Promise<string | undefined> {
  if (firstOf(asked) !== undefined) return undefined
  const whole = { cnpj, combustivel, desde: NOTHING_BEFORE, granularidade: 'mes', formato: 'json' } as const
  const first = firstOf((await query.historico(whole)).combustiveis)
  return first === undefined ? undefined : `As vendas vistas deste posto começam em ${month(first)}.`
}

/** The same of a place. */
export async function whenPlaceBegins(
  query: Query,
  pedido: Pedido<'historicoDoLugar'>,
  asked: Seen,
): Promise<string | undefined> {
  if (firstOf(asked) !== undefined) return undefined
  const { ate: _, ...place } = pedido
  const whole = { ...place, desde: NOTHING_BEFORE, granularidade: 'mes' } as const
  const first = firstOf((await query.historicoDoLugar(whole)).combustiveis)
  return first === undefined ? undefined : `Os preços conhecidos deste lugar começam em ${month(first)}.`
}

function firstOf(seen: Seen): string | undefined {
  const starts = Object.values(seen).flatMap(({ serie: [step] }) =>
    step ? ['periodo' in step ? step.periodo : step.de.slice(0, 10)] : [],
  )
  return starts.toSorted()[0]
}

/** `03/2026`. */
function month(dia: string): string {
  return day(dia).slice(3)
}
