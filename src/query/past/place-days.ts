import { LRUCache } from 'lru-cache'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { oncePer, createMemory } from '../../domain/basics/memoize.ts'
import { ascending, median } from '../../domain/basics/numbers.ts'
import { type Dia, dayOf, dayOfMonth, monthOf } from '../../domain/basics/time.ts'
import { type Slug, perFuel, slugs } from '../../domain/facts/fuels.ts'
import * as periods from '../../domain/past/periods.ts'
import { valuesOn } from '../../domain/past/run-length-days.ts'
import type { DiasDoMes } from '../../domain/state/commit-state.ts'
import type { DaysRow } from '../../store/commits/place-days.ts'
import { type Snapshot, lastDayOfSales } from '../lists/snapshot.ts'
import { type Stations, stationsIn } from '../places/find-place.ts'
import type { FimDeSemana } from '../../domain/answers/shared-schemas.ts'
import { type Reading, blocksBefore, recurrenceOf } from '../../domain/past/days-off-blocks.ts'

type Days = Map<Dia, periods.DayFigures>
type Kind = 'lugares' | 'postos'

/** Days before the commit's own with a collection, ascending. */
const pastDays = oncePer((snapshot: Snapshot) => daysOfPast(snapshot, periods.collectedDays))

/** The day of the first collection. */
export function firstDayFollowed(snapshot: Snapshot): Dia {
  return pastDays(snapshot)[0] ?? dayOf(snapshot.atualizadoEm)
}

/** Days of which the log has sales, also before the first collection. */
export const pastDaysKnown = oncePer((snapshot: Snapshot) => daysOfPast(snapshot, periods.knownDays))

function daysOfPast({ commit: { estado, cabecalho } }: Snapshot, days: typeof periods.knownDays): Dia[] {
  return days(estado.medianas, dayOf(cabecalho.coleta.fim))
}

/** A place's figures of past days, from the collector's closings. `missing`: collected days that are in no file. */
export async function readDays(snapshot: Snapshot, place: Stations, closed: readonly Dia[]) {
  const ofFuel = perFuel((): Days => new Map())
  const { kind, keys } = keysOf(snapshot, place)
  let missing = 0
  const reading = [...groupBy(closed, monthOf)].map(async ([month, wanted]) => {
    const read = await readMonth(snapshot, month, kind, keys)
    return { month, wanted: wanted.map(dayOfMonth), read }
  })
  for (const { month, wanted, read } of await Promise.all(reading)) {
    const told = wanted.filter((dia) => read?.dias.includes(dia))
    missing += wanted.length - told.length
    for (const slug of slugs) {
      const rows = (read?.rows ?? []).filter(([, combustivel]) => combustivel === slug)
      for (const [dia, figures] of figuresOn(rows, told, kind))
        ofFuel[slug].set(`${month}-${String(dia).padStart(2, '0')}`, figures)
    }
  }
  return { ofFuel, missing }
}

/** The rows of these keys; null where the commit names no such file of the month, or it is damaged. */
async function readMonth(snapshot: Snapshot, month: string, kind: keyof DiasDoMes, keys: readonly string[]) {
  const name = snapshot.commit.cabecalho.dias?.[month]?.[kind]
  return name === undefined ? null : snapshot.days.read(month, name, keys)
}

/** The state and whole municipalities have figures of their own; what is joined or smaller is computed from its stations. */
function keysOf(snapshot: Snapshot, place: Stations): { kind: Kind; keys: readonly string[] } {
  if (!place.areas) return { kind: 'lugares', keys: [ESTADO.codigo] }
  const [area, ...others] = place.areas
  if (area?.town !== undefined && area.district === undefined && others.length === 0)
    return { kind: 'lugares', keys: [String(area.town)] }
  return { kind: 'postos', keys: [...(stationsIn(snapshot, place) ?? [])] }
}

type OnDay = [dayOfMonth: number, figures: periods.DayFigures]

function figuresOn(rows: readonly DaysRow[], dias: readonly number[], kind: Kind): OnDay[] {
  const values = rows.flatMap(([, , steps]) => valuesOn(steps, dias))
  if (kind === 'lugares')
    return values.flatMap(([dia, [minimo, mediana, maximo, postos]]): OnDay[] =>
      minimo === undefined || mediana === undefined || maximo === undefined || postos === undefined
        ? []
        : [[dia, [minimo, mediana, maximo, postos]]],
    )
  return [...groupBy(values, ([dia]) => dia)].flatMap(([dia, ofDay]): OnDay[] => {
    const figures = periods.dayFigures(ofDay.map(([, [price = 0]]) => price))
    return figures ? [[dia, figures]] : []
  })
}

/** A price of a time past, in thousandths. */
export interface PastPrice {
  cnpj: string
  price: number
}

export type DayPrices = Awaited<ReturnType<typeof readDayPrices>>

/** Stations' believed prices at the end of a past day, by fuel, from the collector's files. A day not collected, or without a sale after it, has none. */
export async function readDayPrices(snapshot: Snapshot, dia: Dia, cnpjs: readonly string[]) {
  const found = await readMonth(snapshot, monthOf(dia), 'postos', cnpjs)
  const isOver = dia < lastDayOfSales(snapshot)
  const wanted = isOver && found?.dias.includes(dayOfMonth(dia)) ? [dayOfMonth(dia)] : []
  const all = (found?.rows ?? []).flatMap(([cnpj, slug, steps]) =>
    valuesOn(steps, wanted).map(([, [price = 0]]) => ({ cnpj, slug, price })),
  )
  const prices = groupBy(all, ({ slug }) => slug)
  return { dia, of: (slug: Slug): readonly PastPrice[] => prices.get(slug) ?? [] }
}

/** Change of a median in thousandths; null where fewer than half of the place's stations have a price of that day. */
export function variationSince({ dia }: DayPrices, before: readonly number[], present: periods.Present) {
  const change = periods.changeFrom(ascending(before), present)
  return change && { dia, ...change }
}

/** Price differences that recur on days off, by fuel. */
type Recurrences = ReadonlyMap<Slug, FimDeSemana>

const blocksOf = oncePer((snapshot: Snapshot) =>
  blocksBefore(dayOf(snapshot.commit.cabecalho.coleta.fim), pastDays(snapshot)),
)

const ofPlaces = oncePer(() => createMemory<string, Promise<Recurrences>>(new LRUCache({ max: 1000 })))

/** Prices of a place on weekends and holidays, from the files that the collector wrote of past days: no sale is read. */
export function recurrencesOfPlace(snapshot: Snapshot, place: Stations): Promise<Recurrences> {
  return ofPlaces(snapshot)(JSON.stringify(place.areas), async () => {
    const blocks = blocksOf(snapshot)
    const wanted = new Set(blocks.flatMap(({ before, days, after }) => [before, ...days, after]))
    const { ofFuel } = await readDays(snapshot, place, [...wanted].toSorted())
    const readingsIn = (known: Days): Reading[] =>
      blocks.flatMap(({ before, days, after }) => {
        const [from, to] = [known.get(before), known.get(after)]
        const during = median(ascending(days.flatMap((dia) => known.get(dia)?.[1] ?? [])))
        return from && to && during !== null ? [[from[1], during, to[1]] as const] : []
      })
    return recurrences(slugs.map((slug) => [slug, readingsIn(ofFuel[slug])]))
  })
}

/** Prices of a station on weekends and holidays. */
export async function recurrencesOfStation(snapshot: Snapshot, cnpj: string): Promise<Recurrences> {
  const readings = new Map<Slug, Reading[]>()
  for (const [month, blocks] of groupBy(blocksOf(snapshot), ({ after }) => monthOf(after))) {
    const counted = new Set(blocks.map(({ after }) => dayOfMonth(after)))
    const found = await readMonth(snapshot, month, 'folgas', [cnpj])
    for (const [, slug, steps] of found?.rows ?? []) {
      const ofMonth = steps.flatMap(([dia, before, during, after]): Reading[] => {
        if (before === undefined || during === undefined || after === undefined) return []
        return counted.has(dia) ? [[before, during, after]] : []
      })
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
