import type { Variacao } from '../answers/shared-schemas.ts'
import type { Resumo } from '../answers/historico.ts'
import type { Venda } from '../facts/sale-record.ts'
import type { Valor } from '../questions/parameters.ts'
import type { VendaJulgada } from '../trust/judging-past.ts'
import { groupBy } from '../basics/lists.ts'
import { fromThousandths, mean, percentBetween, toThousandths } from '../basics/numbers.ts'
import { compareTexts } from '../basics/text.ts'
import { type Dia, addDays, dayOf } from '../basics/time.ts'

export type Granularidade = Valor<'granularidade'>

/** Figures per Maceió day, week (from Monday) or month, oldest first. Only believed sales of the question's days count. */
export function toPeriods(sales: readonly VendaJulgada[], granularidade: Exclude<Granularidade, 'mudancas'>) {
  const believed = sales.flatMap(({ venda, suspeito }) => (suspeito ? [] : venda))
  const periods = groupBy(believed, ({ dataVenda }) => firstDay[granularidade](dayOf(dataVenda)))
  return [...periods]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([periodo, sold]) => {
      const prices = sold.map(({ valorDeclarado }) => toThousandths(valorDeclarado))
      const { minimo, medio, maximo } = figuresOf(prices)
      return { periodo, minimo, medio, maximo, vendas: prices.length }
    })
}

/**
 * A period in a few figures, suspects left out; null when nothing else is left. A station may sell two products under one
 * fuel (plain and additive S10), so `atual`, `ultimaMudanca` and `variacao` follow one of them: the product of code `shown`,
 * else that of the newest sale. A difference between two products is no change of price.
 */
export function summarize(sales: readonly VendaJulgada[], shown?: string): Resumo {
  const trusted = sales.filter(({ suspeito }) => !suspeito).map(({ venda }) => venda)
  const newest = trusted.findLast(({ codigo }) => codigo === shown) ?? trusted.at(-1)
  if (!newest) return null
  const product = trusted.filter(({ codigo }) => codigo === newest.codigo)
  // A single sale tells nothing of a change.
  const first = product.length < 2 ? null : toThousandths(product[0]?.valorDeclarado ?? 0)
  return {
    ...figuresOf(trusted.map(({ valorDeclarado }) => toThousandths(valorDeclarado))),
    atual: newest.valorDeclarado,
    ultimaMudanca: lastChange(product),
    variacao: variation(first, toThousandths(newest.valorDeclarado)),
  }
}

/** Change from one price or median to another, in thousandths; null when one is unknown. */
export function variation(from: number | null | undefined, to: number | null | undefined): Variacao {
  if (!from || !to) return null
  return { valor: fromThousandths(to - from), percentual: percentBetween(from, to) }
}

export const firstDay = {
  dia: (dia: Dia) => dia,
  semana: mondayOf,
  mes: (dia: Dia) => `${dia.slice(0, 7)}-01`,
}

/** `em` is the first sale seen at the new price. */
function lastChange(product: readonly Venda[]): NonNullable<Resumo>['ultimaMudanca'] {
  const at = product.findLastIndex((sale, i) => sale.valorDeclarado !== product[i - 1]?.valorDeclarado)
  const [before, after] = [product[at - 1], product[at]]
  return before && after
    ? { em: after.dataVenda, de: before.valorDeclarado, para: after.valorDeclarado }
    : null
}

/** Figures of prices in thousandths, at least one. */
function figuresOf(prices: readonly number[]) {
  const sorted = Float64Array.from(prices).toSorted()
  return {
    minimo: fromThousandths(sorted[0] ?? NaN),
    medio: fromThousandths(mean(prices) ?? NaN),
    maximo: fromThousandths(sorted.at(-1) ?? NaN),
  }
}

function mondayOf(dia: Dia): Dia {
  const sinceMonday = (new Date(`${dia}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(dia, -sinceMonday)
}
