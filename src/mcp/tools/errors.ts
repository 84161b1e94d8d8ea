import { parametros } from '../../domain/questions/parameters.ts'
import {
  type CallToolResult,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode as ErrorCode,
} from '@modelcontextprotocol/server'
import { NO_REGISTRY } from '../../domain/registry/registry.ts'
import { dataOf, textOf } from '../words/tool-result.ts'
import { type Codigo, FRASE_ERRO_INTERNO, GasolinaError, type Tente, forClients } from '../../errors.ts'

/** Receives unexpected errors; the client gets a fixed sentence. */
export type LogCause = (cause: unknown) => void

/** Advice for a model: `hint` is appended to the sentence of a failure, `instead` replaces it. */
const wordings: Partial<Record<Codigo, { instead?: string; hint?: string; code?: number }>> = {
  parametro_invalido: { hint: 'Corrija os argumentos e chame de novo.', code: ErrorCode.InvalidParams },
  posto_nao_encontrado: {
    instead:
      'Nenhum posto conhecido tem esse CNPJ. Ache o posto pelo nome, com a ferramenta posto, ou pelo bairro ou município, com precos.',
    code: ErrorCode.ResourceNotFound,
  },
  rota_nao_encontrada: { code: ErrorCode.ResourceNotFound },
  dados_indisponiveis: {
    hint: 'A pergunta está certa: repita-a mais tarde e, enquanto isso, diga à pessoa que não há dados.',
  },
  muitos_pedidos: { hint: 'A pergunta está certa: repita-a em instantes.' },
}

/** Hint in place of the one to correct the arguments, as no value of `bandeira` would do. */
const WITHOUT_BRAND = 'Pergunte de novo sem bandeira, e diga à pessoa que aqui ela não é conhecida.'

const TOOLS: Readonly<Record<string, string>> = { historicoDoLugar: 'historico', postos: 'posto' }

/**
 * A refusal, with the accepted names that its sentence leaves out as a block of JSON. Not as `structuredContent`: older clients check
 * that against the output schema in refusals, too.
 */
export function toToolError(error: unknown, log: LogCause): CallToolResult {
  const { sentence } = describe(error, log)
  const erros = (forClients(error)?.erros ?? []).filter(({ aceitos = [] }) =>
    aceitos.some((name) => !sentence.includes(name)),
  )
  return { content: [textOf([sentence]), ...(erros.length > 0 ? [dataOf({ erros })] : [])], isError: true }
}

export function toProtocolError(error: unknown, log: LogCause): ProtocolError {
  const { sentence, code } = describe(error, log)
  // The SDK sends "not found" with the newer era's code in both eras; by `data` the older era's code is put back.
  return new ProtocolError(
    code,
    sentence,
    NOT_FOUND.find(({ codigo }) => error instanceof GasolinaError && error.codigo === codigo),
  )
}

const NOT_FOUND = [{ codigo: 'rota_nao_encontrada' }, { codigo: 'posto_nao_encontrado' }] as const

/** Restores the older era's code for a resource that does not exist. */
export function asInOldEra(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || !NOT_FOUND.some((data) => data === message.error.data)) return message
  return { ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } }
}

function describe(error: unknown, log: LogCause): { sentence: string; code: number } {
  const told = forClients(error)
  if (!told) {
    log(error)
    return { sentence: FRASE_ERRO_INTERNO, code: ErrorCode.InternalError }
  }
  const { instead = told.message, hint, code = ErrorCode.InternalError } = wordings[told.codigo] ?? {}
  const { tente } = told
  const better =
    tente &&
    `Por exemplo: ${TOOLS[tente.consulta] ?? tente.consulta} com ${JSON.stringify(exampleOf(tente.parametros))}.`
  const advice = told.message === NO_REGISTRY ? WITHOUT_BRAND : hint
  return { sentence: [instead, better, advice].filter(Boolean).join(' '), code }
}

/** The arguments with the types of the tool's schema: numbers as such. */
function exampleOf(given: Tente['parametros']): object {
  const typed = parametros as Readonly<Record<string, { parse(text: string): unknown }>>
  return Object.fromEntries(given.map(([name, text]) => [name, typed[name]?.parse(text) ?? text]))
}
