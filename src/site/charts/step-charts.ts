import type { TrechoDoLugar } from '../../domain/answers/historico.ts'
import { runsOf } from '../../domain/basics/lists.ts'
import { DAY, instante, startOfDay, toMs } from '../../domain/basics/time.ts'
import { type Html, raw } from '../markup/html.ts'
import { cents, dayAndMonth, shortTime } from '../words/page-figures.ts'
import { type Chart, type ChartReading, LEAST_HEIGHT, type Scale, drawn, scaleOf } from './svg-chart.ts'

/** A place's days, oldest first, without days that were not collected. */
export type Days = readonly TrechoDoLugar[]

/** Daily medians as steps, in a band from lowest to highest price; broken where a day is missing. `room`: medians of all charts on one scale, without the band. */
export function placeChart(chart: Chart, days: Days, beside: Days = [], room?: readonly number[]): Html {
  const withBand = room === undefined
  const shown = room ?? days.flatMap(({ minimo, maximo }) => [minimo, maximo])
  const medians = [...days, ...beside].map(({ mediana }) => mediana)
  const scale = scaleOf(chart, [...shown, ...medians])
  const path = (name: string, series: Days, draw: typeof lineOf) => {
    const parts = unbroken(series).map((run) => draw(scale, run))
    return parts.length > 0 ? `<path class="${name}" d="${parts.join('')}"/>` : ''
  }
  const band = withBand ? path('range', days, bandOf) : ''
  const lines = band + path('beside', beside, lineOf) + path('line', days, lineOf)
  return drawn(
    chart,
    scale,
    lines,
    days.map((day) => {
      const { periodo, minimo, mediana, maximo } = day
      const band = `mediana ${cents(mediana)}, de ${cents(minimo)} a ${cents(maximo)}`
      const words = `${dayAndMonth(periodo)}: ${withBand ? band : cents(mediana)}`
      return { from: startOf(day), to: endOf(day), value: mediana, words }
    }),
  )
}

export function unbroken(days: Days) {
  return runsOf(days, (day, before) => startOf(day) === endOf(before))
}

type Run = ReturnType<typeof unbroken>[number]

function lineOf({ x, y }: Scale, run: Run): string {
  const steps = run.map((day) => `V${y(day.mediana)}H${x(endOf(day))}`)
  return `M${x(startOf(run[0]))} ${steps.join('').slice(1)}`
}

/** Along the highest prices, and back along the lowest. */
function bandOf({ x, y }: Scale, run: Run): string {
  const top = run.map((day) => `V${y(day.maximo)}H${x(endOf(day))}`)
  const bottom = run.toReversed().map((day) => `V${y(day.minimo)}H${x(startOf(day))}`)
  return `M${x(startOf(run[0]))} ${y(run[0].maximo)}${[...top, ...bottom].join('')}Z`
}

function startOf({ periodo }: TrechoDoLugar): number {
  return toMs(startOfDay(periodo))
}

function endOf({ periodo }: TrechoDoLugar): number {
  return toMs(startOfDay(periodo)) + DAY
}

export type ChartStep = Omit<ChartReading, 'words'>

/** Longest gap between sales in which the price is assumed unchanged. */
const LONGEST_SILENCE = 4 * DAY

/** Steps from sale to sale, dashed between runs of sales, broken at long gaps. Nothing is interpolated. */
export function stepChart(chart: Chart, steps: readonly ChartStep[]): Html {
  const prices = steps.map(({ value }) => value)
  const scale = scaleOf(chart, prices)
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

const [WIDTH, HEIGHT, EDGE] = [160, 32, 3]

/** Medians of a week as a small line; undefined for a single day. */
export function sparkline(days: Days): Html | undefined {
  const medians = days.map(({ mediana }) => mediana)
  const [low, high] = [Math.min(...medians), Math.max(...medians)]
  // A price that never changed is no picture.
  if (days.length < 2 || cents(low) === cents(high)) return undefined
  const height = Math.max(high - low, LEAST_HEIGHT)
  const top = (low + high + height) / 2
  const y = (value: number) => EDGE + ((top - value) / height) * (HEIGHT - 2 * EDGE)
  const step = WIDTH / days.length
  const line = medians.map(
    (value, i) => `${i === 0 ? 'M0 ' : 'V'}${y(value).toFixed(1)}H${((i + 1) * step).toFixed(1)}`,
  )
  return raw(
    `<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="line" d="${line.join('')}"/></svg>`,
  )
}
