import type { Doubt } from '../../format/words/doubt.ts'
import { doubtIn, doubtInLowest } from '../../format/words/doubt.ts'
import { counted, reais } from './figures.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { decimal } from '../../format/words/formatting.ts'

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

type Suspeito = NonNullable<Entrada['suspeito']>

/** `parece erro da nota`; only a price that sales may still back is said to wait for them. */
export function doubtAbout({ motivo }: Suspeito): string {
  return motivo === 'sem_confirmacao' ? 'ainda não foi confirmado' : 'parece erro da nota'
}

/** `parece erro da nota: está 52 % abaixo da mediana do estado (R$ 5,29)`. */
export function reasonOf(suspeito: Suspeito): string {
  const { desvio, referencia } = suspeito
  const away = `${decimal(Math.abs(desvio), 0, 0)}\u00A0% ${desvio < 0 ? 'abaixo' : 'acima'}`
  return `${doubtAbout(suspeito)}: está ${away} da mediana do estado (${reais(referencia)})`
}

/** What becomes of the price. */
export function outcomeOf({ motivo }: Suspeito): string {
  return motivo === 'sem_confirmacao'
    ? 'fica fora das listas até que mais vendas o confirmem'
    : 'fica fora das listas; não conte com ele'
}
