/** Every failure the program expects. Each face has one table from these codes to its own language. */
export const codigos = [
  'parametro_invalido',
  'posto_nao_encontrado',
  'rota_nao_encontrada',
  'metodo_nao_permitido',
  'uri_longa',
  'dados_indisponiveis',
  'erro_interno',
  'origem_nao_permitida',
  'corpo_grande',
  'tipo_nao_suportado',
  'muitos_pedidos',
  // Beyond HTTP: start-up, collection, store and the remote server of --api.
  'configuracao_invalida',
  'porta_ocupada',
  'fonte_falhou',
  'armazenamento_falhou',
  'formato_desconhecido',
  'api_inalcancavel',
] as const

export type Codigo = (typeof codigos)[number]

/** One wrong parameter: what came, what is accepted and, when one is near, what was probably meant. */
export interface ErroDeParametro {
  parametro: string
  /** As received, cut to 100 characters; absent when nothing was received. */
  valor?: string
  aceitos?: string[]
  sugestao?: string
}

export interface ErrorDetails {
  erros?: ErroDeParametro[]
  /** Seconds after which trying again makes sense. */
  tentarEm?: number
  /** Methods a route answers to, for `allow`. */
  metodos?: string[]
  cause?: unknown
}

/** An expected failure. The message is a Portuguese sentence for people: what was wrong and what is accepted. */
export class GasolinaError extends Error {
  override readonly name = 'GasolinaError'
  readonly codigo: Codigo
  readonly erros: ErroDeParametro[] | undefined
  readonly tentarEm: number | undefined
  readonly metodos: string[] | undefined

  constructor(codigo: Codigo, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.codigo = codigo
    this.erros = details.erros
    this.tentarEm = details.tentarEm
    this.metodos = details.metodos
  }
}

/** The fixed sentence for a failure nobody expected; the cause goes to the log only. */
export const FRASE_ERRO_INTERNO = 'Erro interno. Tente de novo; se continuar, avise quem mantém o serviço.'
