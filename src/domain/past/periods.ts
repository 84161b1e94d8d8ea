import type { TrechoDePeriodo } from '../answers/historico.ts'
import type { Valor } from '../questions/parameters.ts'
import type { VendaJulgada } from '../trust/runs.ts'
import { groupBy } from '../basics/lists.ts'
import { fromThousandths, mean, toThousandths } from '../basics/numbers.ts'
import { compareTexts } from '../basics/text.ts'
import type { Dia } from '../basics/time.ts'
import { addDays, dayOf } from '../basics/time.ts'

export type Granularidade = Valor<'granularidade'>

/**
 * Figures per Maceió day, week (from Monday) or month, oldest first. Suspect sales count nowhere, so a period that has no
 * other is absent. A period cut by the question's first or last day holds only what lies within.
 */
export function toPeriods(
  sales: readonly VendaJulgada[],
  granularidade: Exclude<Granularidade, 'mudancas'>,
): TrechoDePeriodo[] {
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
