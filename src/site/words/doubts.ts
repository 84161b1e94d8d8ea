import type { Doubt } from '../../format/words/doubt.ts'
import { doubtIn, doubtInLowest } from '../../format/words/doubt.ts'
import { counted, reais } from './figures.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'

/** Why one will hardly pay a price: `só 1 venda` and `o usual é R$ 6,20`. */
export interface Doubts {
  few: string
  usually: string
}

/** Undefined where nothing speaks against the price. */
export function doubtsOf(price: Parameters<typeof doubtIn>[0]): Doubts | undefined {
  return because(doubtIn(price))
}

/** The same of the lowest price of a town. */
export function doubtsOfLowest(town: Parameters<typeof doubtInLowest>[0]): Doubts | undefined {
  return because(doubtInLowest(town))
}

/** What follows a price in a sentence: ` (só 1 venda; o usual é R$ 6,20)`. */
export function inBrackets(doubts: Doubts | null | undefined): string {
  return doubts ? ` (${doubts.few}; ${doubts.usually})` : ''
}

/** The same where amber can be seen. */
export function care(doubts: Doubts | null | undefined): Html | undefined {
  return doubts ? html`<span class="care">${doubts.few}; ${doubts.usually}</span>` : undefined
}

/** After a figure among many, which `SIGN_MEANS` explains below them. */
export const SIGN = html`<span class="care">*</span>`

export const SIGN_MEANS = html`<p class="note">
  ${SIGN} Poucas vendas, e abaixo do usual do posto: dificilmente se paga.
</p>`

function because(doubt: Doubt | undefined): Doubts | undefined {
  return (
    doubt && {
      few: `só ${counted(doubt.sales, 'venda', 'vendas')}`,
      usually: `o usual é ${reais(doubt.usual)}`,
    }
  )
}
