import { reais } from '../site/words/figures.ts'
import type { Html } from '../site/markup/html.ts'
import { html, raw } from '../site/markup/html.ts'

/** Prices of a place or of a fuel, from the lowest to the highest. */
export interface Span {
  name: string
  low: number
  middle: number
  high: number
  /** Of how many stations; what else there is to say. */
  said: Html
}

const [WIDTH, HEIGHT] = [400, 14]

/** Bars on one axis, each with its median: what the words below each say, to compare at a glance. */
export function spansOf(spans: readonly Span[]): Html {
  const [from, to] = [Math.min(...spans.map(({ low }) => low)), Math.max(...spans.map(({ high }) => high))]
  // Where all ask the same, the mark stands in the middle.
  const x = (value: number) =>
    Math.round(to === from ? WIDTH / 2 : 2 + ((WIDTH - 4) * (value - from)) / (to - from))
  return html`<ul class="spans">
    ${spans.map(
      ({ name, low, middle, high, said }) =>
        html`<li>
          <b>${name}</b> <strong>${reais(middle)}</strong>
          <svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
            ${raw(
              `<path class="axis" d="M0 7H${WIDTH}"/><path class="range" d="M${x(low)} 2H${x(high)}V12H${x(low)}z"/><path class="line" d="M${x(middle)} 0V14"/>`,
            )}
          </svg>
          ${said}
        </li>`,
    )}
  </ul>`
}
