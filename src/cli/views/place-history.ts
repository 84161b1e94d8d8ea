import type {
  HistoricoDoLugar,
  RespostaHistoricoDoLugar,
  TrechoDoLugar,
} from '../../domain/answers/historico.ts'
import { fromThousandths, percentBetween, toThousandths } from '../../domain/basics/numbers.ts'
import type { GranularidadeDoLugar } from '../../domain/past/place-periods.ts'
import { addDays } from '../../domain/basics/time.ts'
import { levelLine } from '../../format/words/price-line.ts'
import { renderTable } from '../../format/terminal/table.ts'
import { count, day, decimal, money, moneyChange, percentChange } from '../../format/words/formatting.ts'
import type { Canvas } from '../lookup.ts'
import { figure } from './figure.ts'
import { sourceLine } from './source-line.ts'

const ROWS = 20
const LONGEST_LINE = 60
/** Beside five columns of figures, within eighty. */
const SHORT_LINE = 15

const EACH: Record<GranularidadeDoLugar, string> = {
  dia: 'a mediana no fim de cada dia',
  semana: 'a mediana de cada semana',
  mes: 'a mediana de cada mês',
}

/** One fuel with its line and newest periods; several as a row each, with a short line. */
export function placeHistoryView(
  resposta: RespostaHistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
  canvas: Canvas,
): string {
  const { lugar, periodo, combustiveis } = resposta
  const { paint } = canvas
  const fuels = Object.values(combustiveis).filter(({ serie }) => serie.length > 0)
  const [only, ...others] = fuels
  return [
    paint.strong(`${lugar.nome}, de ${day(periodo.desde)} a ${day(periodo.ate)}: ${EACH[granularidade]}`),
    '',
    ...(only && others.length === 0
      ? fuelLines(only, resposta, granularidade, canvas)
      : [fuelsTable(fuels, resposta, granularidade, canvas)]),
    '',
    paint.faint(sourceLine(resposta, canvas)),
  ].join('\n')
}

/** The sentence for a place and period nothing is known of. */
export function nothingKnown({ lugar, periodo }: RespostaHistoricoDoLugar): string {
  return `Nenhum preço de ${lugar.nome} de ${day(periodo.desde)} a ${day(periodo.ate)}: mude --desde, --ate, --combustivel ou o lugar.`
}

function fuelsTable(
  fuels: readonly HistoricoDoLugar[],
  { periodo }: RespostaHistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
  { width, paint }: Canvas,
): string {
  return renderTable(
    [
      { title: 'COMBUSTÍVEL', min: 12, text: ({ nome }) => nome },
      {
        title: 'MEDIANA',
        align: 'right',
        text: ({ resumo }) => figure(resumo?.mediana),
        paint: paint.strong,
      },
      {
        title: 'NO PERÍODO',
        align: 'right',
        text: ({ resumo }) => (resumo?.variacao ? percentChange(resumo.variacao.percentual) : '–'),
        paint: (text, { resumo }) => tinted(text, resumo?.variacao?.valor ?? 0, paint),
      },
      { title: '', text: (fuel) => lineOf(fuel, periodo, granularidade, SHORT_LINE), paint: paint.cheap },
      { title: 'MÍNIMO', align: 'right', text: ({ resumo }) => figure(resumo?.minimo) },
      { title: 'MÁXIMO', align: 'right', optional: true, text: ({ resumo }) => figure(resumo?.maximo) },
    ],
    fuels,
    { width, paintTitle: paint.faint },
  )
}

function fuelLines(
  fuel: HistoricoDoLugar,
  { periodo }: RespostaHistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
  { width, paint }: Canvas,
): string[] {
  const { serie, resumo } = fuel
  const hidden = serie.length - ROWS
  const shown = serie.map((step, at) => ({ step, before: serie[at - 1] })).slice(-ROWS)
  return [
    `${paint.strong(fuel.nome)}${resumo ? `: ${summary(fuel, resumo)}` : ''}`,
    paint.cheap(lineOf(fuel, periodo, granularidade, Math.min(LONGEST_LINE, width))),
    '',
    renderTable(
      [
        { title: granularidade === 'dia' ? 'DIA' : 'DESDE', text: ({ step }) => day(step.periodo) },
        { title: 'MÍNIMO', align: 'right', text: ({ step }) => money(step.minimo) },
        { title: 'MEDIANA', align: 'right', text: ({ step }) => money(step.mediana), paint: paint.strong },
        { title: 'MÁXIMO', align: 'right', text: ({ step }) => money(step.maximo) },
        { title: 'POSTOS', align: 'right', text: ({ step }) => decimal(step.postos) },
        {
          title: 'MUDANÇA',
          align: 'right',
          optional: true,
          text: ({ step, before }) => change(before, step),
          paint: (text, { step, before }) => tinted(text, before ? step.mediana - before.mediana : 0, paint),
        },
      ],
      shown.toReversed(),
      { width, paintTitle: paint.faint },
    ),
    ...(hidden > 0
      ? [paint.faint(`e mais ${count(hidden, 'linha anterior', 'linhas anteriores')}: --csv traz todas`)]
      : []),
  ]
}

function summary(
  { unidadeMedida }: HistoricoDoLugar,
  { minimo, mediana, maximo, variacao }: NonNullable<HistoricoDoLugar['resumo']>,
): string {
  const per = unidadeMedida === 'M3' ? 'm³' : 'litro'
  return [
    `mediana ${money(mediana)} por ${per}`,
    ...(variacao && variacao.valor !== 0
      ? [`${moneyChange(variacao.valor)} (${percentChange(variacao.percentual)}) no período`]
      : ['sem mudança no período']),
    `preços de ${money(minimo)} a ${money(maximo)}`,
  ].join('; ')
}

/** Medians from the first day to the last; a day or more of which nothing is known is a blank. */
function lineOf(
  { serie }: HistoricoDoLugar,
  { desde, ate }: RespostaHistoricoDoLugar['periodo'],
  granularidade: GranularidadeDoLugar,
  width: number,
): string {
  if (granularidade !== 'dia')
    return levelLine(
      serie.map(({ mediana }) => mediana),
      width,
    )
  const known = new Map(serie.map(({ periodo, mediana }) => [periodo, mediana]))
  const first = serie[0] && serie[0].periodo > desde ? serie[0].periodo : desde
  const medians: (number | null)[] = []
  for (let dia = first; dia <= ate; dia = addDays(dia, 1)) medians.push(known.get(dia) ?? null)
  return levelLine(medians, width)
}

function change(before: TrechoDoLugar | undefined, step: TrechoDoLugar): string {
  if (!before) return ''
  const [from, to] = [toThousandths(before.mediana), toThousandths(step.mediana)]
  return from === to
    ? '='
    : `${moneyChange(fromThousandths(to - from))} (${percentChange(percentBetween(from, to))})`
}

function tinted(text: string, change: number, paint: Canvas['paint']): string {
  if (change === 0) return text
  return change > 0 ? paint.dear(text) : paint.cheap(text)
}
