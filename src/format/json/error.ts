import type { RespostaErro } from '../../domain/answers/common.ts'
import { instante } from '../../domain/basics/time.ts'
import { type GasolinaError, failures } from '../../errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The body of every failure. `now` is in milliseconds; `status` is that of the code unless HTTP answered another; `tente` is a question that would be answered, as its face writes one. */
export function errorBody(
  error: GasolinaError,
  now: number,
  { status = failures[error.codigo].status, tente }: { status?: number; tente?: string | undefined } = {},
): RespostaErro {
  return {
    timestamp: instante(now),
    message: error.message,
    status,
    codigo: error.codigo,
    ...(error.erros && { erros: error.erros }),
    ...(error.recomecar && { recomecar: error.recomecar }),
    ...(tente !== undefined && { tente }),
  }
}
