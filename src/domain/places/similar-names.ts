import leven from 'leven'

/** A name and the words it is compared by. */
export interface Name {
  readonly nome: string
  readonly words: readonly string[]
}

/** Names that hold all the words asked for, each from its beginning; those that begin with them come alone, and of those `Ponta Verde` before `Pontal`. */
export function namesWith<N extends Name>(words: readonly string[], names: Iterable<N>): N[] {
  const asked = words.join(' ')
  if (asked.length < SHORTEST) return []
  const holding = [...names].filter((name) =>
    words.every((word) => name.words.some((own) => own.startsWith(word))),
  )
  const beginning = holding.filter((name) => name.words.join(' ').startsWith(asked))
  const inWholeWords = beginning.filter((name) => `${name.words.join(' ')} `.startsWith(`${asked} `))
  if (inWholeWords.length > 0) return inWholeWords
  return beginning.length > 0 || asked.length < SHORTEST_INSIDE ? beginning : holding
}

/**
 * Names that are the words asked for but for a slip or two, nearest first. A quarter of the letters at most: `UFAL` is no
 * `RURAL`, `MASSAGUEIRA` no `MANGABEIRA`.
 */
export function namesLike<N extends Name>(words: readonly string[], names: Iterable<N>): N[] {
  const asked = words.join('')
  if (asked.length < SHORTEST) return []
  const most = Math.max(1, Math.floor(asked.length / 4))
  return [...names]
    .map((name) => ({ name, slips: slips(asked, name.words.join('')) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips)
    .map(({ name }) => name)
}

/** Shorter texts are near too many names, or stand inside too many: `rua`, `mar`. */
const SHORTEST = 3
const SHORTEST_INSIDE = 4

/** Letters wrong, missing or too many; two neighbours exchanged are one slip, as they were one. */
function slips(a: string, b: string): number {
  const distance = leven(a, b)
  return distance === 2 && sameLetters(a, b) ? 1 : distance
}

function sameLetters(a: string, b: string): boolean {
  return a.length === b.length && [...a].toSorted().join('') === [...b].toSorted().join('')
}
