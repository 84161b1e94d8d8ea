import type * as answers from '../../domain/answers/historico.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { dayOf } from '../../domain/basics/time.ts'
import { day, dayAndTime, money } from '../../format/words/formatting.ts'
import { isToCome, month, salesBegin, tellsBeginning } from '../../format/words/known-span.ts'
import type { Query } from '../../query/query.ts'
import { believedRuns } from './series.ts'

type Periodo = answers.RespostaHistorico['periodo']

/** Each fuel's series, oldest first: changes begin at a moment (`de`), periods on their first day (`periodo`). */
type Series = Partial<Record<Slug, { serie: readonly ({ periodo: string } | { de: string })[] }>>

const NOTHING_BEFORE = '2020-01-01'

/** Time of the first sale seen in a period, at the resolution of its series: before it there is no data. */
export function firstSaleSentence(seen: Series, granularidade: Pedido<'historico'>['granularidade']) {
  const first = firstOf(seen)
  if (first === undefined) return undefined
  if (granularidade === 'mes') return `O primeiro mês com venda vista no período é ${month(first)}.`
  if (granularidade === 'semana')
    return `A primeira semana com venda vista no período começa em ${day(first)}.`
  return `A primeira venda vista no período é de ${day(first)}.`
}

/** For a station's period without sales: the prices nearest to it, else the beginning of its data, unless `observacoes` tells it. */
export async function aroundNothing(
  query: Query,
  pedido: Pedido<'historico'> & { cnpj: string },
  { periodo, combustiveis, atualizadoEm, observacoes = [] }: answers.RespostaHistorico,
): Promise<string[]> {
  if (firstOf(combustiveis) !== undefined || isToCome(periodo, atualizadoEm)) return []
  const whole = { ...pedido, desde: NOTHING_BEFORE, ate: undefined, granularidade: 'mudancas' } as const
  const known = (await query.historico(whole)).combustiveis
  const near = Object.values(known).flatMap((fuel) => nearest(fuel, periodo) ?? [])
  const first = firstOf(known)
  const isTold = near.length > 0 || first === undefined || observacoes.some(tellsBeginning)
  return isTold ? near : [salesBegin(first)]
}

/** For a place's period without prices: the beginning of its data. */
export async function whenPlaceBegins(
  query: Query,
  pedido: Pedido<'historicoDoLugar'>,
  { periodo, combustiveis, atualizadoEm }: answers.RespostaHistoricoDoLugar,
): Promise<string | undefined> {
  if (firstOf(combustiveis) !== undefined || isToCome(periodo, atualizadoEm)) return undefined
  const whole = { ...pedido, desde: NOTHING_BEFORE, ate: undefined, granularidade: 'mes' } as const
  const first = firstOf((await query.historicoDoLugar(whole)).combustiveis)
  return first === undefined ? undefined : `Os preços conhecidos deste lugar começam em ${month(first)}.`
}

/** The last price before the period and the first after it; undefined without sales before. */
function nearest(
  { nome, serie }: answers.HistoricoDoCombustivel,
  { desde, ate }: Periodo,
): string | undefined {
  const runs = believedRuns(serie)
  const around = runs.find((run) => dayOf(run.de) < desde && dayOf(run.ate) > ate)
  if (around) return `${nome}: ${money(around.valorDeclarado)} nas vendas de antes e de depois.`
  const before = runs.findLast((run) => dayOf(run.ate) < desde)
  const after = runs.find((run) => dayOf(run.de) > ate)
  if (!before) return undefined
  const said = [
    `antes, ${money(before.valorDeclarado)} em ${dayAndTime(before.ate)}`,
    after && `depois, ${money(after.valorDeclarado)} em ${dayAndTime(after.de)}`,
  ]
  return `${nome}: ${said.filter(Boolean).join('; ')}.`
}

function firstOf(seen: Series): string | undefined {
  const starts = Object.values(seen).flatMap(({ serie: [step] }) =>
    step ? ['periodo' in step ? step.periodo : dayOf(step.de)] : [],
  )
  return starts.toSorted()[0]
}
