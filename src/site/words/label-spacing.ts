/** Words on a map, from their middle. */
export interface Label {
  x: number
  y: number
  words: string
}

/** Labels that cover none before them. `height`: of a line with its margin; `letter`: half the width of one. */
export function apart<T extends Label>(
  labels: readonly T[],
  { height, letter }: Readonly<Record<'height' | 'letter', number>>,
): T[] {
  const kept: T[] = []
  for (const label of labels)
    if (
      !kept.some(
        ({ x, y, words }) =>
          Math.abs(y - label.y) < height &&
          Math.abs(x - label.x) < (words.length + label.words.length) * letter + 4,
      )
    )
      kept.push(label)
  return kept
}
