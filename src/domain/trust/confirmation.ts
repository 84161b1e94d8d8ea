import type { Trecho } from '../state/commit-state.ts'
import { toThousandths } from '../basics/numbers.ts'
import { NEAR } from '../facts/rules.ts'
import type { Instante } from '../basics/time.ts'

/** Newest sales in a row within 2 % of the newest price, and since when. */
export interface Confirmacao {
  vendas: number
  desde: Instante
}

/** Of stretches oldest first, as `Atual.corrida` holds them: never empty. */
export function confirmationOf(corrida: readonly Trecho[]): Confirmacao {
  const newest = corrida.at(-1)
  if (!newest) throw new Error('a corrida holds at least one stretch')
  let { vendas, desde } = newest
  for (const trecho of corrida.slice(0, -1).toReversed()) {
    if (!isNear(trecho.valor, newest.valor)) break
    vendas += trecho.vendas
    desde = trecho.desde
  }
  return { vendas, desde }
}

export function isNear(price: number, reference: number): boolean {
  const base = toThousandths(reference)
  return Math.abs(toThousandths(price) - base) <= base * NEAR
}
