import type { RespostaErro } from '../domain/answers.ts'
import { instante } from '../domain/time.ts'
import type { GasolinaError } from '../errors.ts'

/** The one shape in which a failure leaves over HTTP. `now` is in milliseconds. */
export function errorBody(error: GasolinaError, status: number, now: number): RespostaErro {
  return {
    timestamp: instante(now),
    message: error.message,
    status,
    codigo: error.codigo,
    ...(error.erros && { erros: error.erros }),
  }
}
