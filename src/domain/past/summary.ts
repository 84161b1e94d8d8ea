import type { Resumo } from '../answers/historico.ts'
import type { Variacao } from '../answers/common.ts'
import { fromThousandths, percentBetween, toThousandths } from '../basics/numbers.ts'
import { figuresOf } from './periods.ts'
import type { VendaJulgada } from '../trust/runs.ts'
import type { Venda } from '../facts/sale-record.ts'

/**
 * A period in a few figures, suspects left out; null when nothing else is left. A station may sell two products under one
 * fuel (plain and additive S10), so `ultimaMudanca` and `variacao` follow that of the newest sale: a difference between
 * two products is no change of price.
 */
export function summarize(sales: readonly VendaJulgada[]): Resumo {
  const trusted = sales.filter(({ suspeito }) => !suspeito).map(({ venda }) => venda)
  const newest = trusted.at(-1)
  if (!newest) return null
  const product = trusted.filter(({ codigo }) => codigo === newest.codigo)
  return {
    ...figuresOf(trusted.map(({ valorDeclarado }) => toThousandths(valorDeclarado))),
    atual: newest.valorDeclarado,
    ultimaMudanca: lastChange(product),
    variacao: variation(
      toThousandths((product[0] ?? newest).valorDeclarado),
      toThousandths(newest.valorDeclarado),
    ),
  }
}

/** From one price or median to another, both in thousandths; null when one is unknown. */
export function variation(from: number | null | undefined, to: number | null | undefined): Variacao {
  if (!from || !to) return null
  return { valor: fromThousandths(to - from), percentual: percentBetween(from, to) }
}

/** `em` is the first sale seen at the new price. */
function lastChange(product: readonly Venda[]): NonNullable<Resumo>['ultimaMudanca'] {
  for (let i = product.length - 1; i > 0; i -= 1) {
    const [before, after] = [product[i - 1], product[i]]
    if (before && after && before.valorDeclarado !== after.valorDeclarado)
      return { em: after.dataVenda, de: before.valorDeclarado, para: after.valorDeclarado }
  }
  return null
}
