import type { CallToolResult } from '@modelcontextprotocol/server'
import type { HistoricoDoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import type { GranularidadeDoLugar } from '../../domain/past/place-periods.ts'
import { ofPlace } from '../../domain/past/place-periods.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { count, day, money, moneyChange, percentChange } from '../../format/words/formatting.ts'
import type { Query } from '../../query/query.ts'
import { firstThatFits, SHORTER } from './fit-size.ts'
import { whenPlaceBegins } from './known-since.ts'
import { wholeFiles } from './whole-files.ts'
import { inBothViews, ofText, placeOf, placeSentences, rows, unitPrice, updated } from './text.ts'

type Question = Pedido<'historicoDoLugar'>

const EACH: Record<GranularidadeDoLugar, readonly [one: string, many: string]> = {
  dia: ['dia', 'dias'],
  semana: ['semana', 'semanas'],
  mes: ['mês', 'meses'],
}
const COARSER: Partial<Record<GranularidadeDoLugar, GranularidadeDoLugar>> = { dia: 'semana', semana: 'mes' }

/** A place's history: whole, else by week or month, else its newest periods. */
export async function placeHistory(pedido: Question, query: Query, urlBase: string): Promise<CallToolResult> {
  let current = pedido
  let resposta = await query.historicoDoLugar(pedido)
  let coarser: string | undefined
  const since = await whenPlaceBegins(query, pedido, resposta)
  const files = wholeFiles(urlBase, 'historicoDoLugar', pedido)
  const coarsen = (granularidade: GranularidadeDoLugar) => async () => {
    current = { ...pedido, granularidade }
    resposta = await query.historicoDoLugar(current)
    coarser = `A série pedida não coube e vem por ${EACH[granularidade][0]}: peça um combustível ou um período menor para mais detalhe.`
    return toResult(resposta, granularidade, [coarser, files])
  }
  return firstThatFits([
    () => toResult(resposta, ofPlace(current.granularidade), [since]),
    ...coarserThan(ofPlace(pedido.granularidade)).map(coarsen),
    ...SHORTER.map(
      (n) => () =>
        toResult(newest(resposta, n), ofPlace(current.granularidade), [
          coarser,
          `De cada série vêm só as ${n} linhas mais novas, e resumo conta o período todo.`,
          files,
        ]),
    ),
  ])
}

function coarserThan(granularidade: GranularidadeDoLugar): GranularidadeDoLugar[] {
  const next = COARSER[granularidade]
  return next ? [next, ...coarserThan(next)] : []
}

function toResult(
  resposta: RespostaHistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
  notes: readonly (string | undefined)[] = [],
): CallToolResult {
  const { lugar, periodo, combustiveis } = resposta
  const fuels = Object.values(combustiveis)
  const where = lugar.ambito === 'bairro' ? 'no lugar pedido (nome no bloco a seguir)' : `em ${lugar.nome}`
  return inBothViews({
    sentences: [
      fuels.length === 0
        ? `Preços ${where} de ${day(periodo.desde)} a ${day(periodo.ate)}: nenhum é conhecido.`
        : ofText(`Preços ${where} de ${day(periodo.desde)} a ${day(periodo.ate)}, pela mediana dos postos:`),
      ...fuels.map((fuel) => {
        const said = sentenceOf(fuel, granularidade)
        // That there is nothing no figure says.
        return fuel.resumo ? ofText(`- ${said}`) : said
      }),
      ...placeSentences(resposta),
      ...notes,
      updated(resposta.atualizadoEm),
    ],
    data: { ...placeOf(resposta), series: seriesOf(combustiveis) },
    structured: resposta,
  })
}

function sentenceOf(
  { nome, unidadeMedida, serie, resumo }: HistoricoDoLugar,
  granularidade: GranularidadeDoLugar,
): string {
  if (!resumo) return `${nome}: sem preço no período.`
  const { minimo, mediana, maximo, variacao } = resumo
  // One period has no beginning to compare its end with.
  const change =
    !variacao || serie.length < 2
      ? ''
      : variacao.valor === 0
        ? ', igual à do começo'
        : `, ${moneyChange(variacao.valor)} (${percentChange(variacao.percentual)}) desde o começo`
  return `${nome}: mediana ${unitPrice(mediana, unidadeMedida)}${change}; preços de ${money(minimo)} a ${money(maximo)}; ${count(serie.length, ...EACH[granularidade])}.`
}

/** Newest first. */
function seriesOf(combustiveis: RespostaHistoricoDoLugar['combustiveis']): object {
  return bySlug(combustiveis, ({ serie }) => rows(serie.toReversed()))
}

function newest(resposta: RespostaHistoricoDoLugar, n: number): RespostaHistoricoDoLugar {
  const cut = (history: HistoricoDoLugar) => ({ ...history, serie: n === 0 ? [] : history.serie.slice(-n) })
  return { ...resposta, combustiveis: bySlug(resposta.combustiveis, cut) }
}

function bySlug<T>(
  combustiveis: RespostaHistoricoDoLugar['combustiveis'],
  make: (history: HistoricoDoLugar) => T,
): Partial<Record<(typeof slugs)[number], T>> {
  const made: Partial<Record<(typeof slugs)[number], T>> = {}
  for (const slug of slugs) {
    const history = combustiveis[slug]
    if (history) made[slug] = make(history)
  }
  return made
}
