import type { RespostaErro } from '../domain/answers.ts'
import type { Codigo } from '../errors.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import { errorBody } from '../format/error.ts'

/** The status of every failure. Codes that only a start or a collection can meet count as ours, 500. */
const statusOf: Record<Codigo, number> = {
  parametro_invalido: 400,
  posto_nao_encontrado: 404,
  rota_nao_encontrada: 404,
  metodo_nao_permitido: 405,
  uri_longa: 414,
  dados_indisponiveis: 503,
  erro_interno: 500,
  origem_nao_permitida: 403,
  corpo_grande: 413,
  tipo_nao_suportado: 415,
  muitos_pedidos: 429,
  configuracao_invalida: 500,
  porta_ocupada: 500,
  fonte_falhou: 500,
  armazenamento_falhou: 503,
  formato_desconhecido: 503,
  api_inalcancavel: 500,
}

/** Seconds after which a client may hope for data, when nobody knows better: a first collection takes about that. */
const TRY_AGAIN = 30

export interface Failure {
  status: number
  corpo: RespostaErro
  /** Header pairs that belong to this failure alone. */
  headers: [string, string][]
  /** Whether it is a bug of ours, whose cause belongs in the log. */
  unexpected: boolean
}

/**
 * The one error shape. Whatever is no GasolinaError answers 500 with a fixed sentence, whatever status it carries; a
 * code whose message was written for whoever runs the server gets a sentence fit for everybody, and 503 when it may pass.
 */
export function toFailure(error: unknown, now: number): Failure {
  const expected = error instanceof GasolinaError ? error : undefined
  const known = expected && isForClients(expected.codigo) ? expected : undefined
  const told = known ?? inOurWords(expected)
  const status = statusOf[told.codigo]
  const headers: [string, string][] = []
  if (told.metodos) headers.push(['allow', told.metodos.join(', ')])
  if (status === 503 || status === 429) headers.push(['retry-after', String(told.tentarEm ?? TRY_AGAIN)])
  return { status, corpo: errorBody(told, status, now), headers, unexpected: !known }
}

/** Messages of the other codes were written for whoever runs the server: they may name its folders. */
function isForClients(codigo: Codigo): boolean {
  return statusOf[codigo] !== 500 && !UNREADABLE.has(codigo)
}

/** The store cannot be read now; that may pass. */
const UNREADABLE = new Set<Codigo>(['armazenamento_falhou', 'formato_desconhecido'])

function inOurWords(error: GasolinaError | undefined): GasolinaError {
  return error && UNREADABLE.has(error.codigo)
    ? new GasolinaError(
        'dados_indisponiveis',
        'Os dados não puderam ser lidos agora. Tente de novo em instantes.',
      )
    : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
}
