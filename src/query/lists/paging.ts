import type { paginacaoShape } from '../../domain/answers/shared-schemas.ts'
import type { RespostaPrecos } from '../../domain/answers/precos.ts'
import { type Pedido, parametros } from '../../domain/questions/parameters.ts'

/** The source's own envelope around a page. */
export type Envelope = Pick<RespostaPrecos, keyof typeof paginacaoShape>

/** The part of a list that a question asks for. Without `sizes`, all of it on one page. */
export function readPage(asked: Pick<Pedido<'precos'>, 'limite' | 'pagina' | 'registrosPorPagina'>) {
  const { limite = Infinity, pagina, registrosPorPagina } = asked
  if (pagina === undefined && registrosPorPagina === undefined) return { limite, sizes: undefined }
  const size = registrosPorPagina ?? parametros.registrosPorPagina.padrao
  return { limite, sizes: { pagina: pagina ?? 1, registrosPorPagina: size } }
}

/** The page's range among `found` records, and its envelope. A page beyond the last is empty; an empty result has one page, as at the source. */
export function paginate(found: number, { limite, sizes }: ReturnType<typeof readPage>) {
  const total = Math.min(found, limite)
  if (!sizes) return { total, from: 0, to: total }
  const { pagina, registrosPorPagina } = sizes
  const totalPaginas = Math.max(1, Math.ceil(total / registrosPorPagina))
  const from = Math.min(total, (pagina - 1) * registrosPorPagina)
  const to = Math.min(total, from + registrosPorPagina)
  const envelope = {
    totalRegistros: total,
    totalPaginas,
    pagina,
    registrosPorPagina,
    registrosPagina: to - from,
    primeiraPagina: pagina === 1,
    ultimaPagina: pagina >= totalPaginas,
  }
  return { total, from, to, envelope }
}
