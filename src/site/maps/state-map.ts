import type { Grupo } from '../../domain/answers/estatisticas.ts'
import { STATIONS_TO_RANK } from '../../domain/facts/rules.ts'
import { counted, reais } from '../words/page-figures.ts'
import { type Html, html, raw } from '../markup/html.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { type Label, type Outlines, type Point, withoutOverlaps } from './drawing.ts'

/** `middle`: median of the likely prices where one or two stations make it, else the median. */
type TownFigure = Pick<Grupo, 'postos' | 'precoMediano'> & { municipio: Municipio; middle: number | null }

interface MapOptions {
  outlines: Outlines
  title: string
  addressOf(municipio: Municipio): string
  /** A list beside it has the same links: the keyboard skips those of the map. */
  isBesideList?: boolean
  streets?: Html | undefined
}

const WIDTH = 800
const VIEW = `0 0 ${WIDTH} 435`

const CLASSES = 5

/** Towns by median, each a link: five classes of equal width in reais, hatched with one or two stations, empty with none. */
export function choropleth(figures: readonly TownFigure[], options: MapOptions): Html {
  const { outlines, title, addressOf, isBesideList, streets } = options
  const classes = classify(figures).filter(({ towns }) => towns.length > 0)
  const skipped = isBesideList && raw(' tabindex="-1"')
  const shapes = classes.map(
    ({ name, towns }) =>
      html`<g class="${name}" ${fillOf(name)}>
        ${towns.map(
          (town) =>
            html`<a href="${addressOf(town.municipio)}" aria-label="${labelOf(town)}" ${skipped}
              ><path d="${outlines[town.municipio.codigoIBGE] ?? ''}"
                >${!isBesideList && html`<title>${labelOf(town)}</title>`}</path
              ></a
            >`,
        )}
      </g>`,
  )
  return html`<figure class="map" ${streets}>
    <svg viewBox="${VIEW}" role="group" aria-label="${title}">
      ${HATCH} ${shapes}
      ${namesOf(figures, outlines).map(({ x, y, words }) => html`<text x="${x}" y="${y}" text-anchor="middle">${words}</text>`)}
    </svg>
    <figcaption>
      <ul class="legend">
        ${classes.map(legend)}
      </ul>
    </figcaption>
  </figure>`
}

function labelOf({ municipio, middle, postos }: TownFigure): string {
  return middle === null
    ? `${municipio.nome}: sem preço`
    : `${municipio.nome}: ${reais(middle)}, ${counted(postos, 'posto', 'postos')}`
}

/** Towns with most stations are named first. */
const NAMED = 20
const LETTERS = { height: 44, letter: 10 } as const

function namesOf(figures: readonly TownFigure[], outlines: Outlines): Label[] {
  const largest = figures.toSorted((a, b) => b.postos - a.postos).slice(0, NAMED)
  const labels = largest.map(({ municipio: { nome, codigoIBGE } }) => {
    const half = nome.length * LETTERS.letter
    const { x, y } = middleOf(outlines[codigoIBGE] ?? '')
    return { x: Math.min(Math.max(x, half), WIDTH - half), y: y + 10, words: nome }
  })
  return withoutOverlaps(labels, LETTERS)
}

/** The middle of the points of an outline, whose first ring is absolute at its start and relative after it. */
function middleOf(outline: string): Point {
  const [first = ''] = outline.split('z')
  const steps = (first.match(/-?\d+/g) ?? []).map(Number)
  let [x, y] = [0, 0]
  const points = Array.from({ length: steps.length / 2 }, (_, i) => ({
    x: (x += steps[2 * i] ?? 0),
    y: (y += steps[2 * i + 1] ?? 0),
  }))
  const mean = (of: 'x' | 'y') =>
    Math.round(points.reduce((sum, point) => sum + point[of], 0) / Math.max(1, points.length))
  return { x: mean('x'), y: mean('y') }
}

function legend({ name, label, towns }: ReturnType<typeof classify>[number]): Html {
  return html`<li>
    <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
      <path class="${name}" ${fillOf(name)} d="M1 1H23V15H1z" />
    </svg>
    ${label} <span>${counted(towns.length, 'cidade', 'cidades')}</span>
  </li>`
}

/** An attribute, as `url(#…)` in a style sheet would refer to the style sheet. */
function fillOf(name: string): Html | undefined {
  return name === 'few' ? raw('fill="url(#hatch)"') : undefined
}

const HATCH = raw(
  '<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M4 0V8"/></pattern></defs>',
)

/** Classes by the median in cents, as the legend prints it. */
function classify(figures: readonly TownFigure[]) {
  const known = figures.flatMap((town) =>
    town.precoMediano !== null && town.postos >= STATIONS_TO_RANK
      ? [{ town, cents: Math.round(town.precoMediano * 100) }]
      : [],
  )
  const medians = known.map(({ cents }) => cents)
  const low = Math.min(...medians)
  const width = Math.max(1, Math.ceil((Math.max(...medians) - low + 1) / CLASSES))
  const classes = Array.from({ length: CLASSES }, (_, at) => {
    const [from, to] = [low + at * width, low + (at + 1) * width - 1]
    const range = [...new Set([from, to])].map((cents) => reais(cents / 100))
    return {
      name: `k${at + 1}`,
      label: range.join(' a '),
      towns: known.flatMap(({ town, cents }) => (cents >= from && cents <= to ? [town] : [])),
    }
  })
  return [
    ...classes,
    {
      name: 'few',
      label: '1 ou 2 postos',
      towns: figures.filter(({ postos }) => postos > 0 && postos < STATIONS_TO_RANK),
    },
    { name: 'none', label: 'sem preço', towns: figures.filter(({ postos }) => postos === 0) },
  ]
}
