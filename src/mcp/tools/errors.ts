import type { CallToolResult, JSONRPCMessage } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode as ErrorCode } from '@modelcontextprotocol/server'
import type { Codigo } from '../../errors.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../../errors.ts'

/** Receives what nobody expected; the client gets a fixed sentence. */
export type Log = (cause: unknown) => void

/** How a model hears of a failure; null: its sentence is for whoever runs the server, so the fixed one leaves. */
interface Telling {
  /** In place of the failure's own sentence. */
  instead?: string
  /** After it. */
  hint?: string
  code?: number
}

const tellings: Record<Codigo, Telling | null> = {
  parametro_invalido: { hint: 'Corrija os argumentos e chame de novo.', code: ErrorCode.InvalidParams },
  posto_nao_encontrado: {
    instead:
      'Nenhum posto conhecido tem esse CNPJ. Ache o posto pelo nome, com a ferramenta posto, ou pelo bairro ou município, com precos.',
    code: ErrorCode.ResourceNotFound,
  },
  rota_nao_encontrada: { code: ErrorCode.ResourceNotFound },
  metodo_nao_permitido: {},
  cursor_vencido: {},
  faixa_invalida: {},
  uri_longa: {},
  pedido_malformado: {},
  pedido_demorado: {},
  cabecalho_grande: {},
  dados_indisponiveis: {
    hint: 'A pergunta está certa: repita-a mais tarde e, enquanto isso, diga à pessoa que não há dados.',
  },
  erro_interno: null,
  origem_nao_permitida: {},
  corpo_grande: {},
  tipo_nao_suportado: {},
  muitos_pedidos: { hint: 'A pergunta está certa: repita-a em instantes.' },
  configuracao_invalida: null,
  porta_ocupada: null,
  coleta_em_andamento: null,
  fonte_falhou: null,
  armazenamento_falhou: null,
  armazenamento_inalcancavel: null,
  formato_desconhecido: null,
  api_inalcancavel: null,
}

/** A failure as a tool's result: the model reads it and mends its call. */
export function toToolError(error: unknown, log: Log): CallToolResult {
  return { content: [{ type: 'text', text: tell(error, log).sentence }], isError: true }
}

/** A failure outside a tool, for the SDK to send. */
export function toProtocolError(error: unknown, log: Log): ProtocolError {
  const { sentence, code } = tell(error, log)
  // The SDK gives what is not found the code of the new era in both; `data` keeps the one of the old era's clients.
  return new ProtocolError(
    code,
    sentence,
    NOT_FOUND.find(({ codigo }) => isOf(error, codigo)),
  )
}

/** In the error's `data`, for a resource that does not exist. */
const NOT_FOUND = [{ codigo: 'rota_nao_encontrada' }, { codigo: 'posto_nao_encontrado' }] as const

function isOf(error: unknown, codigo: Codigo): boolean {
  return error instanceof GasolinaError && error.codigo === codigo
}

/** The protocol's older era has a code of its own for a resource that does not exist. */
export function asInOldEra(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || !NOT_FOUND.some((data) => data === message.error.data)) return message
  return { ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } }
}

function tell(error: unknown, log: Log): { sentence: string; code: number } {
  const telling = error instanceof GasolinaError ? tellings[error.codigo] : null
  if (!(error instanceof GasolinaError) || !telling) {
    log(error)
    return { sentence: FRASE_ERRO_INTERNO, code: ErrorCode.InternalError }
  }
  const { instead = error.message, hint, code = ErrorCode.InternalError } = telling
  return { sentence: hint ? `${instead} ${hint}` : instead, code }
}
