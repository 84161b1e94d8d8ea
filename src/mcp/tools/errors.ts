import {
  type CallToolResult,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode as ErrorCode,
} from '@modelcontextprotocol/server'
import { type Codigo, FRASE_ERRO_INTERNO, GasolinaError } from '../../errors.ts'

/** Receives unexpected errors; the client gets a fixed sentence. */
export type Log = (cause: unknown) => void

/** A failure in words for a model; null: its own sentence is for the operator, so the client gets the fixed one. */
interface Wording {
  /** Replaces the failure's own sentence. */
  instead?: string
  /** Appended to the sentence. */
  hint?: string
  code?: number
}

const wordings: Record<Codigo, Wording | null> = {
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

/** A failure as a tool's result, by which the model corrects its call. */
export function toToolError(error: unknown, log: Log): CallToolResult {
  return { content: [{ type: 'text', text: describe(error, log).sentence }], isError: true }
}

/** A failure outside a tool, for the SDK to send. */
export function toProtocolError(error: unknown, log: Log): ProtocolError {
  const { sentence, code } = describe(error, log)
  // The SDK sends "not found" with the newer era's code in both eras; by `data` the older era's code is put back.
  return new ProtocolError(
    code,
    sentence,
    NOT_FOUND.find(({ codigo }) => isOf(error, codigo)),
  )
}

/** The error's `data` for a resource that does not exist. */
const NOT_FOUND = [{ codigo: 'rota_nao_encontrada' }, { codigo: 'posto_nao_encontrado' }] as const

function isOf(error: unknown, codigo: Codigo): boolean {
  return error instanceof GasolinaError && error.codigo === codigo
}

/** Restores the older era's code for a resource that does not exist. */
export function asInOldEra(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || !NOT_FOUND.some((data) => data === message.error.data)) return message
  return { ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } }
}

function describe(error: unknown, log: Log): { sentence: string; code: number } {
  const wording = error instanceof GasolinaError ? wordings[error.codigo] : null
  if (!(error instanceof GasolinaError) || !wording) {
    log(error)
    return { sentence: FRASE_ERRO_INTERNO, code: ErrorCode.InternalError }
  }
  const { instead = error.message, hint, code = ErrorCode.InternalError } = wording
  return { sentence: hint ? `${instead} ${hint}` : instead, code }
}
