import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { Codigo } from '../errors.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'

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

/** The protocol's own code for it; the SDK has no name for it. */
const RESOURCE_NOT_FOUND = -32002

const tellings: Record<Codigo, Telling | null> = {
  parametro_invalido: { hint: 'Corrija os argumentos e chame de novo.', code: ErrorCode.InvalidParams },
  posto_nao_encontrado: {
    instead:
      'Nenhum posto conhecido tem esse CNPJ. Ache o posto pelo nome, com a ferramenta posto, ou pelo bairro ou município, com precos.',
    code: RESOURCE_NOT_FOUND,
  },
  rota_nao_encontrada: { code: RESOURCE_NOT_FOUND },
  metodo_nao_permitido: {},
  uri_longa: {},
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
  formato_desconhecido: null,
  api_inalcancavel: null,
}

/** A failure as a tool's result: the model reads it and mends its call. */
export function toToolError(error: unknown, log: Log): CallToolResult {
  return { content: [{ type: 'text', text: tell(error, log).sentence }], isError: true }
}

/** A failure outside a tool. The SDK sends code and message of whatever is thrown; McpError would prefix the message. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number

  constructor(error: unknown, log: Log) {
    const { sentence, code } = tell(error, log)
    super(sentence)
    this.code = code
  }
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
