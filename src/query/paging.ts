import { REGISTROS_POR_PAGINA_PADRAO } from '../domain/parameters.ts'

/** The source's own envelope around a page. */
export interface Envelope {
  totalRegistros: number
  totalPaginas: number
  pagina: number
  registrosPorPagina: number
  registrosPagina: number
  primeiraPagina: boolean
  ultimaPagina: boolean
}

/**
 * The page asked for, or everything and no envelope when neither parameter was given. A page beyond the last is empty,
 * with the true totals; an empty result has one page, as at the source.
 */
export function paginate<T>(
  records: readonly T[],
  asked: { pagina?: number | undefined; registrosPorPagina?: number | undefined },
): { conteudo: T[]; envelope?: Envelope } {
  // Answers are shared and frozen; the schema's type merely lacks `readonly`.
  if (asked.pagina === undefined && asked.registrosPorPagina === undefined)
    return { conteudo: records as T[] }
  const { pagina = 1, registrosPorPagina = REGISTROS_POR_PAGINA_PADRAO } = asked
  const totalPaginas = Math.max(1, Math.ceil(records.length / registrosPorPagina))
  const from = (pagina - 1) * registrosPorPagina
  const conteudo = records.slice(from, from + registrosPorPagina)
  return {
    conteudo,
    envelope: {
      totalRegistros: records.length,
      totalPaginas,
      pagina,
      registrosPorPagina,
      registrosPagina: conteudo.length,
      primeiraPagina: pagina === 1,
      ultimaPagina: pagina >= totalPaginas,
    },
  }
}
