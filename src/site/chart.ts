import { DAY, addDays, startOfDay, toMs } from '../domain/time.ts'
import { dayAndMonth, reais } from './figures.ts'
import type { Html } from './html.ts'
import { html, raw } from './html.ts'

/** A picture of prices over days. The words below it say the same: whoever cannot see it misses nothing. */
export interface Chart {
  /** What it shows, as a title; then in a sentence what it says. */
  title: string
  description: string
  /** First and last day. */
  desde: string
  ate: string
}

/** A price from one sale to another. */
export interface Step {
  from: number
  to: number
  value: number
}

/** Wide enough for a phone at its own size; the figures stay legible when it is drawn smaller. */
const [WIDTH, HEIGHT] = [360, 168]
const PLOT = { left: 4, right: 312, top: 18, bottom: 140 }
/** A price holds until the next sale; past so long without one nobody knows. */
const LONGEST_SILENCE = 4 * DAY

/** A line of steps, dashed where no sale was seen for some time, broken where none was for long. Nothing is interpolated. */
export function stepChart(chart: Chart, steps: readonly Step[]): Html {
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
  const last = steps.at(-1)
  return drawn(
    chart,
    scale,
    html`${raw(`<path class="held" d="${held}"/><path class="line" d="${line}"/>`)}${last && lastValue(scale, last.to, last.value)}`,
  )
}

interface Scale {
  x(ms: number): string
  y(value: number): string
  low: number
  high: number
}

function scaleOf({ desde, ate }: Chart, values: readonly number[]): Scale {
  const [start, end] = [toMs(startOfDay(desde)), toMs(startOfDay(addDays(ate, 1)))]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // A price that never moved stands in the middle, and a change of a cent does not look like a leap.
  const margin = Math.max((most - least) * 0.12, (0.2 - (most - least)) / 2, 0)
  const [low, high] = [least - margin, most + margin]
  return {
    low: least,
    high: most,
    x: (ms) => round(PLOT.left + ((ms - start) / (end - start)) * (PLOT.right - PLOT.left)),
    y: (value) => round(PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top)),
  }
}

function drawn({ title, description, desde, ate }: Chart, { y, low, high }: Scale, marks: Html): Html {
  const rules = (low === high ? [low] : [low, high]).map(
    (value) =>
      html`${raw(`<path class="rule" d="M${PLOT.left} ${y(value)}H${PLOT.right}"/>`)}
        <text x="${PLOT.left}" y="${Number(y(value)) - 4}">${reais(value).slice(3)}</text>`,
  )
  return html`<svg
    class="chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${title}. ${description}"
  >
    <path class="axis" d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}" />
    ${rules}
    <text x="${PLOT.left}" y="${HEIGHT - 10}">${dayAndMonth(desde)}</text>
    <text x="${PLOT.right}" y="${HEIGHT - 10}" text-anchor="end">${dayAndMonth(ate)}</text>
    ${marks}
  </svg>`
}

/** In the picture itself: what the line says today. */
function lastValue({ x, y }: Scale, ms: number, value: number): Html {
  return html`<circle class="dot" cx="${x(ms)}" cy="${y(value)}" r="4" /><text
      class="last"
      x="${PLOT.right + 6}"
      y="${Number(y(value)) + 4}"
      >${reais(value).slice(3)}</text
    >`
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
