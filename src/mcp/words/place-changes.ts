import type { CallToolResult } from '@modelcontextprotocol/server'
import type { MudancaNoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { count, decimal } from '../../format/words/formatting.ts'
import { changesSaid } from '../../format/words/place-changes.ts'
import type { Query } from '../../query/query.ts'
import { firstThatFits } from './fit-size.ts'
import { wholeFiles } from './series.ts'
import { inBothViews, placeOf, placeSentences, rows, updated } from './text.ts'

const USUAL = 20
/** A page over HTTP. */
const MOST = 5000

/** Stations of a place whose price changed, newest first, in pages; of a page too long, one of fewer rows with its first one. */
export async function placeChanges(
  asked: Pedido<'historicoDoLugar'>,
  query: Query,
  urlBase: string | undefined,
): Promise<CallToolResult> {
  const { pagina = 1, registrosPorPagina: size = USUAL } = asked
  const all = { ...asked, pagina: undefined, registrosPorPagina: MOST }
  const files = wholeFiles(urlBase, 'historicoDoLugar', all)
  const page = async (rows: number) => {
    const pedido = {
      ...asked,
      registrosPorPagina: rows,
      pagina: 1 + Math.floor(((pagina - 1) * size) / rows),
    }
    return toResult(await query.historicoDoLugar(pedido), files, rows < size)
  }
  return firstThatFits([() => page(size)], (n) => page(Math.max(1, n)), size)
}

function toResult(
  resposta: RespostaHistoricoDoLugar,
  files: string | undefined,
  isShorter: boolean,
): CallToolResult {
  const { pagina = 1, totalPaginas = 1, totalRegistros = 0, registrosPorPagina = USUAL } = resposta
  const { mudancas = [] } = resposta
  const size = registrosPorPagina === USUAL ? '' : ` com registrosPorPagina ${registrosPorPagina}`
  const isLast = pagina >= totalPaginas
  return inBothViews({
    sentences: [
      `Mudanças de preço ${changesSaid(resposta)}.`,
      totalRegistros > 0 &&
        `São ${count(totalRegistros, 'mudança', 'mudanças')}, da mais nova à mais velha; em é a primeira venda ao preço novo.`,
      isShorter && `Cabem aqui ${registrosPorPagina} por página.`,
      totalPaginas > 1 &&
        `Vêm ${mudancas.length}, da página ${decimal(pagina)} de ${decimal(totalPaginas)}${isLast ? '' : `. Há mais: peça pagina ${pagina + 1}${size}`}.`,
      !isLast && files,
      ...placeSentences(resposta),
      updated(resposta.atualizadoEm),
    ],
    data: {
      ...placeOf(resposta),
      ...rows(mudancas.map(toRow)),
    },
    structured: resposta,
  })
}

/** A change with its time to the minute. */
function toRow({ nomeFantasia: posto, em, ...rest }: MudancaNoLugar) {
  return { em: em.slice(0, 16), posto, ...rest }
}
