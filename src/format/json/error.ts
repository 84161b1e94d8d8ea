import type { RespostaErro } from '../../domain/answers/common.ts'
import { instante } from '../../domain/basics/time.ts'
import type { GasolinaError } from '../../errors.ts'
import { failures } from '../../errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The one shape in which a failure leaves. `now` is in milliseconds; `status` is its code's unless another was answered. */
export function errorBody(
  error: GasolinaError,
  now: number,
  status: number = failures[error.codigo].status,
): RespostaErro {
  return {
    timestamp: instante(now),
    message: error.message,
    status,
    codigo: error.codigo,
    ...(error.erros && { erros: error.erros }),
    ...(error.recomecar && { recomecar: error.recomecar }),
  }
}
