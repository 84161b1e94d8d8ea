import type { CallToolResult } from '@modelcontextprotocol/server'
import type { HistoricoDoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import type { GranularidadeDoLugar } from '../../domain/past/place-periods.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { bothChanges, count, day, money } from '../../format/words/formatting.ts'
import type { Query } from '../../query/query.ts'
import { whenPlaceBegins } from './known-since.ts'
import { placeChanges } from './place-changes.ts'
import {
  EACH,
  type Found,
  fitHistory,
  historyLines,
  newestOf,
  onlyNewest,
  seriesTable,
  wholeFiles,
} from './series.ts'
import { type Sentence, inBothViews, ofText, placeOf, placeSentences, unitPrice, updated } from './text.ts'

/** A place's history: whole, else by week or month, else its newest periods. */
export async function placeHistory(
  pedido: Pedido<'historicoDoLugar'>,
  query: Query,
  urlBase: string | undefined,
): Promise<CallToolResult> {
  const { granularidade } = pedido
  if (granularidade === 'mudancas') return placeChanges(pedido, query, urlBase)
  const resposta = await query.historicoDoLugar(pedido)
  const since = await whenPlaceBegins(query, pedido, resposta)
  const files = wholeFiles(urlBase, 'historicoDoLugar', pedido)
  return fitHistory(
    { resposta, granularidade },
    (granularidade) => query.historicoDoLugar({ ...pedido, granularidade }),
    (found, n) => {
      const notes = [found.note, n !== undefined && `${onlyNewest(n)}.`].filter(Boolean)
      return toResult(found, notes.length > 0 ? [...notes, files] : [since], n)
    },
  )
}

function toResult(
  { resposta, granularidade }: Found<RespostaHistoricoDoLugar, GranularidadeDoLugar>,
  notes: readonly Sentence[],
  n?: number,
): CallToolResult {
  const { lugar, periodo } = resposta
  const combustiveis = newestOf(resposta.combustiveis, n)
  const where = lugar.ambito === 'bairro' ? 'no lugar pedido (nome no bloco a seguir)' : `em ${lugar.nome}`
  const span = `Preços ${where} de ${day(periodo.desde)} a ${day(periodo.ate)}`
  return inBothViews({
    sentences: [
      Object.keys(combustiveis).length === 0
        ? `${span}: nenhum é conhecido.`
        : ofText(`${span}, pela mediana dos postos:`),
      ...historyLines(combustiveis, (fuel) => sentenceOf(fuel, granularidade)),
      ...placeSentences(resposta),
      ...notes,
      updated(resposta.atualizadoEm),
    ],
    data: { ...placeOf(resposta), series: seriesTable(combustiveis) },
    structured: { ...resposta, combustiveis },
  })
}

function sentenceOf(
  { nomePopular: nome, unidadeMedida, serie, resumo }: HistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
): string {
  if (!resumo) return `${nome}: sem preço no período.`
  const { minimo, mediana, maximo, variacao } = resumo
  // A single period has no change from its beginning to its end.
  const change =
    !variacao || serie.length < 2
      ? ''
      : variacao.valor === 0
        ? ', igual à do começo'
        : `, ${bothChanges(variacao)} desde o começo`
  return `${nome}: mediana ${unitPrice(mediana, unidadeMedida)}${change}; preços de ${money(minimo)} a ${money(maximo)}; ${count(serie.length, ...EACH[granularidade])}.`
}
