interface Failure {
  /** The status of HTTP's answer, and the one its JSON form carries in every face. */
  readonly status: number
  /** Its sentence is for clients; sentences for operators may name folders of the machine. */
  readonly isForClients: boolean
}

/** Every expected failure. Each face has one table from these codes to its own values. */
export const failures = {
  parametro_invalido: toClients(400),
  posto_nao_encontrado: toClients(404),
  rota_nao_encontrada: toClients(404),
  metodo_nao_permitido: toClients(405),
  cursor_vencido: toClients(410),
  uri_longa: toClients(414),
  pedido_malformado: toClients(400),
  pedido_demorado: toClients(408),
  cabecalho_grande: toClients(431),
  faixa_invalida: toClients(416),
  dados_indisponiveis: toClients(503),
  origem_nao_permitida: toClients(403),
  corpo_grande: toClients(413),
  tipo_nao_suportado: toClients(415),
  muitos_pedidos: toClients(429),
  erro_interno: toOperators(500),
  // Beyond HTTP: start-up, collection, store and the remote server of --api.
  configuracao_invalida: toOperators(500),
  porta_ocupada: toOperators(500),
  coleta_em_andamento: toOperators(409),
  fonte_falhou: toOperators(502),
  armazenamento_falhou: toOperators(503),
  armazenamento_inalcancavel: toOperators(503),
  formato_desconhecido: toOperators(503),
  api_inalcancavel: toOperators(502),
} as const satisfies Record<string, Failure>

export type Codigo = keyof typeof failures

export function isCodigo(text: string | undefined): text is Codigo {
  return text !== undefined && Object.hasOwn(failures, text)
}

/** One wrong parameter: received value, accepted values and, when one is similar, a suggestion. */
export interface ErroDeParametro {
  parametro: string
  /** As received, cut to 100 characters; absent when nothing was received. */
  valor?: string
  aceitos?: string[]
  sugestao?: string
}

export interface ErrorDetails {
  erros?: ErroDeParametro[]
  /** Seconds until a retry makes sense. */
  tentarEm?: number
  /** Methods a route answers to, for `allow`. */
  metodos?: string[]
  /** Address to restart from, for an expired cursor. */
  recomecar?: string
  /** Size of the file, for a range outside of it. */
  bytes?: number
  cause?: unknown
}

/** An expected failure. The message is a Portuguese sentence for people: what was wrong and what is accepted. */
export class GasolinaError extends Error {
  override readonly name = 'GasolinaError'
  readonly codigo: Codigo
  readonly erros: ErroDeParametro[] | undefined
  readonly tentarEm: number | undefined
  readonly metodos: string[] | undefined
  readonly recomecar: string | undefined
  readonly bytes: number | undefined

  constructor(codigo: Codigo, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.codigo = codigo
    this.erros = details.erros
    this.tentarEm = details.tentarEm
    this.metodos = details.metodos
    this.recomecar = details.recomecar
    this.bytes = details.bytes
  }
}

/** For `catch`: turns an expected failure into undefined and rethrows a bug. */
export function expected(error: unknown): undefined {
  if (!(error instanceof GasolinaError)) throw error
}

/** The `code` of a caught error (`ENOENT`, `23505`); empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** `ECONNREFUSED` and the like, in the error or one of its causes; empty when there is none. */
export function networkCodeOf(error: unknown, depth = 5): string {
  if (!(error instanceof Error) || depth === 0) return ''
  const own = codeOf(error)
  return /^[A-Z][A-Z0-9_]{3,40}$/.test(own) ? own : networkCodeOf(error.cause, depth - 1)
}

/** The fixed sentence for an unexpected failure; the cause goes to the log only. */
export const FRASE_ERRO_INTERNO = 'Erro interno. Tente de novo; se continuar, avise quem mantém o serviço.'

function toClients(status: number): Failure {
  return { status, isForClients: true }
}

function toOperators(status: number): Failure {
  return { status, isForClients: false }
}
