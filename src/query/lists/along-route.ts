import type { Ponto } from '../../domain/geo/distances.ts'
import { createRoute } from '../../domain/geo/driving-route.ts'
import type { FuelList } from './entries.ts'
import { wholeMetres } from './radius.ts'
import type { Selection } from './selection.ts'

interface RouteQuestion {
  points: readonly Ponto[]
  /** How far from the line, in km. */
  desvio: number
  /** Positions to look at, ascending; null: all. */
  among: readonly number[] | null
  keepSuspects: boolean
}

/** Stations beside a route, as they stand in the list. `metres` is how far from the line. */
export function searchRoute(list: FuelList, question: RouteQuestion): Selection {
  const { points, desvio, among, keepSuspects } = question
  const farthest = wholeMetres(desvio)
  // Half a metre more is still the same distance, once rounded.
  const route = createRoute(points, farthest + 0.5)
  const vectors = list.points.vectors()
  const [at, metres, along]: [number[], number[], number[]] = [[], [], []]
  let omitted = 0
  for (const position of among ?? list.all) {
    const found = route(vectors, position)
    if (!found || Math.round(found.away) > farthest) continue
    if (!keepSuspects && list.suspect[position]) {
      omitted++
      continue
    }
    at.push(position)
    metres.push(Math.round(found.away))
    along.push(Math.round(found.along))
  }
  return { at, metres, along, count: at.length, omitted }
}
