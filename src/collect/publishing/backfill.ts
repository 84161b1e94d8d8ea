import type { Registro, Venda } from '../../domain/facts/sale-record.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { emptyEstado } from '../../domain/state/commit-state.ts'
import { type Dia, type Instante, dayOf, endOfDay, monthOf } from '../../domain/basics/time.ts'
import { isRefusal, normalize } from '../../sources/normalize.ts'
import type { SlugERegistro } from '../../sources/source.ts'
import { merge } from '../merging/merge.ts'
import { createInterning } from '../merging/interning.ts'

/**
 * Merges earlier sales day by day, so that each day gets its median as in a real collection. They come in the order in which they were
 * first seen: a sale made before the current day counts as new on that day. `vendas`: the new sales by the month they were made in.
 */
export function backfill(earlier: Iterable<SlugERegistro>, agora: Instante) {
  const result = { estado: emptyEstado(), vendas: new Map<string, Venda[]>() }
  let dia: Dia | undefined
  let sales: Registro[] = []
  const share = createInterning([])
  for (const { combustivel, registro } of earlier) {
    const sale = normalize(registro, combustivel, agora)
    if (isRefusal(sale)) continue
    const day = dayOf(sale.produto.venda.dataVenda)
    if (dia !== undefined && day > dia) {
      endDay(dia)
      sales = []
    }
    if (dia === undefined || day > dia) dia = day
    sales.push(share(sale))
  }
  if (dia !== undefined) endDay(dia)
  return result

  function endDay(dia: Dia): void {
    const { estado, novas } = merge(result.estado, sales, endOfDay(dia))
    result.estado = estado
    for (const [month, ofMonth] of groupBy(novas, ({ dataVenda }) => monthOf(dataVenda)))
      result.vendas.set(month, (result.vendas.get(month) ?? []).concat(ofMonth))
  }
}
