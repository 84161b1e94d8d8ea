import type { Entrada } from '../domain/answers.ts'
import { count, money } from './words.ts'

type Price = Pick<Entrada, 'usual' | 'precoProvavel'> & {
  produto: { venda: { valorDeclarado: number } }
  confirmacao: { vendas: number }
}

/** `só 1 venda; o usual é R$ 6,57`: why one will hardly pay this price; undefined where nothing speaks against it. */
export function doubtOf({ produto, confirmacao, usual, precoProvavel }: Price): string | undefined {
  if (!usual || precoProvavel === produto.venda.valorDeclarado) return undefined
  return `só ${count(confirmacao.vendas, 'venda', 'vendas')}; o usual é ${money(usual.valor)}`
}
