import { ascending, quantile, rounded } from '../../domain/basics/numbers.ts'
import { STATIONS_TO_RANK } from '../../domain/facts/rules.ts'
import { counted, reais } from '../words/figures.ts'
import { type Html, html, raw } from '../markup/html.ts'

/** SVG paths of all municipalities by IBGE code, in the units of `VIEW`: too coarse to locate a point. */
export type Outlines = Readonly<Record<string, string>>

/** A town's figures on the map. */
interface TownFigure {
  codigoIBGE: number
  postos: number
  precoMediano: number | null
}

interface MapOptions<T extends TownFigure> {
  outlines: Outlines
  /** `Gasolina comum, mediana por cidade`. */
  title: string
  /** Link and label of each town; without it the map is a picture. */
  town?: (figure: T) => { href: string; label: string }
  /** Attributes of the figure for the street map's script. */
  streets?: Html | undefined
}

const VIEW = '0 0 800 435'

/** A point in the units of the drawing, fitted on the boxes of all towns: at most a kilometre off. */
export function onMap({ latitude, longitude }: { latitude: number; longitude: number }): {
  x: number
  y: number
} {
  return { x: 258.222 * longitude + 9875.46, y: -258.929 * latitude - 2283.42 }
}
const CLASSES = 5

interface Class<T> {
  name: string
  label: string
  towns: readonly T[]
}

/** Towns by median: five classes of about equal size, hatched with one or two stations, empty with none. */
export function choropleth<T extends TownFigure>(figures: readonly T[], options: MapOptions<T>): Html {
  const { outlines, title, town, streets } = options
  const classes = classify(figures).filter(({ towns }) => towns.length > 0)
  const shapes = classes.map(({ name, towns }) =>
    town
      ? html`<g class="${name}" ${fillOf(name)}>
          ${towns.map((figure) => linked(town(figure), outlines[figure.codigoIBGE]))}
        </g>`
      : shape(name, towns.map(({ codigoIBGE }) => outlines[codigoIBGE] ?? '').join('')),
  )
  return html`<figure class="map" ${streets}>
    <svg viewBox="${VIEW}" role="${town ? 'group' : 'img'}" aria-label="${title}">${HATCH} ${shapes}</svg>
    <figcaption>
      <ul class="legend">
        ${classes.map(legend)}
      </ul>
    </figcaption>
  </figure>`
}

function legend({ name, label, towns }: Class<TownFigure>): Html {
  return html`<li>
    <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">${shape(name, 'M1 1H23V15H1z')}</svg>
    ${label} <span>${counted(towns.length, 'cidade', 'cidades')}</span>
  </li>`
}

function linked({ href, label }: { href: string; label: string }, outline = ''): Html {
  return html`<a href="${href}" aria-label="${label}"
    ><path d="${outline}"><title>${label}</title></path></a
  >`
}

function shape(name: string, d: string): Html {
  return html`<path class="${name}" ${fillOf(name)} d="${d}" />`
}

/** An attribute, as `url(#…)` in a style sheet would refer to the style sheet. */
function fillOf(name: string): Html | undefined {
  return name === 'few' ? raw('fill="url(#hatch)"') : undefined
}

const HATCH = raw(
  '<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M4 0V8"/></pattern></defs>',
)

function classify<T extends TownFigure>(figures: readonly T[]): Class<T>[] {
  const known = figures.flatMap((figure) =>
    figure.precoMediano !== null && figure.postos >= STATIONS_TO_RANK
      ? [{ figure, median: inCents(figure.precoMediano) }]
      : [],
  )
  const medians = ascending(known.map(({ median }) => median))
  const limits = Array.from({ length: CLASSES - 1 }, (_, i) => quantile(medians, (i + 1) / CLASSES) ?? 0)
  const classes = Array.from({ length: CLASSES }, (_, at) => {
    const members = known.filter(({ median }) => classOf(median, limits) === at)
    return {
      name: `k${at + 1}`,
      label: rangeOf(members.map(({ median }) => median)),
      towns: members.map(({ figure }) => figure),
    }
  })
  return [
    ...classes,
    {
      name: 'few',
      label: '1 ou 2 postos',
      towns: figures.filter(({ postos }) => postos > 0 && postos < STATIONS_TO_RANK),
    },
    { name: 'none', label: 'sem venda', towns: figures.filter(({ postos }) => postos === 0) },
  ]
}

/** Number of limits below; equal medians share a class. */
function classOf(median: number, limits: readonly number[]): number {
  return limits.filter((limit) => median > limit).length
}

/** Rounded as in the legend, so that classes do not overlap in it. */
function inCents(value: number): number {
  return rounded(value, 2)
}

function rangeOf(medians: readonly number[]): string {
  const [low, high] = [reais(Math.min(...medians)), reais(Math.max(...medians))]
  return low === high ? low : `${low} a ${high}`
}
