import { bandWord } from '../../format/words/comparisons.ts'
import { stationName, districtOf } from '../../format/words/names.ts'
import type { Posicao } from '../../domain/answers/posto.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { counted, reais } from '../words/page-figures.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { type Html, html, raw, icon } from '../markup/html.ts'
import { HEIGHT, type Label, type Point, WIDTH, frameOf, middle, onMap, withoutOverlaps } from './drawing.ts'
import { isVague, placeKey } from '../../domain/places/place-names.ts'

type Faixa = NonNullable<Posicao>['faixa']

/** Path of a station's sign: as in lists, cheap points down, dear points up. `size`: half its width. */
function signAt(faixa: Faixa, x: number, y: number, size: number): string {
  const [left, wide] = [round(x - size), round(2 * size)]
  if (faixa === 'normal')
    return `M${left} ${round(y)}a${round(size)} ${round(size)} 0 1 0 ${wide} 0a${round(size)} ${round(size)} 0 1 0-${wide} 0z`
  const away = faixa === 'barato' ? 1 : -1
  return `M${left} ${round(y - away * size * 0.8)}h${wide}l-${round(size)} ${round(away * size * 1.8)}z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

interface Dot {
  entrada: Entrada
  posicao: Posicao
}

/** Sizes of signs, from the first of the list to the last by rank: smaller where many would cover one another. */
const SIZES = [9, 4] as const
const SIZES_OF_MANY = [6, 3] as const
const MANY = 40
/** Stations with a written price, unless it would cover another. */
const NAMED = 3
/** Height of a line and width of half a letter, in a frame as narrow as an aside's, where letters are larger. */
const LETTERS = { height: 21, letter: 5.6 } as const
const EDGE = 4
const MOST_DISTRICTS = 6
const SCALES_IN_KM = [1, 2, 5, 10, 20]
/** Scale of the state's drawing. */
const UNITS_PER_KM = 2.33

/**
 * Signs with links, in the list's order, without stations of approximate place; undefined for fewer than two. The keyboard skips
 * them, as the list has the same links. The coast is not drawn: the outline is a kilometre off, and would put stations of the shore in the sea.
 */
export function townMap(
  dots: readonly Dot[],
  { nome }: Municipio,
  agora: string | null,
  addressOf: (entrada: Entrada) => string,
  streets?: Html,
): Html | undefined {
  const places = dots.flatMap(({ entrada, posicao }) => {
    const { localizacao } = entrada.estabelecimento.endereco
    if (localizacao?.precisao !== 'exata' || !posicao) return []
    const word = bandWord(posicao, entrada, agora)
    const faixa: Faixa = word === 'barato' || word === 'caro' ? word : 'normal'
    return [{ entrada, word, faixa, point: onMap(localizacao) }]
  })
  if (places.length < 2) return undefined
  const frame = frameOf(places.map(({ point }) => point))
  const [largest, smallest] = places.length > MANY ? SIZES_OF_MANY : SIZES
  const marks = places.map(({ point, ...place }, rank) => {
    const size = largest - ((largest - smallest) * rank) / places.length
    return { ...frame.at(point), size, ...place }
  })
  const absent = dots.length - places.length
  const left =
    absent > 0 &&
    `${counted(absent, 'posto não está', 'postos não estão')} no mapa: na lista, os de “ponto aproximado”.`
  const labels = placed(
    [
      ...marks.slice(0, NAMED).map(({ x, y, entrada }) => {
        const words = reais(priceOf(entrada)).slice(3)
        return { x, y, words, name: false }
      }),
      ...districtsOf(marks),
    ],
    marks,
  )
  return html`<figure class="town-map" ${streets}>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="Onde ficam os postos de ${nome}">
      ${marks
        .map(
          ({ x, y, size, entrada, word, faixa }) =>
            html`<a
              tabindex="-1"
              class="${faixa}"
              href="${addressOf(entrada)}"
              aria-label="${[reais(priceOf(entrada)), stationName(entrada.estabelecimento), word].filter(Boolean).join(', ')}"
              ><path d="${signAt(faixa, x, y, size)}"
            /></a>`,
        )
        .toReversed()}
      ${labels.map(leadOf)}
      ${labels.map(({ x, y, words, name }) => html`<text${name && raw(' class="name"')} x="${x}" y="${y}" text-anchor="middle">${words}</text>`)}
      ${scaleBar(frame.scale)}
    </svg>
    <figcaption class="why">
      <p>
        ${SIGNS.map((sign) => html`<span class="${sign}">${icon(sign)} ${sign === 'normal' ? 'os outros' : sign}</span> `)}·
        com preço, os primeiros da lista${labels.some(({ name }) => name) && '; em cinza, os bairros'}
      </p>
      <p>${counted(marks.length, 'posto', 'postos')}. ${left}</p>
    </figcaption>
  </figure>`
}

const SIGNS = ['barato', 'caro', 'normal'] as const

type PlaceLabel = Label & { name: boolean }
/** Where it was written, and the point that it is `of`. */
type Placed = PlaceLabel & { of: Point }
type Mark = Point & { size: number }

/** Steps from what a label names, nearest first: above, below, aside, and farther. */
const STEPS = [-15, 27, 6, -31, 43]

/** Each label where it covers least: a price stands over signs if it must, a district only where it covers none. */
function placed(labels: readonly PlaceLabel[], marks: readonly Mark[]): Placed[] {
  const kept: Placed[] = []
  for (const { x: ownX, y: ownY, words, name } of labels) {
    const half = halfOf(words)
    // A district may be named at the edge of a crowded map, with a line to it.
    const edges = name ? [WIDTH - half - EDGE - ownX, half + EDGE - ownX] : []
    const asides = [0, -half - 12, half + 12, ...edges]
    const spots = STEPS.flatMap((step) =>
      asides.map((aside) => ({ x: ownX + aside, y: ownY + step, words, name, of: { x: ownX, y: ownY } })),
    ).filter(
      ({ x, y }) => x > half && x < WIDTH - half && y > LETTERS.height && y < HEIGHT - 2 * LETTERS.height,
    )
    const free = spots.filter((spot) => withoutOverlaps([...kept, spot], LETTERS).length > kept.length)
    const best = name
      ? free.find((spot) => !marks.some((mark) => covers(spot, half, mark)))
      : leastCovered(free, half, marks)
    if (best) kept.push(best)
  }
  return kept
}

/** `spots` lie around one point; signs out of reach of all of them are left out first, of the thousands of a crowded map. */
function leastCovered(spots: readonly Placed[], half: number, marks: readonly Mark[]): Placed | undefined {
  const [{ of } = { of: { x: 0, y: 0 } }] = spots
  const near = marks.filter(({ x, y }) => Math.abs(x - of.x) < 2 * half + 30 && Math.abs(y - of.y) < 80)
  const [least] = spots
    .map((spot) => ({ spot, covered: near.filter((mark) => covers(spot, half, mark)).length }))
    .toSorted((a, b) => a.covered - b.covered)
  return least?.spot
}

/** Line from what a label names to the nearer end of it; none to a district that is written close by. */
function leadOf({ x, y, words, name, of }: Placed): Html | undefined {
  const half = halfOf(words)
  if (name && Math.abs(x - of.x) <= half + 12) return undefined
  const end = Math.min(Math.max(of.x, x - half - 2), x + half + 2)
  return html`<path class="lead${name && ' name'}" d="M${of.x} ${of.y}L${end === of.x ? x : end} ${y - 5}" />`
}

function halfOf(words: string): number {
  return Math.round(words.length * LETTERS.letter)
}

/** Letters reach from a fifth of their height below their line to four fifths above. */
function covers({ x, y }: Point, half: number, mark: Mark): boolean {
  return (
    Math.abs(mark.x - x) < half + mark.size &&
    mark.y - y < mark.size + 4 &&
    y - mark.y < LETTERS.height - 5 + mark.size
  )
}

/** The districts with most of the stations, in the middle of these. */
function districtsOf(marks: readonly (Point & Pick<Dot, 'entrada'>)[]): PlaceLabel[] {
  const groups = groupBy(marks, ({ entrada }) => districtOf(entrada.estabelecimento.endereco))
  const named = [...groups].filter(
    ([words, { length }]) => words !== '' && length > 1 && !isVague(placeKey(words)),
  )
  return named
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_DISTRICTS)
    .map(([words, there]) => ({
      x: Math.round(middle(there.map(({ x }) => x))),
      y: Math.round(middle(there.map(({ y }) => y))),
      words,
      name: true,
    }))
}

function scaleBar(scale: number): Html {
  const width = (km: number) => Math.round(km * UNITS_PER_KM * scale)
  const km = SCALES_IN_KM.findLast((each) => width(each) <= WIDTH / 3) ?? 1
  return html`<path class="scale" d="M12 ${HEIGHT - 12}h${width(km)}" />
    <text class="name" x="12" y="${HEIGHT - 18}">${km} km</text>`
}

function priceOf({ produto }: Entrada): number {
  return produto.venda.valorDeclarado
}
