import { erroSchema } from '../../domain/answers/common.ts'
import { printable } from '../../domain/basics/text.ts'
import type { Codigo } from '../../errors.ts'
import { GasolinaError, failures, isCodigo } from '../../errors.ts'

/** The error a server told in the one shape of all its errors; undefined when it is none of ours. */
export function toRefusal(body: unknown, headers: Headers): GasolinaError | undefined {
  const told = erroSchema.safeParse(body).data
  const codigo = told?.codigo
  if (!told || !isCodigo(codigo) || !isTold(codigo)) return undefined
  const wait = headers.get('retry-after') ?? ''
  return new GasolinaError(codigo, readable(told.message), {
    ...(told.erros && { erros: told.erros.map(readableEntry) }),
    ...(told.recomecar !== undefined && { recomecar: readable(told.recomecar) }),
    ...(/^\d{1,6}$/.test(wait) && { tentarEm: Number(wait) }),
  })
}

/** The other codes tell of this machine, and a server has no word in that. */
function isTold(codigo: Codigo): boolean {
  return failures[codigo].isForClients || codigo === 'erro_interno'
}

type Told = NonNullable<GasolinaError['erros']>[number]

function readableEntry({ parametro, valor, aceitos, sugestao }: Told): Told {
  return {
    parametro: readable(parametro),
    ...(valor !== undefined && { valor: readable(valor) }),
    ...(aceitos && { aceitos: aceitos.map(readable) }),
    ...(sugestao !== undefined && { sugestao: readable(sugestao) }),
  }
}

function readable(text: string): string {
  return printable(text.slice(0, 2000)).trim()
}
