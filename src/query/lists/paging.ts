import { parametros } from '../../domain/questions/parameters.ts'

/** The source's own envelope around a page. */
interface Envelope {
  totalRegistros: number
  totalPaginas: number
  pagina: number
  registrosPorPagina: number
  registrosPagina: number
  primeiraPagina: boolean
  ultimaPagina: boolean
}

interface Asked {
  pagina?: number | undefined
  registrosPorPagina?: number | undefined
}

/** After how many records the page ends, if there are as many; Infinity when no page was asked for. */
export function lastOfPage({ pagina, registrosPorPagina }: Asked): number {
  if (pagina === undefined && registrosPorPagina === undefined) return Infinity
  return (pagina ?? 1) * (registrosPorPagina ?? parametros.registrosPorPagina.padrao)
}

/**
 * Where the page asked for lies among `total` records, or all of them and no envelope when neither parameter was given. A
 * page beyond the last is empty, with the true totals; an empty result has one page, as at the source.
 */
export function paginate(total: number, asked: Asked): { from: number; to: number; envelope?: Envelope } {
  if (asked.pagina === undefined && asked.registrosPorPagina === undefined) return { from: 0, to: total }
  const { pagina = 1, registrosPorPagina = parametros.registrosPorPagina.padrao } = asked
  const totalPaginas = Math.max(1, Math.ceil(total / registrosPorPagina))
  const from = Math.min(total, (pagina - 1) * registrosPorPagina)
  const to = Math.min(total, from + registrosPorPagina)
  return {
    from,
    to,
    envelope: {
      totalRegistros: total,
      totalPaginas,
      pagina,
      registrosPorPagina,
      registrosPagina: to - from,
      primeiraPagina: pagina === 1,
      ultimaPagina: pagina >= totalPaginas,
    },
  }
}
