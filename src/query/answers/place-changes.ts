import type { Unattributed } from '../../domain/answers/common.ts'
import type { MudancaNoLugar, RespostaHistoricoDoLugar } from '../../domain/answers/historico.ts'
import { addDays, dayOf, daysOf } from '../../domain/basics/time.ts'
import { CHANGES_DAYS } from '../../domain/facts/rules.ts'
import { invalidParameters, refusal } from '../../domain/questions/parameter-problems.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import type { Dataset } from '../current/dataset.ts'
import { paginate, readPage } from '../lists/paging.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type PlaceChanges, readPlaceChanges } from '../past/place-changes.ts'
import { placeOf } from '../places/find-place.ts'
import { MAY_LACK, periodOf } from './historico.ts'
import { fuelNotes } from './price-notes.ts'

type Asked = Pedido<'historicoDoLugar'>

/** Stations of a place whose price changed: `historico` of a place by `granularidade=mudancas`. */
export function createPlaceChanges({ sales }: Pick<Dataset, 'sales'>) {
  /** The newest question's, as its pages are asked one after the other. */
  let held: { snapshot: Snapshot; key: string; changes: Promise<PlaceChanges> } | undefined

  return async function answer(
    snapshot: Snapshot,
    pedido: Asked,
  ): Promise<Unattributed<RespostaHistoricoDoLugar>> {
    const hoje = dayOf(snapshot.atualizadoEm)
    const periodo = periodOf({ ...pedido, desde: pedido.desde ?? pedido.ate ?? hoje }, snapshot)
    const days = daysOf(periodo)
    const first = addDays(periodo.ate, 1 - CHANGES_DAYS)
    if (days > CHANGES_DAYS)
      throw invalidParameters(refusal('tooManyDays', { ...periodo, days, first, most: CHANGES_DAYS }))
    const place = placeOf(snapshot, pedido)
    const question = { ...periodo, combustivel: pedido.combustivel }
    const key = JSON.stringify([place.areas, question])
    if (held?.snapshot !== snapshot || held.key !== key)
      held = { snapshot, key, changes: readPlaceChanges(sales, snapshot, place, question) }
    const { rows, above, below, mayLack } = await held.changes.catch((error: unknown) => {
      held = undefined
      throw error
    })
    const { from, to, envelope } = paginate(rows.length, readPage({ ...pedido, pagina: pedido.pagina ?? 1 }))
    return {
      lugar: place.lugar,
      atualizadoEm: snapshot.atualizadoEm,
      periodo,
      combustiveis: {},
      subiram: stationsThat(rows, ({ de, para }) => para > de),
      desceram: stationsThat(rows, ({ de, para }) => para < de),
      ficaramAcima: above.size,
      ficaramAbaixo: below.size,
      ...envelope,
      mudancas: rows.slice(from, to),
      observacoes: [...place.observacoes, ...fuelNotes(pedido.combustivel), ...(mayLack ? [MAY_LACK] : [])],
      ...(place.sugestoes && { sugestoes: place.sugestoes }),
    }
  }
}

function stationsThat(rows: readonly MudancaNoLugar[], did: (change: MudancaNoLugar) => boolean): number {
  return new Set(rows.filter(did).map(({ cnpj }) => cnpj)).size
}
