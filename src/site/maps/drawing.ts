import type { Ponto } from '../../domain/geo/distances.ts'

/** SVG paths of all municipalities by IBGE code, in the units of `VIEW`: too coarse to locate a point. */
export type Outlines = Readonly<Record<string, string>>

/** A point in the units of the drawing, fitted on the boxes of all towns: at most a kilometre off. */
export function onMap({ latitude, longitude }: Ponto): Point {
  return { x: 258.222 * longitude + 9875.46, y: -258.929 * latitude - 2283.42 }
}

export const [WIDTH, HEIGHT] = [320, 300]
const EDGE = 28
/** Least width of a frame: stations of one street do not fill it. */
const LEAST_SPAN = 8

export interface Point {
  x: number
  y: number
}

/** Words on a map, from their middle. */
export interface Label extends Point {
  words: string
}

/** Labels that cover none before them. `height`: of a line with its margin; `letter`: half the width of one. */
export function withoutOverlaps<T extends Label>(
  labels: readonly T[],
  { height, letter }: Readonly<Record<'height' | 'letter', number>>,
): T[] {
  const touches = (a: Label, b: Label) =>
    Math.abs(a.y - b.y) < height && Math.abs(a.x - b.x) < (a.words.length + b.words.length) * letter + 4
  const kept: T[] = []
  for (const label of labels) if (!kept.some((other) => touches(other, label))) kept.push(label)
  return kept
}

/** The part of the state's drawing with all points, scaled to the picture. */
export function frameOf(points: readonly Point[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(span(xs), LEAST_SPAN),
    (HEIGHT - 2 * EDGE) / Math.max(span(ys), LEAST_SPAN),
  )
  const [left, top] = [WIDTH / 2 - middle(xs) * scale, HEIGHT / 2 - middle(ys) * scale]
  return {
    at: ({ x, y }: Point) => ({ x: Math.round(left + x * scale), y: Math.round(top + y * scale) }),
    transform: `translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(2)})`,
    scale,
  }
}

function span(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}

export function middle(values: readonly number[]): number {
  return (Math.max(...values) + Math.min(...values)) / 2
}
