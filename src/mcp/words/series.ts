import type {
  HistoricoDoCombustivel,
  RespostaHistorico,
  TrechoDeMudanca,
} from '../../domain/answers/historico.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { count, dayAndTime, money, moneyChange, percentChange } from '../../format/words/formatting.ts'
import { rows, unitPrice } from './text.ts'

/** So many changes between the same two prices are no changes of price. */
const ALTERNATION = 3

type Series = RespostaHistorico['combustiveis']
type Granularidade = Pedido<'historico'>['granularidade']

/** Each fuel's `serie` cut to its newest `n` members; `resumo` still tells of the whole period. */
export function newestRuns(combustiveis: Series, n: number): Series {
  return bySlug(combustiveis, (history) => ({ ...history, serie: newest(history.serie, n) }))
}

/** The newest `n` members of each series, newest first, as rows of figures. A product's code is the station's own text. */
export function seriesTable(combustiveis: Series, n: number): object {
  return bySlug(combustiveis, ({ serie }) => {
    const several = new Set(serie.map((step) => ('codigo' in step ? step.codigo : ''))).size > 1
    const steps = newest(serie, n).map((step) => ('periodo' in step ? step : runRow(step, several)))
    return rows(steps.toReversed())
  })
}

function runRow({ codigo, valorDeclarado, de, ate, vendas, suspeito }: TrechoDeMudanca, several: boolean) {
  return {
    de: minuteOf(de),
    ate: minuteOf(ate),
    preco: valorDeclarado,
    vendas,
    ...(several && { codigo }),
    ...(suspeito && { suspeito: suspeito.motivo }),
  }
}

/** One fuel's period: what its price did, and how long its series is. */
export function fuelSentence(fuel: HistoricoDoCombustivel, granularidade: Granularidade): string {
  const { nome, unidadeMedida, resumo, serie } = fuel
  if (!resumo)
    return `${nome}: ${serie.length === 0 ? 'nenhuma venda vista' : 'só preços suspeitos'} no período.`
  const { minimo, medio, maximo, atual, variacao, ultimaMudanca } = resumo
  return [
    `${nome}: ${unitPrice(atual, unidadeMedida)} na última venda; mínimo ${money(minimo)}, médio ${money(medio)}, máximo ${money(maximo)}`,
    variacao && `variação ${moneyChange(variacao.valor)} (${percentChange(variacao.percentual)})`,
    ultimaMudanca &&
      `última mudança em ${dayAndTime(ultimaMudanca.em)}, de ${money(ultimaMudanca.de)} para ${money(ultimaMudanca.para)}`,
    lengthOf(fuel, granularidade),
  ]
    .filter(Boolean)
    .join('; ')
    .concat('.')
}

/** How long a series is, in words; of two prices in turn `alternations` tells. */
export function lengthOf(
  { serie }: HistoricoDoCombustivel,
  granularidade: Granularidade,
): string | undefined {
  const n = serie.length
  switch (granularidade) {
    case 'dia':
      return `${count(n, 'dia', 'dias')} com venda`
    case 'semana':
      return `${count(n, 'semana', 'semanas')} com venda`
    case 'mes':
      return `${count(n, 'mês', 'meses')} com venda`
    case 'mudancas': {
      const changes = changesIn(believedRuns(serie))
      if (changes === 0) return 'sem mudanças'
      return alternation(serie) ? undefined : count(changes, 'mudança', 'mudanças')
    }
  }
}

/** Two prices in turn, as for cash and card, are told as that and not as changes. */
export function alternations(combustiveis: Series): string[] {
  return Object.values(combustiveis).flatMap(({ nome, serie }) => {
    const said = alternation(serie)
    return said ? [`${nome}: ${said}.`] : []
  })
}

function alternation(serie: HistoricoDoCombustivel['serie']): string | undefined {
  const runs = believedRuns(serie)
  const [low = 0, high = 0, ...others] = [
    ...new Set(runs.map(({ valorDeclarado }) => valorDeclarado)),
  ].toSorted((a, b) => a - b)
  const isTwo = low !== high && high !== 0 && others.length === 0
  return isTwo && changesIn(runs) >= ALTERNATION ? `alterna entre ${money(low)} e ${money(high)}` : undefined
}

/** A suspect receipt between two sales at a price changed nothing: what `resumo` leaves out is no change either. */
export function believedRuns(serie: HistoricoDoCombustivel['serie']): TrechoDeMudanca[] {
  return serie.flatMap((step) => ('valorDeclarado' in step && !step.suspeito ? [step] : []))
}

/** Of any product's price; the first run of each is no change. */
function changesIn(runs: readonly TrechoDeMudanca[]): number {
  const prices = new Map<string, number>()
  let changes = 0
  for (const { codigo, valorDeclarado } of runs) {
    const before = prices.get(codigo)
    if (before !== undefined && before !== valorDeclarado) changes++
    prices.set(codigo, valorDeclarado)
  }
  return changes
}

function newest(serie: HistoricoDoCombustivel['serie'], n: number): HistoricoDoCombustivel['serie'] {
  return n === 0 ? [] : (serie.slice(-n) as HistoricoDoCombustivel['serie'])
}

function bySlug<T>(combustiveis: Series, make: (history: HistoricoDoCombustivel) => T) {
  const made: Partial<Record<keyof Series, T>> = {}
  for (const slug of slugs) {
    const history = combustiveis[slug]
    if (history) made[slug] = make(history)
  }
  return made
}

/** `2026-04-16T08:35`. */
function minuteOf(instante: string): string {
  return instante.slice(0, 16)
}
