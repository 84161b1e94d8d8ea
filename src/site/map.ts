import { quantile } from '../domain/numbers.ts'
import { counted, reais } from './figures.ts'
import type { Html } from './html.ts'
import { html, raw } from './html.ts'

/** Paths of the 102 municipalities by IBGE code, in the units of `VIEW`. Right for colouring, not for telling where a point lies. */
export type Outlines = Readonly<Record<string, string>>

/** What the map tells of a town. */
export interface TownFigure {
  codigoIBGE: number
  postos: number
  precoMediano: number | null
}

export interface MapOptions {
  outlines: Outlines
  /** What it shows: `Gasolina comum, mediana por cidade`. */
  title: string
  /** Where each town leads to and what it is called; without it the map is a picture. */
  town?: (figure: TownFigure) => { href: string; label: string }
}

const VIEW = '0 0 800 435'
const CLASSES = 5
/** A median of fewer stations says little of a town: hatched, so that it does not look like knowledge. */
const ENOUGH = 3

interface Class {
  name: string
  label: string
  towns: TownFigure[]
}

/** Towns by median: one hue in five classes of as many towns each, hatched with one or two stations, empty with none. */
export function choropleth(figures: readonly TownFigure[], { outlines, title, town }: MapOptions): Html {
  const classes = classify(figures)
  const shapes = classes.map(({ name, towns }) =>
    town
      ? html`<g class="${name}"
          >${towns.map((figure) => linked(town(figure), outlines[figure.codigoIBGE]))}</g
        >`
      : html`${raw(`<path class="${name}" d="${towns.map(({ codigoIBGE }) => outlines[codigoIBGE] ?? '').join('')}"/>`)}`,
  )
  const role = town ? raw('role="group"') : raw('role="img"')
  return html`<figure class="map">
    <svg viewBox="${VIEW}" ${role} aria-label="${title}">
      <defs>
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V7" />
        </pattern>
      </defs>
      ${shapes}
    </svg>
    <figcaption>
      <ul class="legend">
        ${classes
          .filter(({ towns }) => towns.length > 0)
          .map(
            ({ name, label, towns }) =>
              html`<li>
                <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
                  ${raw(`<path class="${name}" d="M1 1H23V15H1z"/>`)}
                </svg>
                ${label} <span>${counted(towns.length, 'cidade', 'cidades')}</span>
              </li>`,
          )}
      </ul>
    </figcaption>
  </figure>`
}

function linked(
  { href, label }: { href: string; label: string },
  outline: string | undefined,
): Html | undefined {
  return outline === undefined
    ? undefined
    : html`<a href="${href}" aria-label="${label}"
        ><path d="${outline}"><title>${label}</title></path></a
      >`
}

function classify(figures: readonly TownFigure[]): Class[] {
  const known = figures.flatMap((figure) =>
    figure.precoMediano !== null && figure.postos >= ENOUGH ? [{ figure, median: figure.precoMediano }] : [],
  )
  const medians = known.map(({ median }) => median).toSorted((a, b) => a - b)
  const limits = Array.from({ length: CLASSES - 1 }, (_, i) => quantile(medians, (i + 1) / CLASSES) ?? 0)
  const classes = Array.from({ length: CLASSES }, (_, at) => {
    const members = known.filter(({ median }) => classOf(median, limits) === at)
    const [low, high] =
      [members.map(({ median }) => median)].map((all) => [Math.min(...all), Math.max(...all)])[0] ?? []
    return {
      name: `k${at + 1}`,
      label: low === high ? reais(low ?? 0) : `${reais(low ?? 0)} a ${reais(high ?? 0)}`,
      towns: members.map(({ figure }) => figure),
    }
  })
  const few = figures.filter(({ postos }) => postos > 0 && postos < ENOUGH)
  const none = figures.filter(({ postos }) => postos === 0)
  return [
    ...classes,
    { name: 'few', label: '1 ou 2 postos', towns: few },
    { name: 'none', label: 'sem venda', towns: none },
  ]
}

/** How many limits lie below: equal medians always share a class. */
function classOf(median: number, limits: readonly number[]): number {
  return limits.filter((limit) => median > limit).length
}
