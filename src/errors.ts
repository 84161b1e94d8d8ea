interface Failure {
  /** The status of HTTP's answer, and the one its JSON form carries in every face. */
  readonly status: number
  /** True for a failure whose sentence is for clients; sentences for operators may name folders of the machine. */
  readonly isForClients: boolean
  /** Exit code of a command: 1 could not or found nothing, 2 wrong usage. */
  readonly exit: 1 | 2
  /** True for a failure that may pass by itself: a server that restarts, a night without network, an engine that is briefly away. */
  readonly mayPass: boolean
}

/** Every expected failure, with its meaning for each face. */
export const failures = {
  parametro_invalido: { status: 400, isForClients: true, exit: 2, mayPass: false },
  posto_nao_encontrado: { status: 404, isForClients: true, exit: 1, mayPass: false },
  rota_nao_encontrada: { status: 404, isForClients: true, exit: 1, mayPass: false },
  metodo_nao_permitido: { status: 405, isForClients: true, exit: 1, mayPass: false },
  cursor_vencido: { status: 410, isForClients: true, exit: 1, mayPass: false },
  uri_longa: { status: 414, isForClients: true, exit: 2, mayPass: false },
  pedido_malformado: { status: 400, isForClients: true, exit: 1, mayPass: false },
  pedido_demorado: { status: 408, isForClients: true, exit: 1, mayPass: true },
  cabecalho_grande: { status: 431, isForClients: true, exit: 1, mayPass: false },
  faixa_invalida: { status: 416, isForClients: true, exit: 1, mayPass: false },
  dados_indisponiveis: { status: 503, isForClients: true, exit: 1, mayPass: true },
  origem_nao_permitida: { status: 403, isForClients: true, exit: 1, mayPass: false },
  corpo_grande: { status: 413, isForClients: true, exit: 1, mayPass: false },
  tipo_nao_suportado: { status: 415, isForClients: true, exit: 1, mayPass: false },
  muitos_pedidos: { status: 429, isForClients: true, exit: 1, mayPass: true },
  erro_interno: { status: 500, isForClients: false, exit: 1, mayPass: true },
  // Beyond HTTP: start-up, collection, store and the remote server of --api.
  configuracao_invalida: { status: 500, isForClients: false, exit: 2, mayPass: false },
  porta_ocupada: { status: 500, isForClients: false, exit: 1, mayPass: false },
  coleta_em_andamento: { status: 409, isForClients: false, exit: 1, mayPass: false },
  fonte_falhou: { status: 502, isForClients: false, exit: 1, mayPass: false },
  armazenamento_falhou: { status: 503, isForClients: false, exit: 1, mayPass: true },
  armazenamento_inalcancavel: { status: 503, isForClients: false, exit: 1, mayPass: true },
  formato_desconhecido: { status: 503, isForClients: false, exit: 1, mayPass: false },
  // A receiver or a program of `vigiar` that does not take what changed.
  aviso_falhou: { status: 502, isForClients: false, exit: 1, mayPass: false },
  api_inalcancavel: { status: 502, isForClients: false, exit: 1, mayPass: true },
} as const satisfies Record<string, Failure>

export type Codigo = keyof typeof failures

export function isCodigo(text: string | undefined): text is Codigo {
  return text !== undefined && Object.hasOwn(failures, text)
}

export interface ErroDeParametro {
  parametro: string
  /** Value as received, cut to 100 characters; absent when nothing was received. */
  valor?: string
  aceitos?: string[]
  sugestao?: string
}

/** The name of a question and its parameters, for each face to write in its way. */
export interface Tente {
  consulta: string
  parametros: readonly (readonly [string, string])[]
}

interface ErrorDetails {
  erros?: ErroDeParametro[]
  /** Seconds until a retry makes sense. */
  tentarEm?: number
  metodos?: string[]
  /** Address to restart from, for an expired cursor. */
  recomecar?: string
  /** A question that would be answered, where one can be told from the refused one. */
  tente?: Tente
  /** The part of the message that tells the reason alone. */
  motivo?: string
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
  readonly tente: Tente | undefined
  readonly motivo: string | undefined
  readonly bytes: number | undefined

  constructor(codigo: Codigo, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, { cause })
    this.codigo = codigo
    Object.assign(this, details)
  }
}

/** A variable, an address or an engine that cannot be used. */
export function misconfigured(message: string, cause?: unknown): GasolinaError {
  return new GasolinaError('configuracao_invalida', message, { cause })
}

/** An expected failure whose sentence clients may read; undefined for any other error. */
export function forClients(error: unknown): GasolinaError | undefined {
  return error instanceof GasolinaError && failures[error.codigo].isForClients ? error : undefined
}

/** An expected failure that may pass by itself. */
export function mayPass(error: unknown): error is GasolinaError {
  return error instanceof GasolinaError && failures[error.codigo].mayPass
}

/** Turns an expected failure into undefined and rethrows a bug; for `catch`. */
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
