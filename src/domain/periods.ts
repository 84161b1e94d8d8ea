import type { TrechoDePeriodo } from './answers.ts'
import type { Valor } from './parameters.ts'
import type { VendaJulgada } from './runs.ts'
import { fromThousandths, mean, toThousandths } from './numbers.ts'
import type { Dia } from './time.ts'
import { addDays, dayOf } from './time.ts'

export type Granularidade = Valor<'granularidade'>

/**
 * Figures per Maceió day, week (from Monday) or month, oldest first. Suspect sales count nowhere, so a period that has no
 * other is absent. A period cut by the question's first or last day holds only what lies within.
 */
export function toPeriods(
  sales: readonly VendaJulgada[],
  granularidade: Exclude<Granularidade, 'mudancas'>,
): TrechoDePeriodo[] {
  const periods = new Map<Dia, number[]>()
  for (const { venda, suspeito } of sales) {
    if (suspeito) continue
    const periodo = firstDay[granularidade](dayOf(venda.dataVenda))
    const prices = periods.get(periodo)
    if (prices) prices.push(toThousandths(venda.valorDeclarado))
    else periods.set(periodo, [toThousandths(venda.valorDeclarado)])
  }
  return [...periods]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([periodo, prices]) => {
      const { minimo, medio, maximo } = figuresOf(prices)
      return { periodo, minimo, medio, maximo, vendas: prices.length }
    })
}

/** Of prices in thousandths, at least one. */
export function figuresOf(prices: readonly number[]): { minimo: number; medio: number; maximo: number } {
  // A spread into Math.min would fail on a list of a hundred thousand.
  const [minimo, maximo] = prices.reduce(
    ([low, high], price) => [Math.min(low, price), Math.max(high, price)],
    [Infinity, -Infinity],
  )
  return {
    minimo: fromThousandths(minimo),
    medio: fromThousandths(mean(prices) ?? NaN),
    maximo: fromThousandths(maximo),
  }
}

/** Of the period a day lies in. */
export const firstDay = {
  dia: (dia: Dia) => dia,
  semana: mondayOf,
  mes: (dia: Dia) => `${dia.slice(0, 7)}-01`,
}

function mondayOf(dia: Dia): Dia {
  const sinceMonday = (new Date(`${dia}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(dia, -sinceMonday)
}
