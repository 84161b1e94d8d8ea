import type { HistoricoDoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'
import { type GranularidadeDoLugar, variation } from '../../domain/past/periods.ts'
import { addDays } from '../../domain/basics/time.ts'
import { fewStations } from '../../format/words/doubt.ts'
import { levelLine } from '../../format/words/price-line.ts'
import { type Block, left, type Maybe, right, tableOf, type View } from '../../format/terminal/view.ts'
import type { Tone } from '../../format/terminal/table.ts'
import { bothChanges, day, decimal, hourOf, money, perUnit, together } from '../../format/words/formatting.ts'
import type { TerminalPage } from '../lookup-command.ts'
import { inFlags } from '../terminal/report.ts'
import { LONGEST_LINE, hiddenSteps } from './history.ts'
import { change } from './statistics.ts'
import { priceOrDash } from './wording.ts'
import { ATE_POUCAS_VENDAS } from '../../domain/facts/rules.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { districtOf, townOf } from '../../format/words/names.ts'
import { changesHeadline } from '../../format/words/comparisons.ts'

const ROWS = 20
/** Fits beside five columns of figures in a width of eighty. */
const SHORT_LINE = 15

const EACH: Record<GranularidadeDoLugar, string> = {
  dia: 'a mediana no fim de cada dia',
  semana: 'a mediana de cada semana',
  mes: 'a mediana de cada mês',
}

export function placeHistoryView(
  resposta: RespostaHistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
  { width }: TerminalPage,
): View {
  const { lugar, periodo, combustiveis } = resposta
  const fuels = Object.values(combustiveis).filter(({ serie }) => serie.length > 0)
  const [only, ...others] = fuels
  const isAlone = only && others.length === 0
  return {
    title: `${lugar.nome}, de ${day(periodo.desde)} a ${day(periodo.ate)}: ${EACH[granularidade]}`,
    body: isAlone
      ? fuelAlone(only, granularidade, Math.min(LONGEST_LINE, width))
      : [[fuelsTable(fuels, granularidade)]],
    notes: resposta.observacoes,
  }
}

export function nothingKnown({ lugar, periodo }: RespostaHistoricoDoLugar): string {
  return `Nenhum preço de ${lugar.nome} de ${day(periodo.desde)} a ${day(periodo.ate)}: mude --desde, --ate, --combustivel ou o lugar.`
}

function fuelsTable(fuels: readonly HistoricoDoLugar[], granularidade: GranularidadeDoLugar): Block {
  const few = fuels.some(({ serie }) => fewStations(serie))
  const lineWidth = few ? SHORT_LINE - 'POSTOS  '.length : SHORT_LINE
  return tableOf(fuels, [
    left('COMBUSTÍVEL', ({ nomePopular }) => nomePopular, { min: 12 }),
    right('MEDIANA', ({ resumo }) => priceOrDash(resumo?.mediana), { tone: () => 'strong' }),
    right('NO PERÍODO', ({ resumo }) => change(resumo?.variacao), {
      tone: ({ resumo }) => toneOf(resumo?.variacao?.valor ?? 0),
    }),
    left('', (fuel) => lineOf(fuel, granularidade, lineWidth), { tone: () => 'cheap' }),
    right('MÍNIMO', ({ resumo }) => priceOrDash(resumo?.minimo)),
    right('MÁXIMO', ({ resumo }) => priceOrDash(resumo?.maximo), { optional: true }),
    right('POSTOS', ({ serie }) => (few ? decimal(serie.at(-1)?.postos ?? 0) : '')),
  ])
}

function fuelAlone(
  fuel: HistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
  lineWidth: number,
): Maybe<Block>[][] {
  const { nomePopular, serie, resumo } = fuel
  const shown = serie.map((step, at) => ({ step, before: serie[at - 1] })).slice(-ROWS)
  const table = tableOf(shown.toReversed(), [
    left(granularidade === 'dia' ? 'DIA' : 'DESDE', ({ step }) => day(step.periodo)),
    right('MÍNIMO', ({ step }) => money(step.minimo)),
    right('MEDIANA', ({ step }) => money(step.mediana), { tone: () => 'strong' }),
    right('MÁXIMO', ({ step }) => money(step.maximo)),
    right('POSTOS', ({ step }) => decimal(step.postos)),
    right('MUDANÇA', ({ step, before }) => changeBetween(before?.mediana, step.mediana), {
      optional: true,
      tone: ({ step, before }) => toneOf(before ? step.mediana - before.mediana : 0),
    }),
  ])
  return [
    [
      { name: nomePopular, text: resumo ? `: ${summary(fuel, resumo)}` : '' },
      { text: lineOf(fuel, granularidade, lineWidth), tone: 'cheap' },
    ],
    [table, hiddenSteps(serie.length - ROWS)],
  ]
}

function summary(
  { unidadeMedida, serie }: HistoricoDoLugar,
  { minimo, mediana, maximo, variacao }: NonNullable<HistoricoDoLugar['resumo']>,
): string {
  return together('; ', [
    `mediana ${money(mediana)} ${perUnit(unidadeMedida)}${fewStations(serie)}`,
    variacao && (variacao.valor === 0 ? 'igual à do começo' : `${bothChanges(variacao)} no período`),
    `preços de ${money(minimo)} a ${money(maximo)}`,
  ])
}

/** Line of medians. By day from the first known to the last, with unknown days as blanks: `ate` may be any day to come. */
function lineOf({ serie }: HistoricoDoLugar, granularidade: GranularidadeDoLugar, width: number): string {
  const all = serie.map(({ mediana }) => mediana)
  const [first, last] = [serie[0], serie.at(-1)]
  if (granularidade !== 'dia' || !first || !last) return levelLine(all, width)
  const known = new Map(serie.map(({ periodo, mediana }) => [periodo, mediana]))
  const medians: (number | null)[] = []
  for (let dia = first.periodo; dia <= last.periodo; dia = addDays(dia, 1))
    medians.push(known.get(dia) ?? null)
  return levelLine(medians, width)
}

function changeBetween(before: number | undefined, now: number): string {
  const change = before && variation(toThousandths(before), toThousandths(now))
  if (!change) return ''
  return change.valor === 0 ? '=' : bothChanges(change)
}

function toneOf(change: number): Tone | undefined {
  return change === 0 ? undefined : change > 0 ? 'dear' : 'cheap'
}

/** Stations of a place whose price changed, newest first; a page asked for is shown whole. */
export function placeChangesView(resposta: RespostaHistoricoDoLugar, isPaged: boolean): View {
  const { mudancas = [], totalRegistros = 0, pagina = 1, registrosPorPagina = 0 } = resposta
  const shown = isPaged ? mudancas : mudancas.slice(0, ROWS)
  const more = totalRegistros - (pagina - 1) * registrosPorPagina - shown.length
  const table = tableOf(shown, [
    left('QUANDO', (mudanca) => `${hourOf(mudanca.em)}${mudanca.confirmada ? '' : '!'}`),
    left('POSTO', ({ nomeFantasia }) => nomeFantasia, { min: 14 }),
    left('BAIRRO', districtOf, { min: 8, optional: true }),
    left('MUNICÍPIO', townOf, { min: 9, optional: true }),
    left('COMBUSTÍVEL', ({ combustivel }) => fuelOf(combustivel).nomePopular, { min: 10 }),
    right('DE', ({ de }) => money(de)),
    right('PARA', ({ para }) => money(para), { tone: ({ de, para }) => (para > de ? 'dear' : 'cheap') }),
    right('VENDAS', ({ vendas }) => decimal(vendas), { optional: true }),
  ])
  return {
    title: changesHeadline(resposta),
    body: [[table]],
    notes: [
      shown.some(({ confirmada }) => !confirmada) &&
        `! a confirmar: preço de uma só venda, ou de ${ATE_POUCAS_VENDAS} longe do anterior, ou a volta dele`,
      more > 0 && `E mais ${decimal(more)}: --csv, ou --pagina e --registrosPorPagina.`,
      ...resposta.observacoes.map(inFlags),
    ],
  }
}
