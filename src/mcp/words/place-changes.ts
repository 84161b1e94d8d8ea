import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { count } from '../../format/words/formatting.ts'
import { changesSaid } from '../../format/words/place-changes.ts'
import type { Query } from '../../query/query.ts'
import { firstThatFits } from './fit-size.ts'
import { wholeFiles } from './series.ts'
import { inBothViews, ofText, placeOf, placeSentences, rows, updated } from './text.ts'

const USUAL = 20
/** A page over HTTP. */
const MOST = 5000

/** Stations of a place whose price changed, newest first, in pages. */
export async function placeChanges(
  asked: Pedido<'historicoDoLugar'>,
  query: Query,
  urlBase: string | undefined,
): Promise<CallToolResult> {
  const pedido = { ...asked, registrosPorPagina: asked.registrosPorPagina ?? USUAL }
  const resposta = await query.historicoDoLugar(pedido)
  const all = { ...asked, pagina: undefined, registrosPorPagina: MOST }
  const files = wholeFiles(urlBase, 'historicoDoLugar', all)
  return firstThatFits([() => toResult(resposta, files)], (n) => toResult(resposta, files, n))
}

function toResult(resposta: RespostaHistoricoDoLugar, files: string | undefined, n?: number): CallToolResult {
  const { pagina = 1, totalPaginas = 1, totalRegistros = 0 } = resposta
  const mudancas = (resposta.mudancas ?? []).slice(0, n)
  const isCut = n !== undefined || pagina < totalPaginas
  return inBothViews({
    sentences: [
      ofText(`Mudanças de preço ${changesSaid(resposta)}.`),
      totalRegistros > 0 &&
        ofText(
          `São ${count(totalRegistros, 'mudança', 'mudanças')}, da mais nova à mais velha; em é a primeira venda ao preço novo.`,
        ),
      pagina < totalPaginas && `Há mais: peça pagina ${pagina + 1} (são ${totalPaginas}).`,
      isCut && files,
      ...placeSentences(resposta),
      updated(resposta.atualizadoEm),
    ],
    data: {
      ...placeOf(resposta),
      ...rows(
        mudancas.map(({ nomeFantasia, em, ...rest }) => ({
          em: em.slice(0, 16),
          posto: nomeFantasia,
          ...rest,
        })),
      ),
    },
    structured: { ...resposta, mudancas },
  })
}
