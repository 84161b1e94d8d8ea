import { svgElement } from './near-map.ts'

/** Edges of the plot, in the units of the picture. */
const [TOP, BOTTOM, RIGHT] = [18, 140, 312]

/** The value at the pointer or arrow keys; without a script the table below has all values. */
export function offerReadings(): void {
  for (const chart of document.querySelectorAll<SVGSVGElement>('.chart[data-readings]')) offer(chart)
}

function offer(chart: SVGSVGElement): void {
  // Each is like `12.5 22.8 40 21/11: 6,49`.
  const readings = (chart.dataset['readings'] ?? '').split('|').map((text) => {
    const [from, to, y, ...words] = text.split(' ')
    return { from: Number(from), to: Number(to), y: Number(y), words: words.join(' ') }
  })
  let at = -1
  let mark: SVGElement | undefined

  asSlider(chart, readings)
  chart.addEventListener('pointerdown', point)
  chart.addEventListener('pointermove', point)
  // The reading remains after a finger is lifted.
  chart.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && hide())
  chart.addEventListener('focus', () => mark ?? show(readings.length - 1))
  chart.addEventListener('blur', hide)
  chart.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: Infinity,
    }
    const to = steps[event.key]
    if (event.key === 'Escape') hide()
    if (to === undefined) return
    event.preventDefault()
    show(to)
  })

  function point({ clientX }: PointerEvent): void {
    const { left, width } = chart.getBoundingClientRect()
    const x = ((clientX - left) / width) * chart.viewBox.baseVal.width
    const away = readings.map(({ from, to }) => Math.max(from - x, x - to, 0))
    show(away.indexOf(Math.min(...away)), x)
  }

  /** Shows a reading at `x`, by default the middle of the step. */
  function show(wanted: number, x?: number): void {
    at = Math.min(Math.max(wanted, 0), readings.length - 1)
    const reading = readings[at]
    if (!reading) return
    const { from, to, y, words } = reading
    const there = Math.min(Math.max(x ?? (from + to) / 2, from), to)
    hide()
    mark = svgElement('g', { class: 'reading' })
    mark.append(
      svgElement('path', { d: `M${there} ${TOP}V${BOTTOM}` }),
      svgElement('circle', { class: 'dot', cx: there, cy: y, r: 4 }),
      svgElement('text', { x: RIGHT, y: TOP - 6, 'text-anchor': 'end' }),
    )
    mark.lastElementChild?.append(words)
    chart.append(mark)
    chart.ariaValueNow = String(at + 1)
    chart.ariaValueText = words
  }

  function hide(): void {
    mark?.remove()
    mark = undefined
  }
}

/** Role slider, for the arrow keys. The title is removed, as its tooltip covers the reading. */
function asSlider(chart: SVGSVGElement, readings: readonly { words: string }[]): void {
  const [title, description] = [chart.querySelector('title'), chart.querySelector('desc')]
  chart.setAttribute('role', 'slider')
  chart.tabIndex = 0
  chart.ariaLabel = `${title?.textContent}. ${description?.textContent}`
  chart.ariaReadOnly = 'true'
  chart.ariaValueMin = '1'
  chart.ariaValueMax = chart.ariaValueNow = String(readings.length)
  chart.ariaValueText = readings.at(-1)?.words ?? ''
  title?.remove()
}
