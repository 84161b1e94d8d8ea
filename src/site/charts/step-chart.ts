import { DAY, instante } from '../../domain/basics/time.ts'
import { type Chart, type ChartReading, drawn, scaleOf } from './svg-chart.ts'
import { cents, shortTime } from '../words/page-figures.ts'
import type { Html } from '../markup/html.ts'

export type ChartStep = Omit<ChartReading, 'words'>

/** Longest gap between sales in which the price is assumed unchanged. */
const LONGEST_SILENCE = 4 * DAY

/** Steps from sale to sale, dashed between runs of sales, broken at long gaps. Nothing is interpolated. */
export function stepChart(chart: Chart, steps: readonly ChartStep[]): Html {
  const scale = scaleOf(
    chart,
    steps.map(({ value }) => value),
  )
  const { x, y } = scale
  let line = ''
  let held = ''
  for (const [i, { from, to, value }] of steps.entries()) {
    const before = steps[i - 1]
    const isHeld = before !== undefined && from - before.to <= LONGEST_SILENCE
    if (isHeld) held += `M${x(before.to)} ${y(before.value)}H${x(from)}`
    line += isHeld
      ? `M${x(from)} ${y(before.value)}V${y(value)}H${x(to)}`
      : `M${x(from)} ${y(value)}H${x(to)}`
  }
  return drawn(
    chart,
    scale,
    `<path class="held" d="${held}"/><path class="line" d="${line}"/>`,
    steps.map(({ from, to, value }) => {
      const hours = new Set([from, to].map((ms) => shortTime(instante(ms))))
      return { from, to, value, words: `${[...hours].join(' a ')}: ${cents(value)}` }
    }),
  )
}
