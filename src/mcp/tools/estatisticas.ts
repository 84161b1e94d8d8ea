import { figuresOf } from '../../domain/answers/estatisticas.ts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { RespostaSituacao } from '../../domain/answers/situacao-and-menus.ts'
import { isOfParity } from '../../domain/facts/rules.ts'
import { invalidParameters, refusedValue } from '../../domain/questions/parameter-problems.ts'
import { groupNotes } from '../../format/words/group-words.ts'
import { dayAndTime } from '../../format/words/formatting.ts'
import { collectionTold, reachOf } from '../../format/words/source-words.ts'
import * as groups from '../words/groups.ts'
import * as statistics from '../words/statistics.ts'
import { type Sentence, firstThatFits, ofText, toolResult } from '../words/tool-result.ts'
import { only, placeMember, placeSentences, registryTold, without } from '../words/text.ts'
import { inputSchema, readArguments, toolParameters } from './arguments.ts'
import { type Arguments, type Tool, textsOf } from './tool-definition.ts'

const accepted = toolParameters('estatisticas')
/** Not described, as every definition costs tokens: figures of one brand are in the groups of por=bandeira, too. */
const described = accepted.filter((name) => name !== 'bandeira')

/** The argument that asks for the status, too. HTTP and the terminal have a route and a command for it. */
export const STATUS = 'situacao'

export const estatisticas: Tool = {
  ...textsOf('estatisticas'),
  inputSchema: inputSchema('estatisticas', described).extend({
    situacao: z.boolean().describe('true diz também quão novos e completos os dados estão').optional(),
  }),
  outputSchema: groups.comparedSchema,
  async handler(args, { query }) {
    const situacao = asksStatus(args) ? await query.situacao() : undefined
    const pedido = readArguments('estatisticas', without(args, STATUS), accepted, estatisticas.inputSchema)
    const resposta = {
      ...(await query.estatisticas(pedido)),
      // Without the members that the answer around it has.
      ...(situacao && {
        situacao: {
          ...only(situacao, 'commit', 'proximaColeta', 'ultimaColeta'),
          ...only(situacao, 'vendaMaisRecente', 'cobertura', 'alertas'),
        },
      }),
    }
    const status = situacao ? statusSentences(situacao) : []
    const { combustivel, perto } = pedido
    const { comparacao, grupos } = resposta
    const isEmptyCircle = perto !== undefined && grupos?.length === 0
    if (!comparacao || !grupos || isEmptyCircle) return summarized(isEmptyCircle && NO_MIDDLE)
    // The difference of two fuels is no comparison of places.
    const { combustiveis, paridade, ...rest } = without(resposta, 'diferencas')
    const parity = isOfParity(comparacao.combustivel) ? statistics.paritySaid(paridade) : undefined
    const summary = figuresOf(combustiveis, comparacao.combustivel)
    const ofFuel = [[comparacao.combustivel, summary] as const]
    const shown = groups.firstGroups(comparacao, grupos, pedido)
    const changed = perto === undefined ? shown.grupos : [summary, ...shown.grupos]
    const about = { ...rest, observacoes: groupNotes(resposta, changed) }
    const result = (listed: ReturnType<typeof groups.leanGroups>, note?: string): CallToolResult =>
      toolResult({
        sentences: [
          ...status,
          perto !== undefined && statistics.figuresLine(summary, status.length > 0),
          ...groups.groupSentences(comparacao, grupos, pedido, shown.note !== undefined),
          ...groups.groupDoubts(listed),
          parity !== undefined && ofText(`- ${parity}`),
          ...(perto === undefined ? [] : statistics.figuresNotes([summary])),
          shown.note,
          note,
          comparacao.por === 'bandeira' && registryTold(resposta),
          ...placeSentences(about),
        ],
        data: {
          ...placeMember(resposta),
          ...(perto !== undefined && { maisBaratosProvaveis: statistics.cheapest(ofFuel) }),
          ...groups.groupRows(listed, comparacao),
        },
        structured: {
          ...about,
          paridade: without(paridade, 'postosQueCompensam'),
          combustiveis: statistics.leanFuels(ofFuel),
          grupos: listed,
        },
      })
    const lean = groups.leanGroups(shown.grupos)
    const left = lean.length < shown.grupos.length ? groups.UNPRICED_LEFT : undefined
    // A circle names no place: those without a price are no answer, and most of it.
    const isCircle = (perto ?? pedido.raio) !== undefined
    const whole = groups.wholeGroups(isCircle ? groups.pricedGroups(shown.grupos) : shown.grupos)
    // Whole, else without coordinates and without places that have no price, else the first ones.
    return firstThatFits(
      [() => result(whole, isCircle ? left : undefined), () => result(lean, left)],
      (n) => result(lean.slice(0, n), `Couberam os ${n} primeiros: para outros, diga quais em municipios.`),
      lean.length,
    )

    function summarized(note: Sentence): Promise<CallToolResult> {
      const answer = combustivel
        ? { ...resposta, combustiveis: only(resposta.combustiveis, combustivel) }
        : resposta
      const fuels = Object.entries(answer.combustiveis)
      const withParity = isOfParity(combustivel)
      const said = [...status, note, ...statistics.statisticsSentences(answer, withParity, status.length > 0)]
      const pays = withParity && answer.paridade.postosQueCompensam.length > 0
      const result = (data: object, cut?: string): CallToolResult =>
        toolResult({
          sentences: [...said, cut],
          data: { ...placeMember(answer), ...data },
          structured: { ...answer, combustiveis: statistics.leanFuels(fuels) },
        })
      // Without the table for six names of the greatest length, which would not fit.
      return firstThatFits([
        () =>
          result({
            maisBaratosProvaveis: statistics.cheapest(fuels),
            ...(pays && { alcoolCompensaEm: statistics.payingNamed(answer.paridade) }),
          }),
        () => result({}, 'O mais barato de cada combustível não coube: pergunte por um só.'),
      ])
    }
  },
}

const NO_MIDDLE = 'Nenhum município tem o centro nesse raio: não há lugares a comparar.'

const YES = new Set<unknown>([true, 'true', 'sim'])
const NO = new Set<unknown>([undefined, null, false, 'false', 'nao', 'não', ''])

/** @throws {GasolinaError} `parametro_invalido` for a value that is neither yes nor no. */
function asksStatus({ situacao }: Arguments): boolean {
  if (YES.has(situacao)) return true
  if (NO.has(situacao)) return false
  throw invalidParameters(refusedValue('situacao', String(situacao), ['true', 'false']))
}

function statusSentences(situacao: RespostaSituacao): Sentence[] {
  const { vendaMaisRecente, ultimaColeta, proximaColeta, alertas } = situacao
  const newest = vendaMaisRecente && `; venda mais recente: ${dayAndTime(vendaMaisRecente)}`
  return [
    ofText(`- Alcance: ${reachOf(situacao)}${newest ?? ''}.`),
    ultimaColeta && ofText(`- ${collectionTold(ultimaColeta)}`),
    proximaColeta && ofText(`- Próxima coleta: ${dayAndTime(proximaColeta)}.`),
    ...(alertas.length > 0 ? alertas : ['Nada de anormal na coleta dos dados.']),
  ]
}
