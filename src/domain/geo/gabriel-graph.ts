import type { Ponto } from './distances.ts'
import { type Vector, dot, toVector } from './vectors.ts'
import { metresBetween } from './great-circle.ts'

/** A point where ways may pass. `burden` makes the legs from and to it cost more: 0 of an easy one. */
interface Stop extends Ponto {
  readonly burden: number
}

/** Stops between two points, by position in the graph; metres and cost of the whole. */
export interface Way {
  readonly stops: readonly number[]
  readonly metres: number
  readonly cost: number
}

export type Ways = ReturnType<ReturnType<typeof createWays>>

/** Above 1, so that two short legs are better than a long one: ways pass through the towns beside them, as roads do. */
const POWER = 1.35

/** A km along a road costs less than one between small towns, and a long leg no more than short ones. */
const ROAD_COST = 4

interface Edge {
  to: number
  metres: number
  cost: number
}

/**
 * Ways over a Gabriel graph: two points are joined where the ball that has them at its two ends has no stop inside, and nothing
 * bars the leg; roads, each a list of stops by position, join more. The function it returns joins two more points to the graph.
 */
export function createWays(
  stops: readonly Stop[],
  isBarred: (from: Ponto, to: Ponto) => boolean,
  roads: readonly (readonly number[])[],
) {
  const vectors = stops.map(toVector)
  const joined = stops.map((stop, at) => neighbours(stop).filter(({ to }) => to !== at))
  for (const road of roads) for (const [i, to] of road.slice(1).entries()) join(road[i] ?? to, to)

  function join(from: number, to: number): void {
    const [a, b] = [stops[from], stops[to]]
    if (!a || !b) return
    const metres = metresBetween(a, b)
    const cost = (metres / 1000) * ROAD_COST
    joined[from]?.push({ to, metres, cost })
    joined[to]?.push({ to: from, metres, cost })
  }

  function neighbours(from: Stop): Edge[] {
    const vector = toVector(from)
    return stops.flatMap((stop, to) => {
      const end = vectors[to]
      return end && isClear(vector, end, vectors) && !isBarred(from, stop) ? edge(from, stop, to) : []
    })
  }

  return (from: Ponto, to: Ponto) => {
    const ends = [from, to].map(({ latitude, longitude }) => ({ latitude, longitude, burden: 0 }))
    const edges = [...joined.map((each) => each.slice()), ...ends.map(neighbours)]
    const [start, goal] = [stops.length, stops.length + 1]
    for (const end of [start, goal])
      for (const each of edges[end] ?? []) edges[each.to]?.push({ ...each, to: end })
    const straight = edge(from, to, goal)
    if (isClear(toVector(from), toVector(to), vectors) && !isBarred(from, to)) {
      edges[start]?.push(straight)
      edges[goal]?.push({ ...straight, to: start })
    }
    const [outward, homeward] = [cheapestFrom(edges, start), cheapestFrom(edges, goal)]
    const nowhere = { stops: [], metres: straight.metres, cost: straight.cost }
    return {
      best: outward.wayTo(goal) ?? nowhere,
      /** The best one through a stop; undefined where it would pass a stop twice. */
      by(stop: number): Way | undefined {
        const [before, after] = [outward.wayTo(stop), homeward.wayTo(stop)]
        if (!before || !after || before.stops.some((each) => after.stops.includes(each))) return undefined
        return {
          stops: [...before.stops, stop, ...after.stops.toReversed()],
          metres: before.metres + after.metres,
          cost: before.cost + after.cost,
        }
      },
    }
  }
}

function edge(from: Ponto & Partial<Stop>, to: Ponto & Partial<Stop>, at: number): Edge {
  const metres = metresBetween(from, to)
  const burden = ((from.burden ?? 0) + (to.burden ?? 0)) / 2
  return { to: at, metres, cost: (metres / 1000) ** POWER * (1 + burden) }
}

/** No vector lies inside the ball: from there, the two ends would stand at more than a right angle. */
function isClear(a: Vector, b: Vector, vectors: readonly Vector[]): boolean {
  const across = dot(a, b)
  return vectors.every((v) => v === a || v === b || across - dot(a, v) - dot(b, v) + 1 >= -ROUNDING)
}

const ROUNDING = 1e-15

/** Dijkstra; a graph of some hundred points needs no queue. `wayTo` leaves both ends out of the stops. */
function cheapestFrom(edges: readonly (readonly Edge[])[], start: number) {
  const reached = new Map<number, { cost: number; metres: number; before: number }>()
  reached.set(start, { cost: 0, metres: 0, before: start })
  const open = new Set([start])
  while (open.size > 0) {
    let [nearest, least] = [start, Infinity]
    for (const at of open) {
      const { cost = Infinity } = reached.get(at) ?? {}
      if (cost < least) [nearest, least] = [at, cost]
    }
    open.delete(nearest)
    const here = reached.get(nearest)
    for (const { to, cost, metres } of (here && edges[nearest]) ?? []) {
      const total = least + cost
      if (total >= (reached.get(to)?.cost ?? Infinity)) continue
      reached.set(to, { cost: total, metres: (here?.metres ?? 0) + metres, before: nearest })
      open.add(to)
    }
  }
  return {
    wayTo(goal: number): Way | undefined {
      const found = reached.get(goal)
      if (!found) return undefined
      const stops: number[] = []
      for (let at = found.before; at !== start; at = reached.get(at)?.before ?? start) stops.unshift(at)
      return { stops, metres: found.metres, cost: found.cost }
    },
  }
}
