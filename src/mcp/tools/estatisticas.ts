import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import { isOfParity } from '../../domain/facts/rules.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import {
  comparedSchema,
  firstGroups,
  groupRows,
  groupDoubts,
  groupSentences,
  leanGroups,
  wholeGroups,
} from '../words/groups.ts'
import {
  cheapest,
  leanFuels,
  leanParity,
  payingNamed,
  sentences,
  figuresLine,
  figuresNotes,
} from '../words/statistics.ts'
import {
  firstThatFits,
  type Sentence,
  toolResult,
  only,
  placeOf,
  placeSentences,
  registryTold,
  updated,
} from '../words/text.ts'
import { inputSchema, readArguments, toolParameters } from './arguments.ts'
import { STATUS, asksStatus, leanStatus, situacaoArgument, statusSentences } from './status.ts'
import { type Tool, textsOf } from './tool-definition.ts'

const accepted = toolParameters('estatisticas')
/** Not described, as every definition costs tokens: figures of one brand are in the groups of por=bandeira, too. */
const described = accepted.filter((name) => name !== 'bandeira')

export const estatisticas: Tool = {
  ...textsOf('estatisticas'),
  inputSchema: inputSchema('estatisticas', described).extend({ situacao: situacaoArgument }),
  outputSchema: comparedSchema,
  async handler(args, { query }) {
    const { [STATUS]: _, ...asked } = args
    const situacao = asksStatus(args) ? await query.situacao() : undefined
    const pedido = readArguments('estatisticas', asked, accepted)
    const resposta = {
      ...(await query.estatisticas(pedido)),
      ...(situacao && { situacao: leanStatus(situacao) }),
    }
    const status = situacao ? statusSentences(situacao) : []
    const isEmptyCircle = pedido.perto !== undefined && resposta.grupos?.length === 0
    return resposta.comparacao && resposta.grupos && !isEmptyCircle
      ? compared(resposta, resposta.comparacao, resposta.grupos, pedido, status)
      : summarized(resposta, pedido, status, isEmptyCircle && NO_MIDDLE)
  },
}

const NO_MIDDLE = 'Nenhum município tem o centro nesse raio: não há lugares a comparar.'

function summarized(
  answer: RespostaEstatisticas,
  { combustivel }: Pedido<'estatisticas'>,
  status: readonly Sentence[],
  note?: Sentence,
): Promise<CallToolResult> {
  const { combustiveis } = answer
  const resposta = { ...answer, combustiveis: combustivel ? only(combustiveis, combustivel) : combustiveis }
  const said = [...status, note, ...sentences(resposta, isOfParity(combustivel), status.length > 0)]
  const paying = isOfParity(combustivel) ? leanParity(resposta).postosQueCompensam : []
  const result = (data: object, cut?: string): CallToolResult =>
    toolResult({
      sentences: [...said, cut],
      data: { ...placeOf(resposta), ...data },
      structured: {
        ...resposta,
        paridade: leanParity(resposta),
        combustiveis: leanFuels(Object.entries(resposta.combustiveis)),
      },
    })
  // Without the table for six names of the greatest length, which would not fit.
  return firstThatFits([
    () =>
      result({
        maisBaratosProvaveis: cheapest(resposta),
        ...(paying.length > 0 && { alcoolCompensaEm: payingNamed(resposta.paridade) }),
      }),
    () => result({}, 'O mais barato de cada combustível não coube: pergunte por um só.'),
  ])
}

/** Whole, else without coordinates and without places that have no price, else the first ones. */
function compared(
  resposta: RespostaEstatisticas,
  comparacao: NonNullable<RespostaEstatisticas['comparacao']>,
  all: NonNullable<RespostaEstatisticas['grupos']>,
  pedido: Pedido<'estatisticas'>,
  status: readonly Sentence[],
): Promise<CallToolResult> {
  // The difference of two fuels is no comparison of places.
  const { diferencas: _, combustiveis, paridade, ...about } = resposta
  const parity = only(paridade, 'limite', 'razaoMediana', 'postosEmQueAlcoolCompensa', 'postos')
  const { combustivel } = comparacao
  const summary = combustiveis[combustivel]
  const shown = firstGroups(comparacao, all, pedido)
  const result = (grupos: ReturnType<typeof leanGroups>, note?: string): CallToolResult =>
    toolResult({
      sentences: [
        ...status,
        pedido.perto !== undefined && figuresLine(summary, status.length > 0),
        ...groupSentences(comparacao, all, pedido),
        ...groupDoubts(grupos),
        ...(pedido.perto === undefined ? [] : figuresNotes([summary])),
        shown.note,
        note,
        comparacao.por === 'bandeira' && registryTold(resposta),
        ...placeSentences(resposta),
        updated(resposta.atualizadoEm),
      ],
      data: { ...placeOf(resposta), ...groupRows(grupos) },
      structured: {
        ...about,
        paridade: parity,
        combustiveis: leanFuels([[combustivel, combustiveis[combustivel]]]),
        grupos,
      },
    })
  const lean = leanGroups(shown.grupos)
  const left = lean.length < shown.grupos.length ? 'Lugares sem preço ficaram fora da lista.' : undefined
  return firstThatFits(
    [() => result(wholeGroups(shown.grupos)), () => result(lean, left)],
    (n) => result(lean.slice(0, n), `Couberam os ${n} primeiros: para outros, diga quais em municipios.`),
    lean.length,
  )
}
