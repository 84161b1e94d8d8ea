import { addDays, startOfDay, toMs } from '../../domain/basics/time.ts'
import { dayAndMonth, reais } from '../words/page-figures.ts'
import { html, raw } from '../markup/html.ts'

/** A chart of prices over days, with the same information in words for screen readers. */
export interface Chart {
  title: string
  description: string
  desde: string
  ate: string
}

/** A price from one time to another: the line has it, and its words are shown while pointing there. */
export interface ChartReading {
  from: number
  to: number
  value: number
  /** Figures and dates only: no `|`. */
  words: string
}

/** Width of a phone; figures remain legible when drawn smaller. */
const [WIDTH, HEIGHT] = [360, 168]
const PLOT = { left: 4, right: 312, top: 18, bottom: 140 }

/** Least height of a chart in reais: six cents do not look like a real. */
export const LEAST_HEIGHT = 0.5

export type Scale = ReturnType<typeof scaleOf>

export function scaleOf({ desde, ate }: Chart, values: readonly number[]) {
  const [start, end] = [toMs(startOfDay(desde)), toMs(startOfDay(addDays(ate, 1)))]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // A constant price is in the middle.
  const margin = Math.max((most - least) * 0.15, (LEAST_HEIGHT - (most - least)) / 2, 0)
  const [low, high] = [least - margin, most + margin]
  return {
    low: least,
    high: most,
    x: (ms: number) => round(PLOT.left + ((ms - start) / (end - start)) * (PLOT.right - PLOT.left)),
    y: (value: number) => round(PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top)),
  }
}

/** The picture around its lines: axis, lowest and highest price, first and last day, last value, description. */
export function drawn(chart: Chart, scale: Scale, lines: string, readings: readonly ChartReading[]) {
  const { title, description, desde, ate } = chart
  const { x, y, low, high } = scale
  const read = readings
    .map(({ from, to, value, words }) => `${x(from)} ${x(to)} ${y(value)} ${words}`)
    .join('|')
  const last = readings.at(-1)
  // With the year if it changes: a year from 23/11 to 22/11 would look like a day.
  const dated = (dia: string) =>
    desde.slice(0, 4) === ate.slice(0, 4) ? dayAndMonth(dia) : `${dayAndMonth(dia)}/${dia.slice(0, 4)}`
  const rules = [...new Set([high, low])].map((value) => {
    // The lowest is written under its rule, where nothing is drawn.
    const away = value < high ? '.92em' : '-.3em'
    return html`${raw(`<path class="rule" d="M${PLOT.left} ${y(value)}H${PLOT.right}"/>`)}
      <text x="${PLOT.left}" y="${y(value)}" dy="${away}">${reais(value).slice(3)}</text>`
  })
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" data-readings="${read}">
    <title>${title}</title>
    <desc>${description}</desc>
    <path class="axis" d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}" />
    ${rules}
    <text x="${PLOT.left}" y="${PLOT.bottom}" dy="1.38em">${dated(desde)}</text>
    <text x="${PLOT.right}" y="${PLOT.bottom}" dy="1.38em" text-anchor="end">${dated(ate)}</text>
    ${raw(lines)}${
      last &&
      html`<circle class="dot" cx="${x(last.to)}" cy="${y(last.value)}" r="4" /><text
          class="last"
          x="${WIDTH}"
          y="${y(last.value)}"
          dy=".3em"
          text-anchor="end"
          >${reais(last.value).slice(3)}</text
        >`
    }
  </svg>`
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
