import type { apoioShape } from '../answers/shared-schemas.ts'
import type { Entrada } from '../answers/precos.ts'
import { confirmationOf, isConfirmed, referenceOf, screen } from './screening.ts'
import type { Atual, MedianaDoDia } from '../state/commit-state.ts'
import { compareTexts } from '../basics/text.ts'
import { doubtAbout, usualOf } from './usual.ts'

/** Confirmation of a price, and the reason of suspicion where there is one. Frozen. */
export type Verdict = Pick<Entrada, 'suspeito' | keyof typeof apoioShape>

/** Newest sale first; of two products sold in the same second the cheaper, then the lower code. */
export function newestFirst(a: Atual, b: Atual): number {
  return (
    compareTexts(b.produto.venda.dataVenda, a.produto.venda.dataVenda) ||
    a.produto.venda.valorDeclarado - b.produto.venda.valorDeclarado ||
    compareTexts(a.produto.codigo, b.produto.codigo)
  )
}

export function newestPerStation(atuais: readonly Atual[]): Atual[] {
  const newest = new Map<string, Atual>()
  for (const atual of atuais) {
    const known = newest.get(atual.cnpj)
    if (!known || newestFirst(atual, known) < 0) newest.set(atual.cnpj, atual)
  }
  return [...newest.values()]
}

/** The price, in reais, a fuel's are judged by: `newest` is of one product per station; null when nothing is known. */
export function fuelReference(newest: readonly Atual[], medianas: readonly MedianaDoDia[]): number | null {
  return referenceOf(
    newest.map(({ produto }) => produto.venda.valorDeclarado),
    medianas.at(-1)?.mediana ?? null,
  )
}

/** Judges a product's price against the fuel's `reference`. */
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
