import { ESTADO } from '../../domain/alagoas/state.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { type Dia, dayOf, dayOfMonth, monthOf } from '../../domain/basics/time.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import { type DayFigures, collectedDays, dayFigures, knownDays } from '../../domain/past/place-periods.ts'
import { valuesOn } from '../../domain/past/run-length-days.ts'
import type { DaysRow, PlaceDays } from '../../store/commits/place-days.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { Place } from '../places/find-place.ts'

export type Days = Map<Dia, DayFigures>

/** Days before the commit's own with a collection, ascending. */
export const pastDays = oncePer((snapshot: Snapshot) => daysOfPast(snapshot, collectedDays))

/** The day of the first collection. */
export function firstDayFollowed(snapshot: Snapshot): Dia {
  return pastDays(snapshot)[0] ?? dayOf(snapshot.atualizadoEm)
}

/** Days of which the log has sales, also before the first collection. */
export const pastDaysKnown = oncePer((snapshot: Snapshot) => daysOfPast(snapshot, knownDays))

function daysOfPast({ commit: { estado, cabecalho } }: Snapshot, days: typeof knownDays): Dia[] {
  return days(estado.medianas, dayOf(cabecalho.coleta.fim))
}

/** A place's figures of past days, from the collector's closings. `missing`: collected days that are in no file. */
export async function readDays(
  days: PlaceDays,
  snapshot: Snapshot,
  place: Pick<Place, 'areas' | 'matches'>,
  closed: readonly Dia[],
): Promise<{ ofFuel: Map<Slug, Days>; missing: number }> {
  const ofFuel = new Map<Slug, Days>()
  const keys = keysOf(snapshot, place)
  const months = [...new Set(closed.map(monthOf))]
  const read = await Promise.all(
    months.map(async (month) => {
      const names = snapshot.commit.cabecalho.dias?.[month]
      return names && (await days.rowsOf(month, names[keys.kind], keys.keys))
    }),
  )
  let missing = 0
  for (const [i, month] of months.entries()) {
    const wanted = closed.filter((dia) => monthOf(dia) === month)
    const told = wanted.filter((dia) => read[i]?.dias.includes(dayOfMonth(dia)))
    missing += wanted.length - told.length
    const numbers = told.map(dayOfMonth)
    for (const slug of slugs) {
      const rows = (read[i]?.rows ?? []).filter(([, combustivel]) => combustivel === slug)
      for (const [dia, figures] of figuresOn(rows, numbers, keys.kind))
        daysOf(ofFuel, slug).set(`${month}-${String(dia).padStart(2, '0')}`, figures)
    }
  }
  return { ofFuel, missing }
}

/** The state and whole municipalities have figures of their own; what is joined or smaller is computed from its stations. */
function keysOf(
  snapshot: Snapshot,
  place: Pick<Place, 'areas' | 'matches'>,
): { kind: 'lugares' | 'postos'; keys: readonly string[] } {
  if (!place.areas) return { kind: 'lugares', keys: [ESTADO.codigo] }
  const [area, ...others] = place.areas
  if (area?.town !== undefined && area.district === undefined && others.length === 0)
    return { kind: 'lugares', keys: [String(area.town)] }
  const stations = snapshot.stations().filter((station) => place.matches(station))
  return { kind: 'postos', keys: stations.map(({ posto }) => posto.cnpj) }
}

function figuresOn(
  rows: readonly DaysRow[],
  dias: readonly number[],
  kind: 'lugares' | 'postos',
): Iterable<[dia: number, DayFigures]> {
  const values = rows.flatMap(([, , steps]) => valuesOn(steps, dias))
  if (kind === 'lugares') return values as unknown as [number, DayFigures][]
  return [...groupBy(values, ([dia]) => dia)].flatMap(([dia, ofDay]): [number, DayFigures][] => {
    const figures = dayFigures(ofDay.map(([, [price = 0]]) => price))
    return figures ? [[dia, figures]] : []
  })
}

function daysOf(ofFuel: Map<Slug, Days>, slug: Slug): Days {
  const days = ofFuel.get(slug) ?? new Map<Dia, DayFigures>()
  ofFuel.set(slug, days)
  return days
}
