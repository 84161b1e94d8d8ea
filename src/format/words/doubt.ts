import type { Entrada } from '../../domain/answers/precos.ts'
import type { Grupo } from '../../domain/answers/estatisticas.ts'
import { count, money } from './formatting.ts'

type Price = Pick<Entrada, 'usual' | 'precoProvavel'> & {
  produto: { venda: { valorDeclarado: number } }
  confirmacao: { vendas: number }
}

/** Reasons to doubt a price: few sales, and the usual price in reais. */
export interface Doubt {
  sales: number
  usual: number
}

/** Undefined without a doubt. */
export function doubtIn({ produto, confirmacao, usual, precoProvavel }: Price): Doubt | undefined {
  if (!usual || precoProvavel === produto.venda.valorDeclarado) return undefined
  return { sales: confirmacao.vendas, usual: usual.valor }
}

/** The lowest price of a place, and the likely price at its station. */
export interface Lowest {
  readonly precoMinimo: number | null
  readonly maisBarato: { readonly precoProvavel: number } | null
}

export function isDoubtfulLowest({ precoMinimo, maisBarato }: Lowest): boolean {
  return maisBarato !== null && maisBarato.precoProvavel !== precoMinimo
}

export function doubtInLowest(group: Pick<Grupo, 'precoMinimo' | 'maisBarato'>): Doubt | undefined {
  const { maisBarato } = group
  if (!maisBarato || !isDoubtfulLowest(group)) return undefined
  return { sales: maisBarato.vendas, usual: maisBarato.precoProvavel }
}

/** Explains the sign `*` after doubtful prices. */
export const HARDLY_PAID = 'Poucas vendas, e abaixo do usual do posto: dificilmente se paga.'

/** `só 1 venda; o usual é R$ 6,57`. */
export function doubtOf(price: Price): string | undefined {
  return inWords(doubtIn(price))
}

/** The same of the lowest price of a place. */
export function doubtOfLowest(group: Pick<Grupo, 'precoMinimo' | 'maisBarato'>): string | undefined {
  return inWords(doubtInLowest(group))
}

function inWords(doubt: Doubt | undefined): string | undefined {
  return doubt && `só ${count(doubt.sales, 'venda', 'vendas')}; o usual é ${money(doubt.usual)}`
}
