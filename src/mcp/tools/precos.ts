import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { precosSchema } from '../../domain/answers/precos.ts'
import { paginacaoShape } from '../../domain/answers/shared-schemas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { ORDEM_DE_LEITURA, type Pedido, parametros } from '../../domain/questions/parameters.ts'
import { ATE_POUCAS_VENDAS, JANELA, PERTO } from '../../domain/facts/rules.ts'
import {
  firstThatFits,
  fileUri,
  toolResult,
  listUri,
  observacoesSchema,
  placeOf,
  registryTold,
  updated,
} from '../words/text.ts'
import { inputSchema, readArguments, toolParameters } from './arguments.ts'
import { type Lista, lean, linhaSchema, pointsOf, remaining, shortRows } from '../words/price-list.ts'
import { howToSeeMore, MOST_ROWS, sentences, suspects } from '../words/price-sentences.ts'
import type { Tool } from './tool-definition.ts'

const USUAL = 10

/** Members of paged answers, described in `observacoes`. */
export const ENVELOPE = Object.fromEntries(Object.keys(paginacaoShape).map((name) => [name, true])) as Record<
  keyof typeof paginacaoShape,
  true
>

export const precos: Tool = {
  title: 'Preços de combustível, do mais barato ao mais caro',
  purpose: 'acha o mais barato num lugar',
  description: `Quanto custa um combustível em Alagoas, posto a posto, do mais barato ao mais caro. Fuel prices in Alagoas (Maceió), Brazil: where the cheapest gas station is, for gasoline, ethanol, diesel, near me or along a route.
Use para achar o mais barato num bairro ou município, perto de um lugar ou no caminho, e se o desvio vale. Não use para um posto determinado (posto), o passado (historico), nem média, tendência ou comparação de lugares (estatisticas).
Os filtros se somam; sem lugar, vale o estado todo; lugar sem posto dá sugestoes. Ficam fora postos sem venda há ${JANELA} e preços suspeitos de erro, que a resposta conta.
A ordem é por precoProvavel, o que se deve pagar: o preço, ou o usual do posto se o preço fica mais de ${PERTO} abaixo dele e só ${ATE_POUCAS_VENDAS} (confirmacao.vendas) o sustentam. Só vem onde difere do preço; duvida diz o usual.
O preço (valorDeclarado) é o da bomba na hora da venda; nestePreco, as vendas seguidas nele; custo inclui a ida e volta. Distâncias são em linha reta.`,
  inputSchema: inputSchema(toolParameters('precos'), {
    combustivel:
      'gasolina-comum (padrão), gasolina-aditivada, alcool, diesel-comum (em geral S500), diesel-aditivado (S10) ou gnv',
    bandeira: 'Só onde há o cadastro da ANP',
    raio: 'Padrão 10',
    limite: `Padrão ${USUAL}; mais de ${MOST_ROWS} vale ${MOST_ROWS}`,
    suspeitos: 'Padrão omitir',
    cnpj: 'Ou até 20, por vírgula',
    ordenar: `Padrão ${ORDEM_DE_LEITURA}; custo e distancia, com perto ou rota`,
    litros: `Com perto ou rota. Padrão ${parametros.litros.padrao}`,
    consumo: `Padrão ${parametros.consumo.padrao}`,
    pagina: 'limite é o tamanho dela',
    registrosPorPagina: 'O mesmo que limite',
  }),
  outputSchema: precosSchema.omit({ ...ENVELOPE, pontosDaRota: true, caminho: true }).extend({
    logoDepois: z.object({}).optional(),
    centro: z.object({}).optional(),
    economia: z.object({}).optional(),
    conteudo: z.array(linhaSchema),
    observacoes: observacoesSchema,
  }),
  levels: 5,
  async handler(args, { query, urlBase }) {
    const { pedido, clipped } = bounded(readArguments('precos', args, toolParameters('precos')))
    const resposta = await query.precos(pedido)
    const link = csvLink(pedido, urlBase)
    const list = lean(resposta, pedido.combustivel)
    const result = (answer: Lista, cut?: string): CallToolResult => {
      const more = remaining(answer)
      const isPart = answer.conteudo.length < answer.totalEncontrados
      return toolResult({
        sentences: [
          ...sentences(answer, pedido),
          more > 0 && (cut ?? howToSeeMore(answer, more)),
          clipped,
          suspects(answer.suspeitosOmitidos),
          // Addresses of points and routes are long, and stand in the link alone.
          isPart && (pedido.lat ?? pedido.rota) === undefined && `CSV de todos: ${link.uri}`,
          pedido.bandeira === undefined && registryTold(answer),
          updated(answer.atualizadoEm),
        ],
        data: { ...shortRows(answer), ...placeOf(answer) },
        structured: answer,
        links: [link],
      })
    }
    const withPoints = (answer: Lista, cut?: string): CallToolResult => ({
      ...result(answer, cut),
      _meta: { [POINTS]: pointsOf(resposta, answer.conteudo.length) },
    })
    const shorter = (n: number): CallToolResult => {
      // The other figures are still of the whole list.
      const answer = { ...list, conteudo: list.conteudo.slice(0, n), totalPostos: n }
      const missing = remaining(answer)
      return withPoints(
        answer,
        `Couberam ${n} linhas, e faltam ${missing}: peça as outras com pagina e limite ${n}.`,
      )
    }
    return firstThatFits([() => withPoints(list), () => result(list)], shorter, list.conteudo.length)
  },
}

/** Key of the result's `_meta` with the stations' coordinates. */
const POINTS = 'gasolina/pontos'

/**
 * The question within this tool's limits, and a sentence if they reduced it. With `pagina` alone, `limite` is the size of a
 * page: HTTP's `limite` would end the list before the second page.
 */
function bounded(asked: Pedido<'precos'>): { pedido: Pedido<'precos'>; clipped: string | undefined } {
  const { limite, registrosPorPagina, ...rest } = asked
  const wanted = registrosPorPagina ?? limite ?? USUAL
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

/** The whole list as CSV: the question without its pages; of a whole fuel, its file. */
function csvLink(pedido: Pedido<'precos'>, urlBase: string | undefined): ResourceLink {
  const { limite: _, pagina: __, registrosPorPagina: ___, ...whole } = pedido
  const { combustivel: slug } = pedido
  const isOfState = Object.keys(whole).every((name) => OF_ANY_LIST.includes(name))
  return {
    type: 'resource_link',
    uri: isOfState ? fileUri(slug, urlBase) : listUri(whole, urlBase),
    name: `${slug}.csv`,
    title: `${fuelOf(slug).nomePopular}: ${isOfState ? 'todos os postos do estado' : 'todos os postos deste pedido'}`,
    mimeType: 'text/csv',
  }
}

const OF_ANY_LIST: readonly string[] = [
  'combustivel',
  'suspeitos',
  'ordenar',
  'formato',
  'dialeto',
] satisfies (keyof Pedido<'precos'>)[]
