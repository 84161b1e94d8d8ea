import type { RespostaErro } from '../../domain/answers/common.ts'
import { FRASE_ERRO_INTERNO, GasolinaError, failures } from '../../errors.ts'
import { errorBody } from '../../format/json/error.ts'

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
 * failure whose sentence was written for whoever runs the server gets one fit for everybody, and 503 when it may pass.
 */
export function toFailure(error: unknown, now: number): Failure {
  const expected = error instanceof GasolinaError ? error : undefined
  const known = expected && failures[expected.codigo].isForClients ? expected : undefined
  const told = known ?? inOurWords(expected)
  const { status } = failures[told.codigo]
  const headers: [string, string][] = []
  if (told.metodos) headers.push(['allow', told.metodos.join(', ')])
  if (status === 503 || status === 429) headers.push(['retry-after', String(told.tentarEm ?? TRY_AGAIN)])
  if (told.bytes !== undefined) headers.push(['content-range', `bytes */${told.bytes}`])
  return { status, corpo: errorBody(told, now), headers, unexpected: !known }
}

function inOurWords(error: GasolinaError | undefined): GasolinaError {
  return error && failures[error.codigo].status === 503
    ? new GasolinaError(
        'dados_indisponiveis',
        'Os dados não puderam ser lidos agora. Tente de novo em instantes.',
      )
    : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
}
