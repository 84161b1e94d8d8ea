import type { TrechoDoLugar } from '../../domain/answers/historico.ts'
import { runsOf } from '../../domain/basics/lists.ts'
import { DAY, startOfDay, toMs } from '../../domain/basics/time.ts'
import { type Chart, LEAST_HEIGHT, type Scale, drawn, scaleOf } from './svg-chart.ts'
import { type Html, raw } from '../markup/html.ts'
import { cents, dayAndMonth } from '../words/page-figures.ts'

/** A place's days, oldest first, without days that were not collected. */
export type Days = readonly TrechoDoLugar[]

interface PlaceChartOptions {
  beside?: Days
  /** Medians of all charts to be compared: on one scale, and without the band from lowest to highest price. */
  room?: readonly number[] | undefined
}

/** Daily medians as steps, in a band from lowest to highest price; broken where a day is missing. */
export function placeChart(chart: Chart, days: Days, { beside = [], room }: PlaceChartOptions = {}): Html {
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

export function unbroken(days: Days): Days[] {
  return runsOf(days, (day, before) => startOf(day) === endOf(before))
}

function lineOf({ x, y }: Scale, run: Days): string {
  const [first, ...others] = run
  if (!first) return ''
  let path = `M${x(startOf(first))} ${y(first.mediana)}H${x(endOf(first))}`
  for (const day of others) path += `V${y(day.mediana)}H${x(endOf(day))}`
  return path
}

/** Along the highest prices, and back along the lowest. */
function bandOf({ x, y }: Scale, run: Days): string {
  const [first] = run
  if (!first) return ''
  let path = `M${x(startOf(first))} ${y(first.maximo)}`
  for (const day of run) path += `V${y(day.maximo)}H${x(endOf(day))}`
  for (const day of run.toReversed()) path += `V${y(day.minimo)}H${x(startOf(day))}`
  return `${path}Z`
}

function startOf({ periodo }: TrechoDoLugar): number {
  return toMs(startOfDay(periodo))
}

function endOf({ periodo }: TrechoDoLugar): number {
  return toMs(startOfDay(periodo)) + DAY
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
