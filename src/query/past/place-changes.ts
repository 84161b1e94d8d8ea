import { setImmediate } from 'node:timers/promises'
import type { MudancaNoLugar } from '../../domain/answers/historico.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { compareTexts } from '../../domain/basics/text.ts'
import { type Dia, addDays, dayOf, toMs } from '../../domain/basics/time.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { WINDOW, WINDOW_DAYS } from '../../domain/facts/rules.ts'
import { type VendaJulgada, toRuns } from '../../domain/trust/runs.ts'
import type { SalesLog } from '../../store/store.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { Place } from '../places/find-place.ts'
import { readPastSales } from './past-sales.ts'

/** Stations read between two yields to the event loop. */
const BATCH = 8

interface Period {
  desde: Dia
  ate: Dia
}

export interface PlaceChanges {
  /** Newest first. */
  rows: MudancaNoLugar[]
  /** Stations with a price that ended above the one before its first change in the period, and below it. */
  above: Set<string>
  below: Set<string>
  /** True when some may be missing because a file is damaged. */
  mayLack: boolean
}

/** Changes of price of a place's stations, from their believed sales. */
export async function readPlaceChanges(
  sales: SalesLog,
  snapshot: Snapshot,
  place: Pick<Place, 'matches'>,
  { desde, ate, combustivel }: Period & { combustivel: Slug | undefined },
): Promise<PlaceChanges> {
  const found: PlaceChanges = { rows: [], above: new Set(), below: new Set(), mayLack: false }
  const stations = snapshot.stations().filter((station) => place.matches(station))
  for (const [i, { posto }] of stations.entries()) {
    if (i % BATCH === BATCH - 1) await setImmediate()
    // The price before the first change of the period may be ten days old.
    const past = await readPastSales(sales, snapshot, posto.cnpj, addDays(desde, -WINDOW_DAYS), ate)
    found.mayLack ||= past.mayLack
    const { cnpj, nomeFantasia, endereco } = posto
    const { bairro, municipio } = endereco
    for (const [slug, ofFuel] of past.ofFuel)
      if (combustivel === undefined || slug === combustivel)
        for (const changes of changesSince(ofFuel, desde)) {
          for (const change of changes)
            found.rows.push({ combustivel: slug, cnpj, nomeFantasia, bairro, municipio, ...change })
          const [before = 0, now = 0] = [changes[0]?.de, changes.at(-1)?.para]
          if (now !== before) (now > before ? found.above : found.below).add(cnpj)
        }
  }
  found.rows.sort((a, b) => compareTexts(b.em, a.em) || compareTexts(a.cnpj, b.cnpj))
  return found
}

/** Of each product, its price against the one before it, unless ten days without a sale lie between. */
function changesSince(sales: readonly VendaJulgada[], desde: Dia) {
  const runs = toRuns(sales.filter(({ suspeito }) => !suspeito))
  return [...groupBy(runs, ({ codigo }) => codigo).values()].map((ofProduct) =>
    ofProduct.flatMap(({ valorDeclarado: para, de: em, vendas }, i) => {
      const before = ofProduct[i - 1]
      return before && dayOf(em) >= desde && toMs(em) - toMs(before.ate) <= WINDOW
        ? [{ de: before.valorDeclarado, para, em, vendas }]
        : []
    }),
  )
}
