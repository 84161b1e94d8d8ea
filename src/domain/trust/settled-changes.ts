import { rounded } from '../basics/numbers.ts'
import { DOUBTFUL_SALES, NEAR } from '../facts/rules.ts'

interface Run {
  readonly valorDeclarado: number
  readonly vendas: number
}

/**
 * Of each of a product's prices in order of time: the price it settled a change from; undefined of a first price, and of one that
 * settles none. A price of one sale, or of the few that make a price doubtful in lists, is passed over, and the next one is
 * compared with the price before it: there and back is no change.
 */
export function settledBefore(runs: readonly Run[]): (number | undefined)[] {
  let settled: number | undefined
  return runs.map(({ valorDeclarado, vendas }) => {
    const before = settled
    const isFar = before !== undefined && Math.abs(valorDeclarado - before) > before * NEAR
    if (vendas === 1 || (isFar && vendas <= DOUBTFUL_SALES)) return undefined
    settled = valorDeclarado
    return before !== undefined && rounded(before, 2) !== rounded(valorDeclarado, 2) ? before : undefined
  })
}
