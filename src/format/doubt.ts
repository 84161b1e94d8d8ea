import type { Entrada, Grupo } from '../domain/answers.ts'
import { count, money } from './words.ts'

type Price = Pick<Entrada, 'usual' | 'precoProvavel'> & {
  produto: { venda: { valorDeclarado: number } }
  confirmacao: { vendas: number }
}

/** `só 1 venda; o usual é R$ 6,57`: why one will hardly pay this price; undefined where nothing speaks against it. */
export function doubtOf({ produto, confirmacao, usual, precoProvavel }: Price): string | undefined {
  if (!usual || precoProvavel === produto.venda.valorDeclarado) return undefined
  return because(confirmacao.vendas, usual.valor)
}

/** The same of the lowest price of a place. */
export function doubtOfLowest({
  precoMinimo,
  maisBarato,
}: Pick<Grupo, 'precoMinimo' | 'maisBarato'>): string | undefined {
  if (!maisBarato || maisBarato.precoProvavel === precoMinimo) return undefined
  return because(maisBarato.vendas, maisBarato.precoProvavel)
}

function because(sales: number, usual: number): string {
  return `só ${count(sales, 'venda', 'vendas')}; o usual é ${money(usual)}`
}
