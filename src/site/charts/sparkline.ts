import { raw } from '../markup/html.ts'
import type { Html } from '../markup/html.ts'
import type { Days } from './place-chart.ts'

const [WIDTH, HEIGHT, EDGE] = [160, 32, 3]
/** Reais from the lower to the upper edge, at least. */
const LEAST_HEIGHT = 0.2

/** A week at a glance, beside words that say the same; nothing where one value is all there is. */
export function sparkline(days: Days): Html | undefined {
  if (days.length < 2) return undefined
  const medians = days.map(({ mediana }) => mediana)
  const [low, high] = [Math.min(...medians), Math.max(...medians)]
  // A cent does not look like a leap.
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
