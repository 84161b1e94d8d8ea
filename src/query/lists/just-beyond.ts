import { inBox, measure } from '../../domain/geo/point-index.ts'
import type { FuelList } from './entries.ts'
import type { RadiusQuestion } from './radius.ts'
import { keepCommon, wholeMetres } from './radius.ts'

/** Of one question by price or probable price, ascending. */
interface BeyondQuestion extends Omit<RadiusQuestion, 'most' | 'keepSuspects'> {
  ordenar: 'preco' | 'provavel'
}

/** A station so much cheaper, in percent, is worth naming though nobody asked so far. */
const CHEAPER = 1

/**
 * What would stand first if only the stations beyond the radius and within its double were listed, where it is that much cheaper than
 * `first`, the position of the first line. Never a suspect: it is advice.
 */
export function justBeyond(
  list: FuelList,
  first: number,
  { centre, raio, among, ordenar }: BeyondQuestion,
): { position: number; metres: number } | undefined {
  const figures = ordenar === 'preco' ? list.price : list.probable
  const { at, metres } = scratchFor(figures.length)
  const inside = inBox(list.points, centre, raio * 2, at)
  const there = among ? keepCommon(at, inside, among) : inside
  const most = (figures[first] ?? 0) * (100 - CHEAPER)
  let cheap = 0
  for (let i = 0; i < there; i++) {
    const position = at[i] ?? 0
    // Cheap ones are few: only they are measured.
    if ((figures[position] ?? 0) * 100 < most && !list.suspect[position]) at[cheap++] = position
  }
  measure(list.points, centre, at, cheap, metres)
  const [nearest, farthest] = [wholeMetres(raio), wholeMetres(raio * 2)]
  let best = -1
  for (let i = 0; i < cheap; i++) {
    const away = metres[i] ?? 0
    if (away <= nearest || away > farthest) continue
    const difference = best < 0 ? -1 : (figures[at[i] ?? 0] ?? 0) - (figures[at[best] ?? 0] ?? 0)
    if (difference < 0 || (difference === 0 && away < (metres[best] ?? 0))) best = i
  }
  return best < 0 ? undefined : { position: at[best] ?? 0, metres: metres[best] ?? 0 }
}

/** Nothing in it outlives the search. */
let scratch = { at: new Int32Array(0), metres: new Int32Array(0) }

function scratchFor(count: number): typeof scratch {
  if (scratch.at.length < count) scratch = { at: new Int32Array(count), metres: new Int32Array(count) }
  return scratch
}
