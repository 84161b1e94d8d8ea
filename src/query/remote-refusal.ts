import { erroSchema } from '../domain/answers.ts'
import type { Codigo } from '../errors.ts'
import { GasolinaError, codigos } from '../errors.ts'

/** The codes HTTP answers with. The others tell of this machine, and a server has no word in that. */
const TOLD_BY_HTTP = new Set<Codigo>([
  'parametro_invalido',
  'posto_nao_encontrado',
  'rota_nao_encontrada',
  'metodo_nao_permitido',
  'uri_longa',
  'muitos_pedidos',
  'dados_indisponiveis',
  'erro_interno',
])

/** The error a server told in the one shape of all its errors; undefined when it is none of ours. */
export function toRefusal(body: unknown, headers: Headers): GasolinaError | undefined {
  const told = erroSchema.safeParse(body).data
  const codigo = codigos.find((known) => known === told?.codigo)
  if (!told || !codigo || !TOLD_BY_HTTP.has(codigo)) return undefined
  const wait = headers.get('retry-after') ?? ''
  return new GasolinaError(codigo, readable(told.message), {
    ...(told.erros && { erros: told.erros.map(readableEntry) }),
    ...(/^\d{1,6}$/.test(wait) && { tentarEm: Number(wait) }),
  })
}

/** `ECONNREFUSED` and the like, from wherever fetch has wrapped it; empty when there is none. */
export function networkCodeOf(error: unknown, depth = 5): string {
  if (!(error instanceof Error) || depth === 0) return ''
  const own = 'code' in error ? String(error.code) : ''
  return /^[A-Z][A-Z0-9_]{3,40}$/.test(own) ? own : networkCodeOf(error.cause, depth - 1)
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

/** Of a server's words only what a terminal may show: nothing that moves a cursor, hides or turns the line around. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}

function readable(text: string): string {
  return printable(text.slice(0, 2000)).trim()
}
