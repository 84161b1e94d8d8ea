import { z } from 'zod'
import { type Rows, refused } from './rows.ts'

const count = z.number().int().min(0)

const pageSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  searchPageFilter: z.object({ totalRegistro: count, totalPagina: count }).partial().nullish(),
})

const stationSchema = z.object({ cnpj: z.union([z.string(), z.number()]), uf: z.string() })
/** A station without a distributor has a null, or no member at all; of a changed layout no station has one. */
const NEEDED = 'distribuidora'

/** Rows of one page of the JSON layout. */
export function jsonRows(raw: unknown): Rows {
  const { success, data: page } = pageSchema.safeParse(raw)
  if (!success) throw refused('a página JSON não traz data, a lista dos postos')
  const { data, searchPageFilter } = page
  const rows = data.filter((row) => stationSchema.safeParse(row).success)
  if (data.length > 0 && rows.length === 0) throw refused('os postos da página JSON vieram sem cnpj ou uf')
  if (data.length > 0 && !data.some((row) => NEEDED in row))
    throw refused(`os postos da página JSON vieram sem ${NEEDED}`)
  const { totalPagina = 1, totalRegistro = data.length } = searchPageFilter ?? {}
  return {
    rows,
    setAside: data.length - rows.length,
    pages: totalPagina,
    told: totalRegistro,
  }
}
