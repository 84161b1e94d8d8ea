import type { Entrada } from '../../domain/answers/precos.ts'
import type { Posicao } from '../../domain/answers/posto.ts'
import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { signAt, sizeOf } from './dots.ts'
import { counted, reais } from '../words/figures.ts'
import type { Point } from './frame.ts'
import { HEIGHT, WIDTH, frameOf } from './frame.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import type { Outlines } from './state-map.ts'
import { onMap } from './state-map.ts'
import { stationName } from '../words/names.ts'
import { rowId } from '../words/names.ts'

/** Stations of one town where they stand, each a way to its row. */
export interface Dot {
  entrada: Entrada
  posicao: Posicao
}

/** Of a sign, from the first of the list to the last. */
const SIZES = [9, 4] as const
/** Prices written beside the dots, as far as none covers another. */
const NAMED = 3
/** Of a written price, with the space around it. */
const LABEL = { width: 42, height: 17 }

/** Stations in the list's order; those whose place is only approximate are not on it. Nothing where a dot would be alone. */
export function townMap(
  dots: readonly Dot[],
  municipio: Municipio,
  outlines: Outlines,
  streets?: Html,
): Html | undefined {
  const places = dots.flatMap(({ entrada, posicao }) => {
    const { localizacao } = entrada.estabelecimento.endereco
    return localizacao?.precisao === 'exata' && posicao
      ? [{ entrada, faixa: posicao.faixa, point: onMap(localizacao) }]
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

/** Those whose price has room beside the prices before it. */
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
