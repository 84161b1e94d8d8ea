import type { Pedido } from '../../domain/questions/parameters.ts'
import { readContas } from '../lists/found-stations.ts'
import { readOrder } from '../lists/ordering.ts'
import { readPage } from '../lists/paging.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { readWhere } from '../places/asked-where.ts'

/** A question for prices in its parts, each read once. */
export type PriceQuestion = ReturnType<typeof readQuestion>

export function readQuestion(snapshot: Snapshot, pedido: Pedido<'precos'>) {
  const { combustivel: slug, cnpj, horas, bandeira, suspeitos, acima, abaixo } = pedido
  return {
    slug,
    where: readWhere(snapshot, pedido),
    cnpjs: cnpj?.split(','),
    horas,
    bandeira,
    suspeitos,
    acima,
    abaixo,
    order: readOrder(pedido),
    journey: readContas(pedido),
    page: readPage(pedido),
  }
}
