import leven from 'leven'
import { fold, lettersOf, withinSteps } from '../basics/text.ts'

export interface Name {
  readonly nome: string
  readonly words: readonly string[]
}

/**
 * Names with a word that begins with each of those asked for. If some begin with the whole text only those, `Ponta Verde` before `Pontal`;
 * inside a name a short word by itself is a whole one: `casa` is not Olho d'Água do Casado.
 */
export function namesWith<N extends Name>(words: readonly string[], names: Iterable<N>): N[] {
  const asked = words.join(' ')
  if (asked.length < SHORTEST) return []
  const holding = [...names].filter((name) =>
    words.every((word) => name.words.some((own) => own.startsWith(word))),
  )
  const beginning = holding.filter((name) => name.words.join(' ').startsWith(asked))
  const inWholeWords = beginning.filter((name) => `${name.words.join(' ')} `.startsWith(`${asked} `))
  if (inWholeWords.length > 0) return inWholeWords
  if (beginning.length > 0 || asked.length < SHORTEST_INSIDE) return beginning
  return asked.length > SHORTEST_MENDED ? holding : holding.filter((name) => name.words.includes(asked))
}

/** A name begins with the words asked for when these, however they are parted, are its first whole words. */
export function beginsWith(own: readonly string[], asked: readonly string[]): boolean {
  const whole = asked.join('')
  return own.some((_, at) => own.slice(0, at + 1).join('') === whole)
}

/** Names like the words asked for, nearest first. A quarter of the letters may differ: `UFAL` is no `RURAL`, `MASSAGUEIRA` no `MANGABEIRA`. */
export function namesLike<N extends Name>(words: readonly string[], names: Iterable<N>): N[] {
  const asked = words.join('')
  if (asked.length < SHORTEST) return []
  return withinSteps(names, slipsIn(asked), ({ words: own }) => {
    const name = own.join('')
    // A whole sentence is no misspelt name: to count its slips from each takes longest.
    return name.length * 2 < asked.length ? Infinity : slipsOf(asked, name)
  })
}

export function namesNear<N extends Name>(words: readonly string[], names: readonly N[]): N[] {
  const holding = namesWith(words, names)
  return holding.length > 0 ? holding : namesLike(words, names)
}

/** A slip for each four letters of a word. */
export function slipsIn(word: string): number {
  return Math.max(1, Math.floor(word.length / 4))
}

/** Shorter texts are near too many names, or inside too many: `rua`, `mar`. */
const SHORTEST = 3
const SHORTEST_INSIDE = 4

/** Letters wrong, missing or too many; two exchanged, or all that sound alike, are one. Numbers have no slips: `AL 110` is no `AL 101`. */
export function slipsOf(a: string, b: string): number {
  if (a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return Infinity
  const distance = leven(a, b)
  if (distance === 2 && lettersOf(a) === lettersOf(b)) return 1
  const [heard, own] = [soundOf(a), soundOf(b)]
  return heard === a && own === b ? distance : Math.min(distance, Math.max(1, leven(heard, own)))
}

/** Folded words by their sound: `LUIZ` is `LUIS`, `MARAGOJI` is `MARAGOGI`. */
export function soundOf(text: string): string {
  return text.replaceAll(
    /J(?=[EI])|[ZYWK]|PH|CH|([LNST])\1/g,
    (letters, twice: string | undefined) => twice ?? SOUNDS[letters] ?? letters,
  )
}

const SOUNDS: Readonly<Record<string, string>> = { J: 'G', Z: 'S', Y: 'I', W: 'V', K: 'C', PH: 'F', CH: 'X' }

const FUEL_WORDS = ['GASOLINA', 'ALCOOL', 'ETANOL', 'DIESEL', 'ADITIVADA']
/** Shorter words are no misspelt names. */
export const SHORTEST_MENDED = 4

/** The fuel that a word names, well or badly spelt: two slips in a long word, one in a short one. */
export function fuelLike(word: string): string | undefined {
  const folded = fold(word)
  const most = folded.length > 6 ? 2 : 1
  const isLong = folded.length > SHORTEST_MENDED
  return withinSteps(FUEL_WORDS, isLong ? most : 0, (fuel) => slipsOf(folded, fuel))[0]
}
