import type { Posicao } from '../../domain/answers/posto.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { doubtsOf } from '../words/doubts.ts'
import { counted, reais } from '../words/figures.ts'
import { type Html, html } from '../markup/html.ts'
import { type Outlines, onMap } from './state-map.ts'
import { rowId, stationName } from '../words/names.ts'

/** Size of a map of stations, in its own units. */
export const [WIDTH, HEIGHT] = [320, 300]
const EDGE = 28
/** Least width of a frame: stations of one street do not fill it. */
const LEAST_SPAN = 8

export interface Point {
  x: number
  y: number
}

/** The part of the state's drawing with all points, scaled to the picture. */
export function frameOf(points: readonly Point[]): { at(point: Point): Point; transform: string } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(span(xs), LEAST_SPAN),
    (HEIGHT - 2 * EDGE) / Math.max(span(ys), LEAST_SPAN),
  )
  const [left, top] = [WIDTH / 2 - middle(xs) * scale, HEIGHT / 2 - middle(ys) * scale]
  return {
    at: ({ x, y }) => ({ x: Math.round(left + x * scale), y: Math.round(top + y * scale) }),
    transform: `translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(2)})`,
  }
}

function span(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}

function middle(values: readonly number[]): number {
  return (Math.max(...values) + Math.min(...values)) / 2
}

export type Faixa = NonNullable<Posicao>['faixa']

/** Path of a station's sign: as in lists, cheap points down, dear points up. `size`: half its width. */
function signAt(faixa: Faixa, x: number, y: number, size: number): string {
  const [left, wide] = [round(x - size), round(2 * size)]
  if (faixa === 'normal')
    return `M${left} ${round(y)}a${round(size)} ${round(size)} 0 1 0 ${wide} 0a${round(size)} ${round(size)} 0 1 0-${wide} 0z`
  const away = faixa === 'barato' ? 1 : -1
  return `M${left} ${round(y - away * size * 0.8)}h${wide}l-${round(size)} ${round(away * size * 1.8)}z`
}

/** Size by rank: the first of a list is drawn largest. */
function sizeOf(rank: number, count: number, [largest, smallest]: readonly [number, number]): number {
  return largest - ((largest - smallest) * rank) / count
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A station on the map of its town. */
interface Dot {
  entrada: Entrada
  posicao: Posicao
}

/** Sizes of signs, from the first of the list to the last. */
const SIZES = [9, 4] as const
/** Stations with a written price, unless it would cover another. */
const NAMED = 3
/** Size of a written price with its margin. */
const LABEL = { width: 42, height: 17 }

/** Links from signs to rows, in the list's order, without stations of approximate place. undefined for fewer than two. */
export function townMap(
  dots: readonly Dot[],
  municipio: Municipio,
  outlines: Outlines,
  streets?: Html,
): Html | undefined {
  const places = dots.flatMap(({ entrada, posicao }) => {
    const { localizacao } = entrada.estabelecimento.endereco
    return localizacao?.precisao === 'exata' && posicao
      ? [{ entrada, faixa: doubtsOf(entrada) ? 'normal' : posicao.faixa, point: onMap(localizacao) }]
      : []
  })
  if (places.length < 2) return undefined
  const frame = frameOf(places.map(({ point }) => point))
  const marks = places.map(({ entrada, faixa, point }, rank) => ({
    ...frame.at(point),
    size: sizeOf(rank, places.length, SIZES),
    entrada,
    faixa,
  }))
  const absent = dots.length - places.length
  return html`<figure class="town-map" ${streets}>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="Onde ficam os postos de ${municipio.nome}">
      <path class="ground" transform="${frame.transform}" d="${outlines[municipio.codigoIBGE] ?? ''}" />
      ${marks
        .map(
          ({ x, y, size, entrada, faixa }) =>
            html`<a class="${faixa}" href="#${rowId(entrada)}" aria-label="${nameOf(entrada)}, ${faixa}"
              ><path d="${signAt(faixa, x, y, size)}"><title>${nameOf(entrada)}</title></path></a
            >`,
        )
        .toReversed()}
      ${apart(marks.slice(0, NAMED)).map(
        ({ x, y, entrada }) =>
          html`<text x="${x}" y="${y - 12}" text-anchor="middle">${reais(priceOf(entrada)).slice(3)}</text>`,
      )}
    </svg>
    <figcaption class="why">
      Quanto maior o sinal, mais no alto da lista. ${absent > 0 && missing(absent)}
    </figcaption>
  </figure>`
}

/** Marks whose price does not cover one before it. */
function apart<T extends Point>(marks: readonly T[]): T[] {
  const kept: T[] = []
  for (const mark of marks) if (!kept.some((other) => covers(mark, other))) kept.push(mark)
  return kept
}

function covers(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < LABEL.width && Math.abs(one.y - other.y) < LABEL.height
}

function missing(count: number): string {
  const who =
    count === 1
      ? `${counted(count, 'posto', 'postos')} não está`
      : `${counted(count, 'posto', 'postos')} não estão`
  return `${who} no mapa: o lugar é só aproximado.`
}

function nameOf(entrada: Entrada): string {
  return `${reais(priceOf(entrada))}, ${stationName(entrada.estabelecimento)}`
}

function priceOf({ produto }: Entrada): number {
  return produto.venda.valorDeclarado
}
