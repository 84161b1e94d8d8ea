/** Of a map of some stations, in its own units. */
export const [WIDTH, HEIGHT] = [320, 300]
const EDGE = 28
/** The frame of stations that stand together, so that a street is not drawn as a town. */
const LEAST_SPAN = 8

export interface Point {
  x: number
  y: number
}

/** The part of the state's drawing that holds all points, as large as the picture. */
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
