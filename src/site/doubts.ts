import type { Entrada, Grupo } from '../domain/answers.ts'
import { counted, reais } from './figures.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'

/** Why one will hardly pay a price: `só 1 venda` and `o usual é R$ 6,20`. */
export interface Doubts {
  few: string
  usually: string
}

/** Undefined where nothing speaks against the price. */
export function doubtsOf({
  produto,
  confirmacao,
  usual,
  precoProvavel,
}: Pick<Entrada, 'produto' | 'confirmacao' | 'usual' | 'precoProvavel'>): Doubts | undefined {
  if (!usual || precoProvavel <= produto.venda.valorDeclarado) return undefined
  return because(confirmacao.vendas, usual.valor)
}

/** The same of the lowest price of a town. */
export function doubtsOfLowest({
  precoMinimo,
  maisBarato,
}: Pick<Grupo, 'precoMinimo' | 'maisBarato'>): Doubts | undefined {
  return maisBarato && isDoubtful({ precoMinimo, maisBarato })
    ? because(maisBarato.vendas, maisBarato.precoProvavel)
    : undefined
}

export interface Lowest {
  readonly precoMinimo: number | null
  readonly maisBarato: { readonly precoProvavel: number } | null
}

export function isDoubtful({ precoMinimo, maisBarato }: Lowest): boolean {
  return maisBarato !== null && maisBarato.precoProvavel !== precoMinimo
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

function because(sales: number, usual: number): Doubts {
  return { few: `só ${counted(sales, 'venda', 'vendas')}`, usually: `o usual é ${reais(usual)}` }
}
