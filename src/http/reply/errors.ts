import { addressOfTexts } from '../../domain/questions/question-url.ts'
import { FRASE_ERRO_INTERNO, GasolinaError, failures, forClients } from '../../errors.ts'
import { errorBody } from '../../format/json/answer-json.ts'

/** Seconds of `retry-after` by default: about the time of a first collection. */
const TRY_AGAIN = 30

/** `headers`: pairs that belong to this failure alone. `unexpected`: a bug of ours, whose cause belongs in the log. */
export type Failure = ReturnType<typeof toFailure>

/**
 * The one error shape. Any other error than GasolinaError answers 500 with a fixed sentence, also when it carries a status. The
 * sentences of failures written for operators are replaced: 503 for those that may pass, else 500.
 */
export function toFailure(error: unknown, now: number, urlBase: string) {
  const known = forClients(error)
  const failure = known ?? inOurWords(error)
  const { status } = failures[failure.codigo]
  const headers: [string, string][] = []
  if (failure.metodos) headers.push(['allow', failure.metodos.join(', ')])
  if (status === 503 || status === 429) headers.push(['retry-after', String(failure.tentarEm ?? TRY_AGAIN)])
  if (failure.bytes !== undefined) headers.push(['content-range', `bytes */${failure.bytes}`])
  const tente = failure.tente && `${urlBase}${addressOfTexts(failure.tente)}`
  return { status, corpo: errorBody(failure, now, { tente }), headers, unexpected: !known }
}

function inOurWords(error: unknown): GasolinaError {
  return error instanceof GasolinaError && failures[error.codigo].status === 503
    ? new GasolinaError(
        'dados_indisponiveis',
        'Os dados não puderam ser lidos agora. Tente de novo em instantes.',
      )
    : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
}
