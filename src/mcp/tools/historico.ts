import { z } from 'zod'
import * as answers from '../../domain/answers/historico.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { daysOf } from '../../domain/basics/time.ts'
import { day } from '../../format/words/formatting.ts'
import type { Query } from '../../query/query.ts'
import { inputSchema, readArguments, toolParameters } from './arguments.ts'
import { placeHistory } from '../words/place-history.ts'
import { aroundNothing, firstSaleSentence } from '../words/known-since.ts'
import * as series from '../words/series.ts'
import { candidatesSchema, chooseStation, stationParameters } from '../words/station.ts'
import { ofText, toolResult, whoAndWhere } from '../words/tool-result.ts'
import { type Tool, textsOf } from './tool-definition.ts'

const accepted = [
  ...stationParameters,
  ...toolParameters('historico').filter((name) => name !== 'cnpj'),
] as const

const ofPlace = toolParameters('historicoDoLugar')

type Question = Pedido<'historico'> & { cnpj: string }
type Answered = series.FoundHistory<answers.RespostaHistorico, series.Granularidade>

/** Longest period, in days, for each granularity; a longer one is answered by the next coarser one. */
const MOST_DAYS: Partial<Record<series.Granularidade, number>> = { dia: 90, semana: 630 }

/** Members of each series in the text; `structuredContent` has all that fit. */
const SHOWN = 12

export const historico: Tool = {
  ...textsOf('historico'),
  inputSchema: inputSchema('historico', [...accepted, 'pagina']),
  outputSchema: z.union([
    // The schema of posto names the members of a station.
    answers.historicoSchema.extend({ estabelecimento: z.object({}) }),
    answers.historicoDoLugarSchema,
    candidatesSchema,
  ]),
  levels: 2,
  async handler(args, { query, urlBase }) {
    const { cnpj, nome, ...place } = args
    // Without a station the question is about a place or the whole state.
    if ([cnpj, nome].every((one) => (one ?? '') === ''))
      return placeHistory(
        readArguments('historicoDoLugar', place, ofPlace, historico.inputSchema),
        query,
        urlBase,
      )
    const { combustivel, desde, ate, granularidade, ...named } = readArguments(
      'historico',
      args,
      accepted,
      historico.inputSchema,
    )
    const choice = await chooseStation({ ...named, combustivel }, query)
    if ('answer' in choice) return choice.answer
    const pedido: Question = { cnpj: choice.cnpj, granularidade, formato: 'json', combustivel, desde, ate }
    const found = await withinDays(pedido, query)
    const instead = await aroundNothing(query, pedido, found.resposta)
    const files = series.wholeFiles(urlBase, 'historico', pedido)
    return series.fitHistory(
      found,
      (coarser) => query.historico({ ...pedido, granularidade: coarser }),
      (answer, n) => toResult(answer, [choice.why ?? [], instead].flat(), files, n),
    )
  },
}

/** Answers by week or month where the period is too long for the granularity asked for. */
async function withinDays(pedido: Question, query: Query): Promise<Answered> {
  const { granularidade } = pedido
  const resposta = await query.historico(pedido)
  const [next] = series.COARSER[granularidade] ?? []
  if (!next || daysOf(resposta.periodo) <= (MOST_DAYS[granularidade] ?? Infinity))
    return { resposta, granularidade }
  const found = await withinDays({ ...pedido, granularidade: next }, query)
  const note = `O período é longo demais para a granularidade pedida: a série vem por ${series.EACH[next][0]}.`
  return { ...found, note: found.note ?? note }
}

/** Sentences count each series whole, also where only its newest `n` members are in the answer. `instead`: prices nearest to no sales. */
function toResult(found: Answered, instead: readonly string[], files: string | undefined, n = Infinity) {
  const { resposta, granularidade, note } = found
  const { estabelecimento, periodo, combustiveis } = resposta
  const longest = Math.max(0, ...Object.values(combustiveis).map(({ serie }) => serie.length))
  const shown = Math.min(n, SHOWN)
  const cut =
    n < Infinity &&
    `${series.onlyNewest(n)}: peça um combustível, um período menor ou granularidade semana ou mes.`
  const shortened = [note, cut].filter(Boolean).join(' ')
  const span = `de ${day(periodo.desde)} a ${day(periodo.ate)}`
  return toolResult({
    sentences: [
      Object.keys(combustiveis).length === 0
        ? `Nenhuma venda do posto foi vista ${span}.`
        : ofText(`Preços do posto (nome no bloco a seguir) ${span}:`),
      ...series.historyLines(combustiveis, (fuel) => series.fuelSentence(fuel, granularidade)),
      longest > 0 &&
        ofText(
          longest > shown && n >= SHOWN
            ? `series, a seguir, traz as ${shown} linhas mais novas de cada combustível, da mais nova à mais velha.`
            : 'series, a seguir, vai da linha mais nova à mais velha.',
        ),
      ...series.alternations(combustiveis),
      series.unconfirmedIn(combustiveis),
      ...instead,
      firstSaleSentence(combustiveis, granularidade),
      ...(resposta.observacoes ?? []),
      ...(shortened === '' ? [] : [shortened, files]),
    ],
    data: { ...whoAndWhere(estabelecimento), series: series.seriesTable(combustiveis, shown) },
    structured: { ...resposta, combustiveis: series.newestOf(combustiveis, n) },
  })
}
