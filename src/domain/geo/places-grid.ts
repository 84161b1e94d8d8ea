import { earthRadius } from 'geolib'
import { groupBy } from '../basics/lists.ts'
import { ascending } from '../basics/numbers.ts'
import type { Ponto } from './distances.ts'
import { metresFrom, toPlaces } from './great-circle.ts'
import { type Vector, toVector } from './vectors.ts'

/** Side of a cell in degrees: some 5 km. */
const SIDE = 0.05
/** The last column is the meridian of 180°. */
const PER_ROW = 360 / SIDE + 1
/** Metres from the middle of a cell to its farthest corner, at most. */
export const REACH = 4000

/** An index of places, each known by its position among `points`; null, of unknown place, is never found. */
export function createPlacesGrid(points: readonly (Ponto | null)[]) {
  const known = [...points.keys()].filter((at) => points[at])
  const cells = [...groupBy(known, (at) => cellOf(points[at] as Ponto))]
  // Columns by slot: the places of a cell beside each other in memory, in ascending positions.
  const positions = Int32Array.from(cells.flatMap(([, members]) => members))
  const places = columns(positions.length, (slot) => points[positions[slot] ?? -1])
  const middles = columns(cells.length, (i) => middleOf(cells[i]?.[0] ?? NaN))
  /** The slots of cell i begin at `starts[i]` and end before `starts[i + 1]`. */
  const starts = new Int32Array(cells.length + 1)
  for (const [i, [, members]] of cells.entries()) starts[i + 1] = (starts[i] ?? 0) + members.length
  const marks = createMarks(points.length)
  const measured = toPlaces(points)

  return { from, inCells }

  /** The places seen from a point. */
  function from(centre: Ponto) {
    const [a, b, c] = toVector(centre)
    const metresTo = metresFrom(centre, measured)
    return { metresTo, within, nearest }

    /**
     * Positions within a radius, ascending, before position `end`. Products of vectors tell nearly all; those within a metre of the
     * edge are measured.
     */
    function within(km: number, end: number = points.length): number[] {
      const [inside, outside] = [cosineAt(Math.max(0, km * 1000 - 1)), cosineAt(km * 1000 + 1)]
      const touching = cosineAt(km * 1000 + REACH)
      for (let cell = 0; cell < cells.length; cell++) {
        if (!(cosine(middles, cell, a, b, c) >= touching)) continue
        const after = starts[cell + 1] ?? 0
        for (let slot = starts[cell] ?? 0; slot < after; slot++) {
          const at = positions[slot] ?? 0
          if (at >= end) break
          const near = cosine(places, slot, a, b, c)
          if (near > inside || (near >= outside && metresTo(at) / 1000 <= km)) marks.add(at)
        }
      }
      return marks.taken()
    }

    /** The nearest accepted place, the first of those as near in whole metres. */
    function nearest(accepts: (at: number) => boolean) {
      /** Places that were the nearest so far, and those as near in whole metres. */
      const close: number[] = []
      let [most, least, touching] = [-Infinity, -Infinity, -Infinity]
      // From the middle of the nearest cell, so that most others are too far.
      let first = 0
      for (let cell = 1; cell < cells.length; cell++)
        if (cosine(middles, cell, a, b, c) > cosine(middles, first, a, b, c)) first = cell
      look(first)
      for (let cell = 0; cell < cells.length; cell++)
        if (cell !== first && cosine(middles, cell, a, b, c) >= touching) look(cell)
      let found: { at: number; metres: number } | undefined
      for (const at of ascending(close)) {
        const metres = metresTo(at)
        if (!found || metres < found.metres) found = { at, metres }
      }
      return found

      function look(cell: number): void {
        const after = starts[cell + 1] ?? 0
        for (let slot = starts[cell] ?? 0; slot < after; slot++) {
          const near = cosine(places, slot, a, b, c)
          const at = positions[slot] ?? 0
          if (near < least || !accepts(at)) continue
          close.push(at)
          if (near <= most) continue
          most = near
          // Two metres more, as distances are told in whole metres.
          const reach = Math.acos(Math.max(-1, Math.min(1, most))) * earthRadius + 2
          least = cosineAt(reach)
          touching = cosineAt(reach + REACH)
        }
      }
    }
  }

  /** Every place, with its position, of the cells whose middle is accepted: with `REACH` more, no place that belongs is left out. In no order. */
  function* inCells(accepts: (middle: Vector) => unknown): Generator<[at: number, place: Vector]> {
    for (let cell = 0; cell < cells.length; cell++)
      if (accepts(vectorOf(middles, cell)))
        for (let slot = starts[cell] ?? 0; slot < (starts[cell + 1] ?? 0); slot++)
          yield [positions[slot] ?? 0, vectorOf(places, slot)]
  }
}

interface Columns {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
}

/** Columns are filled by hand, as those of `toPlaces`. */
function columns(length: number, pointAt: (i: number) => Ponto | null | undefined): Columns {
  const [x, y, z] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  for (let i = 0; i < length; i++) {
    const point = pointAt(i)
    if (point) [x[i], y[i], z[i]] = toVector(point)
  }
  return { x, y, z }
}

function vectorOf({ x, y, z }: Columns, i: number): Vector {
  return [x[i] ?? NaN, y[i] ?? NaN, z[i] ?? NaN]
}

/** Cosine of the angle of so many metres on the ground. */
function cosineAt(metres: number): number {
  return Math.cos(Math.min(Math.PI, metres / earthRadius))
}

/** Cosine of the angle between the vector at `i` and [a, b, c]. */
function cosine({ x, y, z }: Columns, i: number, a: number, b: number, c: number): number {
  return a * (x[i] ?? NaN) + b * (y[i] ?? NaN) + c * (z[i] ?? NaN)
}

/** A set of positions that is read in ascending order, four at a look: sorting thousands takes longer than the search. */
function createMarks(size: number) {
  const words = new Uint32Array(Math.ceil(size / 4))
  const bytes = new Uint8Array(words.buffer)
  let count = 0
  return {
    /** No position may be added twice. */
    add(at: number): void {
      bytes[at] = 1
      count++
    },
    /** Positions added, ascending; empties the set. */
    taken(): number[] {
      const taken: number[] = []
      for (let word = 0; word < words.length && taken.length < count; word++) {
        if (words[word] === 0) continue
        for (let at = word * 4; at < word * 4 + 4; at++) if (bytes[at] === 1) taken.push(at)
        words[word] = 0
      }
      count = 0
      return taken
    },
  }
}

function cellOf({ latitude, longitude }: Ponto): number {
  return Math.floor((latitude + 90) / SIDE) * PER_ROW + Math.floor((longitude + 180) / SIDE)
}

function middleOf(cell: number): Ponto {
  const [row, column] = [Math.floor(cell / PER_ROW), cell % PER_ROW]
  return { latitude: (row + 0.5) * SIDE - 90, longitude: (column + 0.5) * SIDE - 180 }
}
