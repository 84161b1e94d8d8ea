import type { TrechoDeMudanca } from '../answers/historico.ts'
import { ascending } from '../basics/numbers.ts'
import { isNear } from '../trust/screening.ts'

/** Changes to and fro from which they are a habit, as of prices for cash and for card. */
const LEAST_CHANGES = 3

/**
 * Believed prices of one product that go back and forth, oldest run first; undefined for others. `isOfTwo`: between the same two prices;
 * of more prices only changes that are no small ones count.
 */
export function backAndForth(runs: readonly TrechoDeMudanca[]) {
  const prices = runs.map(({ valorDeclarado }) => valorDeclarado)
  const kinds = ascending(new Set(prices))
  const isOfTwo = kinds.length === 2
  const moves = prices.flatMap((to, at) => {
    const from = prices[at - 1] ?? to
    return from === to || (!isOfTwo && isNear(to, from)) ? [] : [to - from]
  })
  const turns = moves.filter((move, at) => at > 0 && move > 0 !== (moves[at - 1] ?? 0) > 0).length
  if (turns < LEAST_CHANGES - 1) return undefined
  return { low: kinds[0] ?? 0, high: kinds.at(-1) ?? 0, changes: moves.length, isOfTwo }
}
