import type { apoioShape } from '../answers/shared-schemas.ts'
import type { Entrada } from '../answers/precos.ts'
import { confirmationOf, isConfirmed, referenceOf, screen } from './screening.ts'
import type { Atual, MedianaDoDia, Product } from '../state/commit-state.ts'
import { newestFirst } from '../facts/sale-record.ts'
import { doubtAbout, usualOf } from './usual.ts'

/** Confirmation of a price, and the reason of suspicion where there is one. Frozen. */
export type Verdict = Pick<Entrada, 'suspeito' | keyof typeof apoioShape>

export function newestProductFirst(a: Pick<Product, 'produto'>, b: Pick<Product, 'produto'>): number {
  return newestFirst(saleOf(a), saleOf(b))
}

export function newestPerStation<P extends Product>(products: readonly P[]): P[] {
  const newest = new Map<string, P>()
  for (const product of products) {
    const known = newest.get(product.cnpj)
    if (!known || newestProductFirst(product, known) < 0) newest.set(product.cnpj, product)
  }
  return [...newest.values()]
}

function saleOf({ produto: { codigo, venda } }: Pick<Product, 'produto'>) {
  return { codigo, ...venda }
}

/** The price, in reais, a fuel's are judged by: `newest` is of one product per station; null when nothing is known. */
export function fuelReference(newest: readonly Atual[], medianas: readonly MedianaDoDia[]): number | null {
  const prices = newest.map(({ produto }) => produto.venda.valorDeclarado)
  return referenceOf(prices, medianas.at(-1)?.mediana ?? null)
}

export function judge({ produto, corrida, anteriores = [] }: Atual, reference: number | null): Verdict {
  const { dataVenda, valorDeclarado } = produto.venda
  const confirmacao = Object.freeze(confirmationOf(corrida))
  const usual = Object.freeze(usualOf(anteriores))
  // Absurd receipts, several in a row, make an absurd usual price: no price is doubted for it.
  const isAbsurd = usual && screen(usual.valor, true, reference)
  const duvida = isAbsurd ? undefined : doubtAbout(valorDeclarado, confirmacao.vendas, usual)
  // In 50 of a hundred looks at real lists the first line by price was over 5 % under what its station then charged; by the usual price,
  // where a few sales lie well under it, in 22 (`bench/probable-price.md`).
  const precoProvavel = duvida?.motivo === 'abaixo_do_usual' ? duvida.usual : valorDeclarado
  const suspeito = screen(valorDeclarado, isConfirmed(dataVenda, confirmacao), reference)
  return {
    ...(suspeito && { suspeito: Object.freeze(suspeito) }),
    confirmacao,
    usual,
    precoProvavel,
    ...(duvida && { duvida: Object.freeze(duvida) }),
  }
}
