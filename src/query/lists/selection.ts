import type { Entrada } from '../../domain/answers/precos.ts'
import type { FuelList } from './entries.ts'

/** What a question selected of a fuel's list. */
export interface Selection {
  /** Positions in the list, in the order of the answer. */
  readonly at: readonly number[]
  /** Distance of each in whole metres, when a point or a route was asked for. */
  readonly metres?: readonly number[] | undefined
  /** Where each lies along the route asked for, in whole metres from its beginning. */
  readonly along?: readonly number[] | undefined
  /** How many there are, though `at` may end after those that can be shown. */
  readonly count: number
  /** Suspects that the question would have kept, and that were left out. */
  readonly omitted: number
}

/** What is told of each entry of an answer besides what it is. */
export type Beside = Pick<Entrada, 'distanciaKm' | 'rota' | 'custo'>

/** The stations at `among` (null: all), ascending, in that order. */
export function select(list: FuelList, among: readonly number[] | null, keepSuspects: boolean): Selection {
  if (keepSuspects) return selection(among ?? list.all, 0)
  const at = among ? among.filter((position) => !list.suspect[position]) : list.believed
  return selection(at, (among ?? list.all).length - at.length)
}

function selection(at: readonly number[], omitted: number): Selection {
  return { at, count: at.length, omitted }
}

/** The entries of a selection; those that are seen from somewhere are copies that say how. */
export function entriesAt(
  list: FuelList,
  { at }: Pick<Selection, 'at'>,
  besideOf: ((i: number) => Beside) | undefined,
): Entrada[] {
  const shown: Entrada[] = []
  for (const [i, position] of at.entries()) {
    const entry = list.entries[position]
    if (entry) shown.push(besideOf ? withBeside(entry, besideOf(i)) : entry)
  }
  return shown
}

/** Member by member: a spread of a frozen object takes the engine's slow path. */
function withBeside(entry: Entrada, beside: Beside): Entrada {
  const { produto, suspeito, estabelecimento, confirmacao, usual, precoProvavel } = entry
  return suspeito
    ? { produto, suspeito, estabelecimento, confirmacao, usual, precoProvavel, ...beside }
    : { produto, estabelecimento, confirmacao, usual, precoProvavel, ...beside }
}
