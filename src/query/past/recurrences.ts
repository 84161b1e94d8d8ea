import type { FimDeSemana } from '../../domain/answers/shared-schemas.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { ascending, median } from '../../domain/basics/numbers.ts'
import { dayOf, dayOfMonth, monthOf } from '../../domain/basics/time.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import { type Reading, blocksBefore, recurrenceOf } from '../../domain/past/days-off-blocks.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { Stations } from '../places/find-place.ts'
import { type Days, pastDays, readDays } from './place-days.ts'

/** Price differences that recur on days off, by fuel. */
type Recurrences = ReadonlyMap<Slug, FimDeSemana>

const blocksOf = oncePer((snapshot: Snapshot) =>
  blocksBefore(dayOf(snapshot.commit.cabecalho.coleta.fim), pastDays(snapshot)),
)

const ofPlaces = oncePer(() => createMemory<string, Promise<Recurrences>>())

/** Prices of a place on weekends and holidays, from the files that the collector wrote of past days: no sale is read. */
export function recurrencesOfPlace(snapshot: Snapshot, place: Stations): Promise<Recurrences> {
  return ofPlaces(snapshot)(JSON.stringify(place.areas), async () => {
    const blocks = blocksOf(snapshot)
    const wanted = new Set(blocks.flatMap(({ before, days, after }) => [before, ...days, after]))
    const { ofFuel } = await readDays(snapshot, place, [...wanted].toSorted())
    return recurrences(slugs.map((slug) => [slug, readingsIn(ofFuel[slug])]))

    function readingsIn(known: Days): Reading[] {
      return blocks.flatMap(({ before, days, after }) => {
        const [from, to] = [known.get(before), known.get(after)]
        const during = median(ascending(days.flatMap((dia) => known.get(dia)?.[1] ?? [])))
        return from && to && during !== null ? [[from[1], during, to[1]] as const] : []
      })
    }
  })
}

/** The same of a station. */
export async function recurrencesOfStation(snapshot: Snapshot, cnpj: string): Promise<Recurrences> {
  const readings = new Map<Slug, Reading[]>()
  for (const [month, blocks] of groupBy(blocksOf(snapshot), ({ after }) => monthOf(after))) {
    const name = snapshot.commit.cabecalho.dias?.[month]?.folgas
    const counted = new Set(blocks.map(({ after }) => dayOfMonth(after)))
    const found = name === undefined ? null : await snapshot.days.rowsOf(month, name, [cnpj])
    for (const [, slug, steps] of found?.rows ?? []) {
      const ofMonth = steps.flatMap(([dia, ...prices]) =>
        counted.has(dia) ? [prices as unknown as Reading] : [],
      )
      readings.set(slug, [...(readings.get(slug) ?? []), ...ofMonth])
    }
  }
  return recurrences([...readings])
}

function recurrences(readings: readonly (readonly [Slug, readonly Reading[]])[]): Recurrences {
  return new Map(
    readings.flatMap(([slug, ofFuel]): [Slug, FimDeSemana][] => {
      const found = recurrenceOf(ofFuel)
      return found ? [[slug, found]] : []
    }),
  )
}
