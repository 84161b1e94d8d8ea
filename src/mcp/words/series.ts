import { ONE_SALE, isOneSale, onLastSale } from '../../format/words/comparisons.ts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { HistoricoDoCombustivel, TrechoDeMudanca } from '../../domain/answers/historico.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { backAndForth } from '../../domain/past/back-and-forth.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { NomeDeConsulta, Pedido } from '../../domain/questions/parameters.ts'
import { addressOf } from '../../domain/questions/question-url.ts'
import { bothChanges, count, dayAndTime, money, together } from '../../format/words/formatting.ts'
import { type Sentence, firstThatFits, ofText, rows } from './tool-result.ts'
import { UNCONFIRMED, unitPrice } from './text.ts'

export type Granularidade = Pedido<'historico'>['granularidade']
type Periodos = Exclude<Granularidade, 'mudancas'>

export const EACH: Record<Periodos, readonly [one: string, many: string]> = {
  dia: ['dia', 'dias'],
  semana: ['semana', 'semanas'],
  mes: ['mês', 'meses'],
}

/** The coarser periods in which a series is shorter, one after the other. */
export const COARSER: Partial<Record<Granularidade, readonly Periodos[]>> = {
  dia: ['semana', 'mes'],
  semana: ['mes'],
}

type Histories<H = { serie: readonly Readonly<Record<string, unknown>>[] }> = Partial<Record<Slug, H>>

/** A history by some granularity; `note` says where that is not the one asked for. */
export interface FoundHistory<R, G extends Granularidade> {
  resposta: R
  granularidade: G
  note?: string | undefined
}

/** The whole history, else by coarser periods, else the newest `n` rows of each series. */
export function fitHistory<R, G extends Granularidade>(
  whole: FoundHistory<R, G>,
  ask: (granularidade: Periodos) => Promise<R>,
  write: (found: FoundHistory<R, G | Periodos>, n?: number) => CallToolResult,
): Promise<CallToolResult> {
  let current: FoundHistory<R, G | Periodos> = whole
  const coarser = (COARSER[whole.granularidade] ?? []).map((granularidade) => async () => {
    const note = `A série pedida não coube e vem por ${EACH[granularidade][0]}: peça um combustível ou um período menor para mais detalhe.`
    current = { resposta: await ask(granularidade), granularidade, note }
    return write(current)
  })
  return firstThatFits([() => write(whole), ...coarser], (n) => write(current, n))
}

export function onlyNewest(n: number): string {
  return `De cada série vêm só as ${n} linhas mais novas; as contas são do período todo`
}

/** Link to what is too long for a model: the same question as CSV. */
export function wholeFiles<C extends NomeDeConsulta & ('historico' | 'historicoDoLugar')>(
  urlBase: string | undefined,
  consulta: C,
  pedido: Pedido<C>,
): string | undefined {
  if (urlBase === undefined) return undefined
  const csv = `${urlBase}${addressOf(consulta, { ...pedido, formato: 'csv' })}`
  return `A série inteira, em CSV: ${csv}`
}

/** Each fuel's series cut to its newest `n` members; `resumo` still covers the whole period. */
export function newestOf<H extends { serie: readonly object[] }>(combustiveis: Histories<H>, n = Infinity) {
  return bySlug(combustiveis, (history) => ({ ...history, serie: newest(history.serie, n) }))
}

/** The newest `n` members of each series, newest first, as rows of figures. A product's code is the station's own text. */
export function seriesTable(combustiveis: Histories, n = Infinity): object {
  return bySlug(combustiveis, ({ serie }) => {
    const several = new Set(serie.map((step) => (isRun(step) ? step.codigo : ''))).size > 1
    const steps = newest(serie, n).map((step) => (isRun(step) ? runRow(step, several) : step))
    return rows(steps.toReversed())
  })
}

function isRun(step: object): step is TrechoDeMudanca {
  return 'codigo' in step
}

function runRow({ codigo, valorDeclarado, de, ate, vendas, suspeito }: TrechoDeMudanca, several: boolean) {
  return {
    de: de.slice(0, 16),
    ate: ate.slice(0, 16),
    preco: valorDeclarado,
    vendas,
    ...(several && { codigo }),
    ...(suspeito && { suspeito: suspeito.motivo }),
  }
}

/** A line for each fuel; one without prices is a note, as no figure says so. */
export function historyLines<H extends { resumo: object | null }>(
  combustiveis: Histories<H>,
  sentenceOf: (history: H) => string,
): Sentence[] {
  return Object.values(combustiveis).map((fuel) =>
    fuel.resumo ? ofText(`- ${sentenceOf(fuel)}`) : sentenceOf(fuel),
  )
}

export function fuelSentence(fuel: HistoricoDoCombustivel, granularidade: Granularidade): string {
  const { nomePopular: nome, unidadeMedida, resumo, serie } = fuel
  if (!resumo)
    return `${nome}: ${serie.length === 0 ? 'nenhuma venda vista' : 'só preços suspeitos'} no período.`
  if (isOneSale(fuel)) return `${nome}: ${unitPrice(resumo.atual, unidadeMedida)} ${ONE_SALE}.`
  const { minimo, medio, maximo, atual, variacao, ultimaMudanca } = resumo
  const said = together('; ', [
    `${nome}: ${unitPrice(atual, unidadeMedida)} ${onLastSale(fuel)}; mínimo ${money(minimo)}, médio ${money(medio)}, máximo ${money(maximo)}`,
    variacao && `variação ${bothChanges(variacao)}`,
    ultimaMudanca &&
      `última mudança em ${dayAndTime(ultimaMudanca.em)}, de ${money(ultimaMudanca.de)} para ${money(ultimaMudanca.para)}`,
    seriesLength(fuel, granularidade),
  ])
  return `${said}.`
}

export function unconfirmedIn(combustiveis: Histories<HistoricoDoCombustivel>): string | undefined {
  const runs = Object.values(combustiveis).flatMap(({ serie }) => serie.filter(isRun))
  return runs.some(({ suspeito }) => suspeito?.motivo === 'sem_confirmacao') ? UNCONFIRMED : undefined
}

/** Length of a series in words; undefined for an alternation, which has a sentence of its own. */
export function seriesLength({ serie, resumo }: HistoricoDoCombustivel, granularidade: Granularidade) {
  if (granularidade !== 'mudancas') return `${count(serie.length, ...EACH[granularidade])} com venda`
  const changes = changesIn(believedRuns(serie))
  if (changes === 0) return resumo?.variacao ? 'sem mudanças' : 'uma só venda de cada produto'
  return alternationsIn(serie).length > 0 ? undefined : count(changes, 'mudança', 'mudanças')
}

export function alternations(combustiveis: Histories<HistoricoDoCombustivel>): string[] {
  return Object.values(combustiveis).flatMap(({ nomePopular, serie }) =>
    alternationsIn(serie).map((said) => `${nomePopular}: ${said}.`),
  )
}

/** `alterna entre R$ 6,86 e R$ 7,26`, of each product; going up and down among more prices is told by the ends and the count. */
function alternationsIn(serie: HistoricoDoCombustivel['serie']): string[] {
  const products = groupBy(believedRuns(serie), ({ codigo }) => codigo)
  return [...products.values()].flatMap((runs) => {
    const found = backAndForth(runs)
    return found?.isOfTwo ? `alterna entre ${money(found.low)} e ${money(found.high)}` : []
  })
}

/** Runs of one price without the suspect ones, which `resumo` omits, too. */
export function believedRuns(serie: HistoricoDoCombustivel['serie']): TrechoDeMudanca[] {
  return serie.filter(isRun).filter(({ suspeito }) => !suspeito)
}

/** Changes of any product's price; the first run of each is not one. */
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

function newest<T>(serie: readonly T[], n: number): T[] {
  return serie.slice(Math.max(0, serie.length - n))
}

function bySlug<H, T>(combustiveis: Histories<H>, make: (history: H) => T): Histories<T> {
  const made = Object.entries(combustiveis).map(([slug, history]) => [slug, make(history)])
  return Object.fromEntries(made) as Histories<T>
}
