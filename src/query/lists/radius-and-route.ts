import { common, lowerBound } from '../../domain/basics/lists.ts'
import { ascending } from '../../domain/basics/numbers.ts'
import { CHEAPER_PERCENT, LONG_GAP_KM } from '../../domain/facts/rules.ts'
import type { Caminho } from '../../domain/answers/precos.ts'
import type { Centro } from '../../domain/answers/shared-schemas.ts'
import type { Ponto } from '../../domain/geo/distances.ts'
import { createRoute } from '../../domain/geo/driving-route.ts'
import { REACH } from '../../domain/geo/places-grid.ts'
import type { FuelList } from './fuel-list.ts'
import { inOrder, pricesOf } from './ordering.ts'
import type { Found, Located } from './found-stations.ts'

/** The area of a question: a place by its names, and within it a circle or a strip along a route. Distances in km. */
export interface Where {
  bairro: string | undefined
  municipio: string | undefined
  around: Around | undefined
  route: Route | undefined
  /** Sentences on names of points that were understood as others. */
  notes: readonly string[]
}

interface Route {
  points: readonly Centro[]
  way: JourneyWay
  desvio: number
  nome: string | undefined
}

/** The line of a route; `caminho` of one that goes from town to town. */
export interface JourneyWay {
  line: readonly Ponto[]
  caminho?: Omit<Caminho, 'semPosto'>
}

export interface Around {
  centre: Ponto
  raio: number
  /** The place that the question names instead of a point. */
  centro?: Centro
}

/** The positions of `among` that lie where the question looks. */
export function searchList(list: FuelList, { around, route }: Where, among: readonly number[]): Found {
  if (around) return searchAround(list, around.centre, around.raio, among)
  if (!route) return { positions: among, located: (at) => ({ at }) }
  const { way, desvio } = route
  // Half a metre more is still the same distance, once rounded.
  const most = desvio * 1000 + 0.5
  const distanceTo = createRoute(way.line, most)
  const found = new Map<number, Located>()
  for (const [at, place] of list.grid.inCells(createRoute(way.line, most + REACH))) {
    const onIt = distanceTo(place)
    if (!onIt) continue
    const metres = Math.round(onIt.away)
    if (metres / 1000 <= desvio) found.set(at, { at, metres, along: Math.round(onIt.along) })
  }
  const positions = common(ascending(found.keys()), among)
  return { positions, located: (at) => found.get(at) ?? { at } }
}

/** `end`: a position of the list. */
function searchAround(list: FuelList, centre: Ponto, km: number, among: readonly number[], end?: number) {
  const { metresTo, within } = list.grid.from(centre)
  const around = within(km, end)
  return {
    positions: among === list.all ? around : common(around, among),
    located: (at: number) => ({ at, metres: metresTo(at) }),
  }
}

/** Long stretches of the way between two stations with the fuel, whatever else the question asks of them, or between one and an end. */
export function gapsAlong({ positions, located }: Found, km: number): Caminho['semPosto'] {
  const stations = ascending(positions.map((at) => (located(at).along ?? 0) / 1000))
  return [...stations, km].flatMap((ate, i) => {
    const de = stations[i - 1] ?? 0
    return ate - de >= LONG_GAP_KM ? [{ de, ate }] : []
  })
}

/** The station that would come first between the radius and its double, if that much cheaper than the one at `first`. No suspect: it is advice. */
export function justBeyond(
  list: FuelList,
  { centre, raio }: Around,
  among: readonly number[],
  ordenar: 'preco' | 'provavel',
  first: number,
): Located | undefined {
  const prices = pricesOf(list, ordenar) ?? []
  const most = (prices[first] ?? 0) * (100 - CHEAPER_PERCENT)
  // From this index on none is cheap enough: a list ascends by price, and no probable price is below the declared one.
  const dear = lowerBound(0, among.length, (i) => (list.price[among[i] ?? 0] ?? 0) * 100 < most)
  const { positions, located } = searchAround(list, centre, raio * 2, among, among[dear])
  const cheap = positions.filter(
    (at) => (prices[at] ?? 0) * 100 < most && !list.suspect[at] && (located(at).metres ?? 0) / 1000 > raio,
  )
  return inOrder(list, { positions: cheap, located }, { ordenar, ordem: 'asc' }, 1)[0]
}

/** The largest radius a question may have, in km: longer than the state. */
const WIDEST = 500

/** The nearest believed station of `among`; undefined without one. */
export function nearestTo(list: FuelList, centre: Ponto, among: readonly number[]): Located | undefined {
  const some = among === list.all ? undefined : new Set(among)
  const isAmong = (at: number): boolean => !list.suspect[at] && (!some || some.has(at))
  const nearest = list.grid.from(centre).nearest(isAmong)
  return nearest && nearest.metres <= WIDEST * 1000 ? nearest : undefined
}
