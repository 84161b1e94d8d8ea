/** Words on a map, from their middle. */
export interface Label {
  x: number
  y: number
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
