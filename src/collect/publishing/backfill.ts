import type { Registro, Venda } from '../../domain/facts/sale-record.ts'
import { type Estado, emptyEstado } from '../../domain/state/commit-state.ts'
import { type Dia, type Instante, dayOf, endOfDay, monthOf } from '../../domain/basics/time.ts'
import { isRefusal, normalize } from '../../sources/normalize.ts'
import type { SlugERegistro } from '../../sources/source.ts'
import { merge } from '../merging/merge.ts'
import { createInterning } from '../merging/interning.ts'

export interface Backfill {
  estado: Estado
  /** New sales by the month they were made in. */
  vendas: Map<string, Venda[]>
}

/**
 * Merges earlier sales day by day, so that each day gets its median as in a real collection. They come in the order in which they were
 * first seen: a sale made before the current day counts as new on that day.
 */
export function backfill(earlier: Iterable<SlugERegistro>, agora: Instante): Backfill {
  const result: Backfill = { estado: emptyEstado(), vendas: new Map() }
  let dia: Dia | undefined
  let sales: Registro[] = []
  const share = createInterning([])
  for (const { combustivel, registro } of earlier) {
    const sale = normalize(registro, combustivel, agora)
    if (isRefusal(sale)) continue
    const day = dayOf(sale.produto.venda.dataVenda)
    if (dia !== undefined && day > dia) {
      endDay(result, dia, sales)
      sales = []
    }
    if (dia === undefined || day > dia) dia = day
    sales.push(share(sale))
  }
  if (dia !== undefined) endDay(result, dia, sales)
  return result
}

function endDay(result: Backfill, dia: Dia, sales: readonly Registro[]): void {
  const { estado, novas } = merge(result.estado, sales, endOfDay(dia))
  result.estado = estado
  for (const venda of novas) {
    const month = monthOf(venda.dataVenda)
    const known = result.vendas.get(month)
    if (known) known.push(venda)
    else result.vendas.set(month, [venda])
  }
}
