import type { Pedido } from '../../domain/questions/parameters.ts'
import type { FuelList } from './entries.ts'
import { ranked, valuesAt } from './stable-sort.ts'
import type { Selection } from './selection.ts'

export type Order = Required<Pick<Pedido<'precos'>, 'ordenar' | 'ordem'>>

/**
 * A whole selection in the order asked, or in its contrary; `totals` are what each entry costs. Ties, either way: the nearest first
 * where there is a distance, then as they stand in the list: the cheaper price, the newer sale, the CNPJ.
 */
export function inOrder(
  list: FuelList,
  found: Selection,
  { ordenar, ordem }: Order,
  totals: readonly number[] = [],
): Selection {
  const { at, metres, along } = found
  // As the search in a list by price leaves it.
  if (ordem === 'asc' && ordenar === 'preco' && !along) return found
  if (ordem === 'asc' && ordenar === 'provavel' && !metres) return byProbable(list, found)
  const keysOf = {
    preco: () => valuesAt(list.price, at),
    provavel: () => valuesAt(list.probable, at),
    distancia: () => along ?? metres,
    recente: () => agesAt(list, at),
    custo: () => totals,
  }
  const keys = keysOf[ordenar]()
  return sorted(found, ordem === 'asc' ? keys : keys && fromTheEnd(keys))
}

/** Whole numbers that ascend as these descend. */
function fromTheEnd(keys: readonly number[]): number[] {
  const most = keys.reduce((most, key) => Math.max(most, key), 0)
  return keys.map((key) => most - key)
}

/** By whole numbers up to 2³², one for each entry. */
function sorted(found: Selection, keys: readonly number[] | undefined): Selection {
  const { at, metres, along } = found
  let order = ranked(at)
  if (metres) order = ranked(valuesAt(metres, order), order)
  if (keys) order = ranked(valuesAt(keys, order), order)
  return {
    ...found,
    at: valuesAt(at, order),
    metres: metres && valuesAt(metres, order),
    along: along && valuesAt(along, order),
  }
}

/** Seconds before the newest of them. */
function agesAt({ soldAt }: FuelList, at: readonly number[]): number[] {
  const newest = at.reduce((latest, position) => Math.max(latest, soldAt[position] ?? 0), 0)
  return at.map((position) => (newest - (soldAt[position] ?? 0)) / 1000)
}

/** All of the fuel are in that order already: the others are left out. */
function byProbable(list: FuelList, found: Selection): Selection {
  const isFound = new Uint8Array(list.entries.length)
  for (const position of found.at) isFound[position] = 1
  return { ...found, at: list.byProbable().filter((position) => isFound[position]) }
}
