import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { RespostaHistorico } from '../../domain/answers/historico.ts'
import { historicoDoLugarSchema, historicoSchema } from '../../domain/answers/historico.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { DAY } from '../../domain/basics/time.ts'
import { day } from '../../format/words/formatting.ts'
import type { Query } from '../../query/query.ts'
import { inputSchema, isAbsent, isBlank, readArguments, toolParameters } from './arguments.ts'
import { firstThatFits, SHORTER } from '../words/fit-size.ts'
import { placeHistory } from '../words/place-history.ts'
import { aroundNothing, firstSale } from '../words/known-since.ts'
import { alternations, fuelSentence, newestRuns, seriesTable } from '../words/series.ts'
import { candidatesSchema, chooseStation, stationNotes, stationParameters } from '../words/station.ts'
import { inBothViews, observacoesSchema, ofText, updated, whoAndWhere } from '../words/text.ts'
import type { Arguments, Tool } from './tool.ts'
import { wholeFiles } from '../words/whole-files.ts'

const accepted = [
  ...stationParameters,
  ...toolParameters('historico').filter((name) => name !== 'cnpj'),
] as const

const ofPlace = toolParameters('historicoDoLugar')

type Granularidade = Pedido<'historico'>['granularidade']

interface Rule {
  days: number
  next: Granularidade
  each: string
}

/** Longest period, in days, that each of these is answered for; longer ones get the next, coarser one. */
const coarser: Partial<Record<Granularidade, Rule>> = {
  dia: { days: 90, next: 'semana', each: 'semana' },
  semana: { days: 630, next: 'mes', each: 'mês' },
}

export const historico: Tool = {
  title: 'Como os preços de um posto ou lugar mudaram',
  purpose: 'mostra como os preços de um posto ou lugar mudaram',
  description: `Mostra os preços ao longo do tempo, por combustível. De um posto, achado por cnpj ou nome: cada mudança (granularidade mudancas, a padrão), ou mínimo, média e máximo por dia, semana ou mês. Sem cnpj e nome, de um lugar (municipio, bairro, ou o estado todo): menor, mediano e maior preço e quantos postos, por dia (padrão), semana ou mês.
Use para “quando subiu”, “quanto custava em tal dia”, “como variou no mês”, “está subindo em Maceió”. Não use para o preço de agora (posto ou precos) nem para comparar cidades (estatisticas).
Com nome, vários postos parecidos são listados, para perguntar de novo com cnpj. Sem desde e ate vêm os últimos 30 dias; sem combustivel, todos. Por dia só até 90 dias: períodos mais longos, ou grandes demais, vêm por semana ou mês, e a resposta o diz.
Há dados apenas desde a primeira coleta, e só de vendas com nota: um dia ausente é um dia sem venda vista. resumo deixa de fora os preços suspeitos; variacao vai do primeiro ao último preço do período.`,
  inputSchema: inputSchema(accepted, {
    ...stationNotes,
    combustivel: 'Padrão: todos',
    desde: 'Padrão: 29 dias antes de ate',
    ate: 'Padrão: o dia da última coleta',
    granularidade: 'Padrão mudancas para um posto e dia para um lugar, que não tem mudancas',
  }),
  outputSchema: z.union([
    historicoSchema.extend({ observacoes: observacoesSchema }),
    historicoDoLugarSchema,
    candidatesSchema,
  ]),
  levels: 2,
  async handler(args, { query, urlBase }) {
    const { cnpj: _, nome: __, ...place } = args
    if (isOfPlace(args))
      return placeHistory(readArguments('historicoDoLugar', place, ofPlace), query, urlBase)
    const { combustivel, desde, ate, granularidade, ...named } = readArguments('historico', args, accepted)
    const choice = await chooseStation(named, query)
    if ('answer' in choice) return choice.answer
    const pedido: Question = {
      cnpj: choice.cnpj,
      granularidade,
      formato: 'json',
      ...(combustivel && { combustivel }),
      ...(desde && { desde }),
      ...(ate && { ate }),
    }
    const found = await withinDays(pedido, query)
    const instead = await aroundNothing(query, pedido, found.resposta)
    return answer({ ...found, instead }, query, wholeFiles(urlBase, 'historico', pedido))
  },
}

/** Without a station's number and name the question is of a place, or of the whole state; an empty one beside no place is a slip. */
function isOfPlace({ cnpj, nome, municipio, bairro }: Arguments): boolean {
  if (!isAbsent(cnpj) || !isAbsent(nome)) return false
  const isLeftOut = !isBlank(cnpj) && !isBlank(nome)
  return isLeftOut || !isAbsent(municipio) || !isAbsent(bairro)
}

type Question = Pedido<'historico'> & { cnpj: string }

interface Answered {
  pedido: Question
  resposta: RespostaHistorico
  /** Where the period has no sale: what is known nearest to it. */
  instead?: readonly string[]
  note?: string
}

/** Members of each series that the text shows; `structuredContent` has all that fit. */
const SHOWN = 12

/** Answers, by week or month when the period is too long for what was asked. */
async function withinDays(pedido: Question, query: Query): Promise<Answered> {
  const resposta = await query.historico(pedido)
  const rule = coarser[pedido.granularidade]
  if (!rule || daysOf(resposta) <= rule.days) return { pedido, resposta }
  const next = await withinDays({ ...pedido, granularidade: rule.next }, query)
  return {
    ...next,
    note: next.note ?? `O período é longo demais para a granularidade pedida: a série vem por ${rule.each}.`,
  }
}

/** Whole, else coarser, else the newest part of each series. */
function answer(whole: Answered, query: Query, files: string): Promise<CallToolResult> {
  let current = whole
  async function coarsen(rule: Rule): Promise<CallToolResult> {
    const pedido: Question = { ...whole.pedido, granularidade: rule.next }
    const note = `A série pedida não coube e vem por ${rule.each}: peça um combustível ou um período menor para mais detalhe.`
    current = { pedido, resposta: await query.historico(pedido), note }
    return toResult(current, files)
  }
  return firstThatFits([
    () => toResult(current, files),
    ...rulesFrom(whole.pedido.granularidade).map((rule) => () => coarsen(rule)),
    ...SHORTER.map((n) => () => toResult(noteCut(current, n), files, n)),
  ])
}

function rulesFrom(granularidade: Granularidade): Rule[] {
  const rule = coarser[granularidade]
  return rule ? [rule, ...rulesFrom(rule.next)] : []
}

function noteCut({ pedido, resposta, note }: Answered, n: number): Answered {
  const cut = `De cada série vêm só as ${n} linhas mais novas, e resumo conta o período todo: peça um combustível, um período menor ou granularidade semana ou mes.`
  return { pedido, resposta, note: note ? `${note} ${cut}` : cut }
}

function daysOf({ periodo: { desde, ate } }: RespostaHistorico): number {
  return (Date.parse(ate) - Date.parse(desde)) / DAY + 1
}

/** The sentences count each series whole, also when only its newest `n` members are handed on. */
function toResult(
  { pedido, resposta, instead = [], note }: Answered,
  files: string,
  n = Infinity,
): CallToolResult {
  const { estabelecimento, periodo, combustiveis } = resposta
  const fuels = Object.values(combustiveis)
  const shown = Math.min(n, SHOWN)
  return inBothViews({
    sentences: [
      fuels.length === 0
        ? `Nenhuma venda do posto foi vista de ${day(periodo.desde)} a ${day(periodo.ate)}.`
        : ofText(`Preços do posto (nome no bloco a seguir) de ${day(periodo.desde)} a ${day(periodo.ate)}:`),
      ...fuels.map((fuel) => {
        const said = fuelSentence(fuel, pedido.granularidade)
        // That there is nothing no figure says.
        return fuel.resumo ? ofText(`- ${said}`) : said
      }),
      fuels.some(({ serie }) => serie.length > 0) &&
        ofText(
          fuels.some(({ serie }) => serie.length > shown) && n >= SHOWN
            ? `series, a seguir, traz as ${shown} linhas mais novas de cada combustível, da mais nova à mais velha.`
            : 'series, a seguir, vai da linha mais nova à mais velha.',
        ),
      ...alternations(combustiveis),
      ...instead,
      firstSale(combustiveis, pedido.granularidade),
      ...(resposta.observacoes ?? []),
      note,
      note && files,
      updated(resposta.atualizadoEm),
    ],
    data: { ...whoAndWhere(estabelecimento), series: seriesTable(combustiveis, shown) },
    structured: { ...resposta, combustiveis: newestRuns(combustiveis, n) },
  })
}
