import type {
  HistoricoDoCombustivel,
  RespostaHistorico,
  Resumo,
  TrechoDeMudanca,
  TrechoDePeriodo,
} from '../../domain/answers/historico.ts'
import { renderTable } from '../../format/terminal/table.ts'
import {
  count,
  day,
  dayAndTime,
  decimal,
  money,
  moneyChange,
  percentChange,
} from '../../format/words/formatting.ts'
import type { Canvas } from '../lookup.ts'
import { lineOf } from './price-lines.ts'
import { sourceLine } from './source-line.ts'

/** Newest steps shown of a fuel: alone, and beside others. */
const ROWS_ALONE = 20
const ROWS_EACH = 5
const LONGEST_LINE = 60

/** Per fuel a summary, the price line and the newest steps. */
export function historyView(resposta: RespostaHistorico, canvas: Canvas): string {
  const { estabelecimento, periodo } = resposta
  const fuels = Object.values(resposta.combustiveis).filter(({ serie }) => serie.length > 0)
  const rows = fuels.length === 1 ? ROWS_ALONE : ROWS_EACH
  return [
    canvas.paint.strong(`${estabelecimento.nomeFantasia}, de ${day(periodo.desde)} a ${day(periodo.ate)}`),
    '',
    ...fuels.flatMap((fuel) => fuelLines(fuel, resposta, rows, canvas).concat('')),
    ...(fuels.some(hasSuspects) ? ['? preço suspeito, fora da linha e das contas'] : []),
    canvas.paint.faint(sourceLine(resposta, canvas)),
  ].join('\n')
}

/** The sentence for a period without sales. */
export function nothingSold({ estabelecimento, periodo }: RespostaHistorico): string {
  return `Nenhuma venda de ${estabelecimento.nomeFantasia} de ${day(periodo.desde)} a ${day(periodo.ate)}: mude --desde, --ate ou --combustivel.`
}

function hasSuspects({ serie }: HistoricoDoCombustivel): boolean {
  return serie.some((step) => 'suspeito' in step && step.suspeito !== undefined)
}

function fuelLines(
  { nome, serie, resumo, unidadeMedida }: HistoricoDoCombustivel,
  { periodo }: RespostaHistorico,
  rows: number,
  canvas: Canvas,
): string[] {
  const { paint, width } = canvas
  const hidden = serie.length - rows
  return [
    `${paint.strong(nome)}${resumo ? `: ${summary(resumo, unidadeMedida)}` : ''}`,
    ...(resumo ? [paint.cheap(lineOf(serie, periodo, Math.min(LONGEST_LINE, width)))] : []),
    stepsTable(serie, rows, canvas),
    ...(hidden > 0
      ? [paint.faint(`e mais ${count(hidden, 'linha anterior', 'linhas anteriores')}: --csv traz todas`)]
      : []),
  ]
}

function summary(
  { minimo, medio, maximo, atual, ultimaMudanca, variacao }: NonNullable<Resumo>,
  unidade: string,
): string {
  const per = unidade === 'M3' ? 'm³' : 'litro'
  return [
    `${money(atual)} por ${per}`,
    minimo === maximo ? 'sem mudança' : `de ${money(minimo)} a ${money(maximo)}, média ${money(medio)}`,
    ...(variacao && variacao.valor !== 0
      ? [`${moneyChange(variacao.valor)} (${percentChange(variacao.percentual)}) no período`]
      : []),
    ...(ultimaMudanca
      ? [
          `última mudança em ${dayAndTime(ultimaMudanca.em)}, de ${money(ultimaMudanca.de)} a ${money(ultimaMudanca.para)}`,
        ]
      : []),
  ].join('; ')
}

/** Newest first. */
function stepsTable(serie: HistoricoDoCombustivel['serie'], rows: number, { width, paint }: Canvas): string {
  const options = { width, paintTitle: paint.faint }
  const changes = serie.filter((step): step is TrechoDeMudanca => !('periodo' in step))
  if (changes.length > 0)
    return renderTable(
      [
        { title: '', text: ({ suspeito }) => (suspeito ? '?' : ''), paint: paint.doubtful },
        { title: 'DE', text: ({ de }) => dayAndTime(de) },
        { title: 'ATÉ', text: ({ ate }) => dayAndTime(ate) },
        { title: 'PREÇO', align: 'right', text: ({ valorDeclarado }) => money(valorDeclarado) },
        { title: 'VENDAS', align: 'right', text: ({ vendas }) => decimal(vendas) },
      ],
      changes.slice(-rows).toReversed(),
      options,
    )
  const periods = serie.filter((step): step is TrechoDePeriodo => 'periodo' in step)
  return renderTable(
    [
      { title: 'PERÍODO', text: ({ periodo }) => day(periodo) },
      { title: 'MÍNIMO', align: 'right', text: ({ minimo }) => money(minimo) },
      { title: 'MÉDIO', align: 'right', text: ({ medio }) => money(medio) },
      { title: 'MÁXIMO', align: 'right', text: ({ maximo }) => money(maximo) },
      { title: 'VENDAS', align: 'right', text: ({ vendas }) => decimal(vendas) },
    ],
    periods.slice(-rows).toReversed(),
    options,
  )
}
