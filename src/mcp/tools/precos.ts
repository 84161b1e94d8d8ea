import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { precosSchema } from '../../domain/answers/precos.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { count } from '../../format/words/formatting.ts'
import { firstThatFits, toolResult } from '../words/tool-result.ts'
import { fileUri, listUri, placeMember, registryTold, without } from '../words/text.ts'
import { inputSchema, readArguments, toolParameters } from './arguments.ts'
import { type Lista, lean, linhaSchema, pointsOf, remaining, shortRows } from '../words/price-list.ts'
import { howToSeeMore, MOST_ROWS, priceSentences, suspects, USUAL_ROWS } from '../words/price-sentences.ts'
import { type Tool, textsOf } from './tool-definition.ts'

export const precos: Tool = {
  ...textsOf('precos'),
  inputSchema: inputSchema('precos', toolParameters('precos')),
  outputSchema: precosSchema
    .omit({ pontosDaRota: true, caminho: true })
    .extend({ conteudo: z.array(linhaSchema), postoMaisPerto: z.object({}).optional() }),
  levels: 5,
  async handler(args, { query, urlBase }) {
    const { pedido, clipped } = bounded(
      readArguments('precos', args, toolParameters('precos'), precos.inputSchema),
    )
    const link = csvLink(pedido, urlBase)
    const result = (answer: Lista, cut?: string, points?: object): CallToolResult => {
      const more = remaining(answer)
      const isPart = answer.conteudo.length < answer.totalEncontrados
      const made = toolResult({
        sentences: [
          ...priceSentences(answer, pedido),
          more > 0 && (cut ?? howToSeeMore(answer, more)),
          clipped,
          suspects(answer.suspeitosOmitidos),
          // Addresses of points and routes are long, and stand in the link alone.
          isPart && (pedido.lat ?? pedido.rota) === undefined && `CSV de todos: ${link.uri}`,
          pedido.bandeira === undefined && registryTold(answer),
        ],
        data: { ...shortRows(answer), ...placeMember(answer) },
        structured: answer,
        links: [link],
      })
      return points ? { ...made, _meta: { 'gasolina/pontos': points } } : made
    }
    const resposta = await query.precos(pedido)
    const whole = lean(resposta, pedido.combustivel)
    const rows = whole.conteudo.length
    let fitting = rows
    const made = await firstThatFits(
      [() => result(whole, undefined, pointsOf(resposta, rows)), () => result(whole)],
      (n) => {
        fitting = n
        const answer = { ...whole, conteudo: whole.conteudo.slice(0, n) }
        return result(answer, cutSentence(answer, cutOf(pedido, n)), pointsOf(resposta, n))
      },
      rows,
    )
    if (fitting === rows || fitting === 0) return made
    // Asked again, ending where it is cut: sentences on the rows are of those shown.
    const cut = cutOf(pedido, fitting)
    const part = await query.precos({ ...pedido, limite: cut.limite })
    const answer = withPagesOf(whole, lean(part, pedido.combustivel))
    return result(answer, cutSentence(answer, cut), pointsOf(part, answer.conteudo.length))
  },
}

/**
 * The question within this tool's limits, and a sentence if they reduced it. With `pagina` alone `limite` is a page's size: as
 * HTTP's it would end the list before the second page.
 */
function bounded(asked: Pedido<'precos'>): { pedido: Pedido<'precos'>; clipped: string | undefined } {
  const { limite, registrosPorPagina, ...rest } = asked
  const wanted = registrosPorPagina ?? limite ?? USUAL_ROWS
  const size = Math.min(wanted, MOST_ROWS)
  const isPaged = asked.pagina !== undefined || registrosPorPagina !== undefined
  return {
    pedido: {
      ...rest,
      // Given both, `limite` ends the list, as over HTTP.
      ...(limite !== undefined && registrosPorPagina !== undefined && { limite }),
      ...(isPaged ? { registrosPorPagina: size } : { limite: size }),
    },
    clipped:
      wanted > MOST_ROWS ? `limite foi reduzido a ${MOST_ROWS}, o máximo desta ferramenta.` : undefined,
  }
}

/**
 * Where to cut a list of which at most `most` rows fit: after how many of the whole list to end it, and how to ask for what follows.
 * Pages begin at multiples of their size: of all sizes the one is taken that leaves most rows here.
 */
function cutOf({ pagina = 1, registrosPorPagina = 0 }: Pedido<'precos'>, most: number) {
  const before = (pagina - 1) * registrosPorPagina
  const rowsFor = (size: number): number => size - (before % size)
  let size = most
  for (let other = most - 1; other > 0; other--) if (rowsFor(other) > rowsFor(size)) size = other
  const limite = before + rowsFor(size)
  const without = registrosPorPagina > 0 ? ', sem registrosPorPagina' : ''
  return { limite, next: `a pagina ${limite / size + 1} com limite ${size}${without}` }
}

function cutSentence(answer: Lista, { next }: ReturnType<typeof cutOf>): string {
  const { length } = answer.conteudo
  const fit = `${length === 1 ? 'Coube' : 'Couberam'} ${count(length, 'linha', 'linhas')}`
  return `${fit}, e faltam ${remaining(answer)}: as seguintes são ${next}.`
}

/** A list that ends early, on its page of the whole one. */
function withPagesOf(whole: Lista, part: Lista): Lista {
  const { pagina, totalPostos, totalPaginas, totalRegistros, precoMinimo } = whole
  if (pagina === undefined || totalPaginas === undefined || totalRegistros === undefined) return part
  return { ...part, totalPostos, totalPaginas, totalRegistros, precoMinimo }
}

/** The whole list as CSV: the question without its pages; of a whole fuel, its file. */
function csvLink(pedido: Pedido<'precos'>, urlBase: string | undefined): ResourceLink {
  const { combustivel: slug } = pedido
  const whole = without(pedido, 'limite', 'pagina', 'registrosPorPagina')
  const filters = without(whole, 'combustivel', 'suspeitos', 'ordenar', 'formato', 'dialeto')
  const isOfState = Object.keys(filters).length === 0
  return {
    type: 'resource_link',
    uri: isOfState ? fileUri(slug, urlBase) : listUri(whole, urlBase),
    name: `${slug}.csv`,
    title: `${fuelOf(slug).nomePopular}: ${isOfState ? 'todos os postos do estado' : 'todos os postos deste pedido'}`,
    mimeType: 'text/csv',
  }
}
