import type { CallToolResult } from '@modelcontextprotocol/server'
import type {
  HistoricoDoLugar,
  MudancaNoLugar,
  RespostaHistoricoDoLugar,
} from '../../domain/answers/historico.ts'
import type { GranularidadeDoLugar } from '../../domain/past/periods.ts'
import { ATE_POUCAS_VENDAS } from '../../domain/facts/rules.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { fewStations } from '../../format/words/doubt.ts'
import { bothChanges, count, day, decimal, money } from '../../format/words/formatting.ts'
import { changesSaid } from '../../format/words/comparisons.ts'
import { paginate, readPage } from '../../query/lists/paging.ts'
import type { Query } from '../../query/query.ts'
import { whenPlaceBegins } from './known-since.ts'
import * as series from './series.ts'
import { firstThatFits, ofText, rows, toolResult } from './tool-result.ts'
import { placeMember, placeSentences, unitPrice } from './text.ts'

/** A place's history: whole, else by week or month, else its newest periods. */
export async function placeHistory(pedido: Pedido<'historicoDoLugar'>, query: Query, urlBase?: string) {
  const { granularidade } = pedido
  if (granularidade === 'mudancas') return placeChanges(pedido, query, urlBase)
  const resposta = await query.historicoDoLugar(pedido)
  const since = await whenPlaceBegins(query, pedido, resposta)
  const files = series.wholeFiles(urlBase, 'historicoDoLugar', pedido)
  return series.fitHistory(
    { resposta, granularidade },
    (granularidade) => query.historicoDoLugar({ ...pedido, granularidade }),
    (found, n) => {
      const notes = [found.note, n !== undefined && `${series.onlyNewest(n)}.`].filter(Boolean)
      return toResult(found, notes.length > 0 ? [...notes, files] : [since], n)
    },
  )
}

function toResult(
  { resposta, granularidade }: series.FoundHistory<RespostaHistoricoDoLugar, GranularidadeDoLugar>,
  notes: readonly (string | false | undefined)[],
  n?: number,
): CallToolResult {
  const { lugar, periodo } = resposta
  const combustiveis = series.newestOf(resposta.combustiveis, n)
  const where = lugar.ambito === 'bairro' ? 'no lugar pedido (nome no bloco a seguir)' : `em ${lugar.nome}`
  const span = `Preços ${where} de ${day(periodo.desde)} a ${day(periodo.ate)}`
  return toolResult({
    sentences: [
      Object.keys(combustiveis).length === 0
        ? `${span}: nenhum é conhecido.`
        : ofText(`${span}, pela mediana dos postos no fim de cada dia:`),
      ...series.historyLines(resposta.combustiveis, (fuel) => sentenceOf(fuel, granularidade)),
      ...placeSentences(resposta),
      ...notes,
    ],
    data: { ...placeMember(resposta), series: series.seriesTable(combustiveis) },
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
  return `${nome}: mediana ${unitPrice(mediana, unidadeMedida)}${fewStations(serie)}${change}; preços de ${money(minimo)} a ${money(maximo)}; ${count(serie.length, ...series.EACH[granularidade])}.`
}

const USUAL = 20
/** A page over HTTP. */
const MOST = 5000

/** Stations of a place whose price changed, the confirmed changes first, each part from the newest on, in pages; of a page too long, one of fewer rows with its first one. */
async function placeChanges(asked: Pedido<'historicoDoLugar'>, query: Query, urlBase: string | undefined) {
  const { pagina = 1, registrosPorPagina: size = USUAL } = asked
  const all = { ...asked, pagina: undefined, registrosPorPagina: MOST }
  const files = series.wholeFiles(urlBase, 'historicoDoLugar', all)
  const found = await query.historicoDoLugar(all)
  const changes = [...(found.mudancas ?? [])]
  for (let next = 2; next <= (found.totalPaginas ?? 1); next++)
    changes.push(...((await query.historicoDoLugar({ ...all, pagina: next })).mudancas ?? []))
  const confirmed = changes.filter(({ confirmada }) => confirmada)
  const inOrder = [...confirmed, ...changes.filter(({ confirmada }) => !confirmada)]
  const page = (rows: number) => {
    const sizes = { pagina: 1 + Math.floor(((pagina - 1) * size) / rows), registrosPorPagina: rows }
    const { from, to, envelope } = paginate(inOrder.length, readPage(sizes))
    const resposta = { ...found, ...envelope, mudancas: inOrder.slice(from, to) }
    return changesResult(resposta, confirmed.length, files, rows < size)
  }
  return firstThatFits([() => page(size)], (n) => page(Math.max(1, n)), size)
}

function changesResult(
  resposta: RespostaHistoricoDoLugar & { mudancas: readonly MudancaNoLugar[] },
  confirmed: number,
  files: string | undefined,
  isShorter: boolean,
) {
  const { pagina = 1, totalPaginas = 1, totalRegistros = 0, registrosPorPagina = USUAL, mudancas } = resposta
  const size = registrosPorPagina === USUAL ? '' : ` com registrosPorPagina ${registrosPorPagina}`
  const isLast = pagina >= totalPaginas
  const changes = mudancas.map(({ nomeFantasia: posto, em, deConfirmado, ...rest }) =>
    Object.assign({ em: em.slice(0, 16), posto }, rest, { de: deConfirmado ?? rest.de }),
  )
  return toolResult({
    sentences: [
      `Mudanças de preço ${changesSaid(resposta)}.`,
      totalRegistros > 0 &&
        `São ${count(totalRegistros, 'mudança', 'mudanças')}, ${confirmed > 0 ? `primeiro as confirmadas (${decimal(confirmed)}), cada parte` : 'nenhuma confirmada,'} da mais nova à mais velha; em é a primeira venda ao preço novo.`,
      totalRegistros > 0 &&
        `Confirmada: o preço novo já não é de uma só venda, nem de ${ATE_POUCAS_VENDAS} longe do anterior; conta desde o último confirmado antes dele.`,
      isShorter && `Cabem aqui ${registrosPorPagina} por página.`,
      totalPaginas > 1 &&
        `Vêm ${mudancas.length}, da página ${decimal(pagina)} de ${decimal(totalPaginas)}${isLast ? '' : `. Há mais: peça pagina ${pagina + 1}${size}`}.`,
      !isLast && files,
      ...placeSentences(resposta),
    ],
    data: { ...placeMember(resposta), ...rows(changes) },
    structured: resposta,
  })
}
