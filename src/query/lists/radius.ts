import type { Ponto } from '../../domain/geo/distances.ts'
import { inBox, measure } from '../../domain/geo/point-index.ts'
import type { FuelList } from './entries.ts'
import type { Selection } from './selection.ts'

export interface RadiusQuestion {
  centre: Ponto
  /** In km. */
  raio: number
  /** Positions to look at, ascending; null: all. */
  among: readonly number[] | null
  keepSuspects: boolean
  /** How many will be shown at most; more are counted. */
  most: number
}

/** Where something was found, and how far it is. */
interface Near {
  at: number[]
  /** Whole metres. */
  metres: number[]
}

/** Stations within a radius: cheapest first, then nearest, then as they stand in the list. */
export function searchRadius(list: FuelList, question: RadiusQuestion): Selection & Near {
  const { centre, raio, among, keepSuspects, most } = question
  const { price, suspect, points } = list
  const { at, metres } = scratchFor(price.length)
  const inside = inBox(points, centre, raio, at)
  const candidates = among ? keepCommon(at, inside, among) : inside
  measure(points, centre, at, candidates, metres)
  const farthest = wholeMetres(raio)
  const near: Near = { at: [], metres: [] }
  let [count, omitted, last] = [0, 0, NaN]
  for (let i = 0; i < candidates; i++) {
    const [position, distance] = [at[i] ?? 0, metres[i] ?? 0]
    if (distance > farthest) continue
    if (!keepSuspects && suspect[position]) omitted++
    // Those that cost as much as the last one shown may be nearer.
    else if (count++ < most || price[position] === last) {
      last = price[position] ?? NaN
      near.at.push(position)
      near.metres.push(distance)
    } else last = NaN
  }
  nearestFirst(list, near)
  return { at: near.at, metres: near.metres, count, omitted }
}

/** Leaves, at the beginning of the first `count` of `at`, those that are also in `others`. Both ascend. */
export function keepCommon(at: Int32Array, count: number, others: readonly number[]): number {
  let kept = 0
  let other = 0
  for (let i = 0; i < count; i++) {
    const position = at[i] ?? 0
    while (other < others.length && (others[other] ?? 0) < position) other++
    if (others[other] === position) at[kept++] = position
  }
  return kept
}

/** The last whole metre that, in km, is not beyond the radius. */
export function wholeMetres(raio: number): number {
  const metres = Math.round(raio * 1000)
  return metres / 1000 > raio ? metres - 1 : metres
}

/** Puts stations of one price in order of distance. */
function nearestFirst({ price }: FuelList, { at, metres }: Near): void {
  let end = 0
  for (let from = 0; from < at.length; from = end) {
    const here = price[at[from] ?? 0]
    end = from + 1
    while (end < at.length && price[at[end] ?? 0] === here) end++
    if (end - from > FEW) sortMany({ at, metres }, from, end)
    else if (end - from > 1) sortFew({ at, metres }, from, end)
  }
}

/** So many are put in order faster without a sort's objects: prices end in .x9, and a few stations share each. */
const FEW = 60

/** By insertion; of one distance, as they stood. */
function sortFew({ at, metres }: Near, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const [position, distance] = [at[i] ?? 0, metres[i] ?? 0]
    let hole = i
    for (; hole > from && (metres[hole - 1] ?? 0) > distance; hole--) {
      at[hole] = at[hole - 1] ?? 0
      metres[hole] = metres[hole - 1] ?? 0
    }
    at[hole] = position
    metres[hole] = distance
  }
}

/** One number each: distance, then where it stood. */
function sortMany({ at, metres }: Near, from: number, to: number): void {
  const stood = at.slice(from, to)
  const keys = Float64Array.from(stood, (_, i) => (metres[from + i] ?? 0) * 2 ** 20 + i).toSorted()
  for (const [i, key] of keys.entries()) {
    metres[from + i] = Math.floor(key / 2 ** 20)
    at[from + i] = stood[key % 2 ** 20] ?? 0
  }
}

/** Where a search collects what it finds, before it is known how much that is. Nothing outlives the search. */
let scratch = { at: new Int32Array(0), metres: new Int32Array(0) }

function scratchFor(count: number): typeof scratch {
  if (scratch.at.length < count) scratch = { at: new Int32Array(count), metres: new Int32Array(count) }
  return scratch
}
