import type { RespostaErro } from '../../domain/answers/shared-schemas.ts'
import { instante } from '../../domain/basics/time.ts'
import { failures, type GasolinaError } from '../../errors.ts'
import { slices } from '../../domain/basics/lists.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The body of every failure. `now` is in milliseconds; `tente` is a question that would be answered, as its face writes one. */
export function errorBody(error: GasolinaError, now: number, tente: string | undefined): RespostaErro {
  return {
    timestamp: instante(now),
    message: error.message,
    status: failures[error.codigo].status,
    codigo: error.codigo,
    ...(error.erros && { erros: error.erros }),
    ...(error.recomecar && { recomecar: error.recomecar }),
    ...(tente !== undefined && { tente }),
  }
}

/** Items of one piece of text: a few milliseconds. */
const SLICE = 1000

/** The text of `JSON.stringify`, in pieces where a member is a long list. */
export function* longJson(answer: object): Generator<string> {
  const members = Object.entries(answer).filter(([, value]) => value !== undefined)
  if (!members.some(([, value]) => isLong(value))) return yield JSON.stringify(answer)
  for (const [at, [name, value]] of members.entries()) {
    const begin = `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (!isLong(value)) yield begin + JSON.stringify(value)
    else {
      let before = `${begin}[`
      for (const slice of slices(value, SLICE)) {
        yield before + JSON.stringify(slice).slice(1, -1)
        before = ','
      }
      yield ']'
    }
  }
  yield '}'
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > SLICE
}
