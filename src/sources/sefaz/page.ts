import { z } from 'zod'
import { TooMuch, parseJson } from '../../untrusted.ts'

/** The most that may be asked for in one page, by the source's own manual. */
const MAX_RECORDS = 5000

const count = z.number().int().min(0)

const pageSchema = z.object({
  totalRegistros: count,
  registrosPagina: count,
  ultimaPagina: z.boolean(),
  conteudo: z.array(z.unknown()).max(MAX_RECORDS),
})

export type Page = z.infer<typeof pageSchema>

/** The source's envelope, or a sentence saying why it is not one. Records are judged later, one by one. */
export function parsePage(bytes: Uint8Array, pagina: number): Page | string {
  let json: unknown
  try {
    json = parseJson(bytes)
  } catch (error) {
    if (error instanceof TooMuch) return 'A resposta da fonte tem níveis ou valores demais e não foi lida.'
    return 'A resposta da fonte veio cortada ou malformada.'
  }
  const { success, data } = pageSchema.safeParse(json)
  if (!success) return 'A resposta da fonte não tem o formato combinado.'
  return isConsistent(data, pagina) ? data : 'Os totais da resposta da fonte não conferem.'
}

/** A page tells how many records it has; a first page that is the last has them all, one that is not the last has some. */
function isConsistent(
  { totalRegistros, registrosPagina, ultimaPagina, conteudo }: Page,
  pagina: number,
): boolean {
  const records = conteudo.length
  if (records !== registrosPagina || records > totalRegistros) return false
  if (ultimaPagina) return pagina > 1 || records === totalRegistros
  return records > 0 || totalRegistros === 0
}
