import type { HistoricoDoCombustivel, RespostaHistorico, Resumo } from '../../domain/answers/historico.ts'
import { type Block, type Maybe, type View, left, right, tableOf } from '../../format/terminal/view.ts'
import {
  bothChanges,
  count,
  day,
  dayAndTime,
  decimal,
  money,
  perUnit,
  together,
} from '../../format/words/formatting.ts'
import { ONE_SALE, isOneSale, onLastSale } from '../../format/words/comparisons.ts'
import { stationName } from '../../format/words/names.ts'
import { seriesLine } from '../../format/words/price-line.ts'
import type { TerminalPage } from '../lookup-command.ts'

/** Newest steps shown of a fuel: alone, and beside others. */
const ROWS_ALONE = 20
const ROWS_EACH = 5
export const LONGEST_LINE = 60

export function historyView(resposta: RespostaHistorico, { width }: TerminalPage): View {
  const { estabelecimento, periodo } = resposta
  const fuels = Object.values(resposta.combustiveis).filter(({ serie }) => serie.length > 0)
  const rows = fuels.length === 1 ? ROWS_ALONE : ROWS_EACH
  return {
    title: `${estabelecimento.nomeFantasia}, de ${day(periodo.desde)} a ${day(periodo.ate)}`,
    body: fuels.map((fuel) => fuelBlocks(fuel, periodo, rows, Math.min(LONGEST_LINE, width))),
    notes: [
      fuels.some(({ serie }) => serie.some((step) => 'suspeito' in step && step.suspeito)) &&
        '? preço suspeito, fora da linha e das contas',
      ...(resposta.observacoes ?? []),
    ],
  }
}

export function hiddenSteps(hidden: number): Maybe<Block> {
  const text = `e mais ${count(hidden, 'linha anterior', 'linhas anteriores')}: --csv traz todas`
  return hidden > 0 && { text, tone: 'faint' }
}

export function nothingSold({ estabelecimento, periodo }: RespostaHistorico): string {
  return `Nenhuma venda de ${stationName(estabelecimento)} de ${day(periodo.desde)} a ${day(periodo.ate)}: mude --desde, --ate ou --combustivel.`
}

function fuelBlocks(
  fuel: HistoricoDoCombustivel,
  periodo: RespostaHistorico['periodo'],
  rows: number,
  lineWidth: number,
): Maybe<Block>[] {
  const { nomePopular, serie, resumo, unidadeMedida } = fuel
  const about = resumo && (isOneSale(fuel) ? ONE_SALE : `${onLastSale(fuel)}; ${summary(resumo)}`)
  return [
    { name: nomePopular, text: resumo ? `: ${money(resumo.atual)} ${perUnit(unidadeMedida)} ${about}` : '' },
    resumo && { text: seriesLine(serie, periodo, lineWidth), tone: 'cheap' },
    stepsTable(serie, rows),
    hiddenSteps(serie.length - rows),
  ]
}

function summary({ minimo, medio, maximo, ultimaMudanca, variacao }: NonNullable<Resumo>): string {
  return together('; ', [
    minimo === maximo ? 'sem mudança' : `de ${money(minimo)} a ${money(maximo)}, média ${money(medio)}`,
    variacao && variacao.valor !== 0 && `${bothChanges(variacao)} no período`,
    ultimaMudanca &&
      `última mudança em ${dayAndTime(ultimaMudanca.em)}, de ${money(ultimaMudanca.de)} a ${money(ultimaMudanca.para)}`,
  ])
}

function stepsTable(serie: HistoricoDoCombustivel['serie'], rows: number): Block {
  const changes = serie.flatMap((step) => ('periodo' in step ? [] : step))
  const isOfSeveral = changes.some(({ codigo }) => codigo !== changes[0]?.codigo)
  if (changes.length > 0)
    return tableOf(changes.slice(-rows).toReversed(), [
      left('', ({ suspeito }) => (suspeito ? '?' : ''), { tone: () => 'doubtful' }),
      left('DE', ({ de }) => dayAndTime(de)),
      left('ATÉ', ({ ate }) => dayAndTime(ate)),
      // Two products of a station may have equal lines.
      left('CÓDIGO', ({ codigo }) => (isOfSeveral ? codigo : '')),
      right('PREÇO', ({ valorDeclarado }) => money(valorDeclarado)),
      right('VENDAS', ({ vendas }) => decimal(vendas)),
    ])
  const periods = serie.filter((step) => 'periodo' in step)
  return tableOf(periods.slice(-rows).toReversed(), [
    left('PERÍODO', ({ periodo }) => day(periodo)),
    right('MÍNIMO', ({ minimo }) => money(minimo)),
    right('MÉDIO', ({ medio }) => money(medio)),
    right('MÁXIMO', ({ maximo }) => money(maximo)),
    right('VENDAS', ({ vendas }) => decimal(vendas)),
  ])
}
