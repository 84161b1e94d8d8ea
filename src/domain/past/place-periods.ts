import { groupBy } from '../basics/lists.ts'
import type { ResumoDoLugar, TrechoDoLugar } from '../answers/historico.ts'
import type { DayFigures } from './day-figures.ts'
import { ascending, fromThousandths, median, toThousandths } from '../basics/numbers.ts'
import type { Granularidade } from './periods.ts'
import { firstDay } from './periods.ts'
import { variation } from './summary.ts'
import type { Dia } from '../basics/time.ts'

/** A place has days; changes are a station's, and refused when a question about a place is read. */
export type GranularidadeDoLugar = Exclude<Granularidade, 'mudancas'>

export function ofPlace(granularidade: Granularidade): GranularidadeDoLugar {
  return granularidade === 'mudancas' ? 'dia' : granularidade
}

/**
 * Days of a place, ascending, by day, week (from Monday) or month: the median of their medians, the extremes of theirs, and
 * the most stations that any of them counts.
 */
export function toPlacePeriods(
  days: readonly (readonly [Dia, DayFigures])[],
  granularidade: GranularidadeDoLugar,
): TrechoDoLugar[] {
  const periods = groupBy(days, ([dia]) => firstDay[granularidade](dia))
  return [...periods].map(([periodo, members]) =>
    toPeriod(
      periodo,
      members.map(([, figures]) => figures),
    ),
  )
}

function toPeriod(periodo: Dia, figures: readonly DayFigures[]): TrechoDoLugar {
  return {
    periodo,
    minimo: fromThousandths(Math.min(...figures.map(([minimo]) => minimo))),
    mediana: fromThousandths(median(ascending(figures.map(([, mediana]) => mediana))) ?? NaN),
    maximo: fromThousandths(Math.max(...figures.map(([, , maximo]) => maximo))),
    postos: Math.max(...figures.map(([, , , postos]) => postos)),
  }
}

/** null of nothing. */
export function summarizeDays(serie: readonly TrechoDoLugar[]): ResumoDoLugar {
  const [first, last] = [serie[0], serie.at(-1)]
  if (!first || !last) return null
  return {
    minimo: Math.min(...serie.map(({ minimo }) => minimo)),
    mediana: last.mediana,
    maximo: Math.max(...serie.map(({ maximo }) => maximo)),
    variacao: variation(toThousandths(first.mediana), toThousandths(last.mediana)),
  }
}
