import type { Posicao } from '../../domain/answers/posto.ts'

export type Faixa = NonNullable<Posicao>['faixa']

/** The outline of a station's sign around a point: as in the lists, cheap points down, dear points up. `size`: half its width. */
export function signAt(faixa: Faixa, x: number, y: number, size: number): string {
  const [left, wide] = [round(x - size), round(2 * size)]
  if (faixa === 'normal')
    return `M${left} ${round(y)}a${round(size)} ${round(size)} 0 1 0 ${wide} 0a${round(size)} ${round(size)} 0 1 0-${wide} 0z`
  const away = faixa === 'barato' ? 1 : -1
  return `M${left} ${round(y - away * size * 0.8)}h${wide}l-${round(size)} ${round(away * size * 1.8)}z`
}

/** Of a sign, by its place in the order: the first of a list is drawn largest. */
export function sizeOf(rank: number, count: number, [largest, smallest]: readonly [number, number]): number {
  return largest - ((largest - smallest) * rank) / count
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
