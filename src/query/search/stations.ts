import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { localidades } from '../../domain/alagoas/known-places.ts'
import { fold } from '../../domain/basics/text.ts'
import { placeWords } from '../../domain/places/place-names.ts'
import { postosOf, wordsOf } from '../answers/postos.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { directoryOf } from '../places/directory.ts'
import { exactly } from '../places/place-lookup.ts'

/** Longest word that is only found whole: `br` is no BRISA. */
export const SHORT = 3

/** Stations whose name, street, district and town together, these without the street, or the street alone have the most of the words. */
export function stationsTold(
  snapshot: Snapshot,
  words: readonly string[],
  where: 'address' | 'all' | 'street' = 'address',
) {
  const { stations, marks } = snapshot.words()
  const counts = new Uint8Array(stations.length)
  for (const word of words) {
    const marked = marks(where, word, word.length <= SHORT || IS_NUMBER.test(word))
    for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (marked[at] ?? 0)
  }
  const matched = counts.reduce((most, count) => Math.max(most, count), 0)
  const found = matched === 0 ? [] : stations.filter((_, at) => counts[at] === matched)
  return { postos: postosOf(found), matched }
}

const IS_NUMBER = /^\d+$/
const ROAD = /\b(?:AL|BR) \d{3}\b/

/** Stations with all the words in the street, or its name first and then the place: `rua do sol 86, centro`. None for a place alone. */
export function stationsOn(snapshot: Snapshot, words: readonly string[]): PostoServido[] {
  const { postos, matched } = stationsTold(snapshot, words)
  if (matched < words.length) return []
  // `RDV BR 101, AL` has the words of AL 101, and is another road.
  const [road = ''] = ROAD.exec(words.join(' ')) ?? []
  const directory = directoryOf(snapshot)
  for (let end = words.length; end > 0; end--) {
    if (end < words.length && !exactly(directory, words.slice(end).join(' '))) continue
    const street = stationsTold(snapshot, words.slice(0, end), 'street')
    const there = new Set(street.matched === end ? street.postos : [])
    const found = postos.filter(
      (posto) => there.has(posto) && fold(posto.endereco.nomeLogradouro).includes(road),
    )
    if (found.length > 0) return found
  }
  return []
}

/** An address without the numbers of houses; `BR 104` is a road's name, and a street may begin with a number. */
export function withoutNumbers(words: readonly string[]): string[] {
  return words.filter(
    (word, at) => at === 0 || !IS_NUMBER.test(word) || /^(?:AL|BR)$/.test(words[at - 1] ?? ''),
  )
}

/** Words of so many names and companies that they name no station. */
const OF_ANY = /^(?:AUTO|POSTOS?|COMBUSTIVE(?:L|IS)|EM|N[AO]S?|D[AEO]S?|E)$/

/** Stations whose names, district and town together have each word whole: `posto boa noite, maceió`. */
export function stationsCalled(snapshot: Snapshot, text: string): PostoServido[] {
  const { stations, marks } = snapshot.words()
  const each = wordsOf(text)
    .filter((word) => !OF_ANY.test(word))
    .map((word) => marks('all', word, true))
  if (each.length === 0) return []
  return postosOf(stations.filter((_, at) => each.every((marked) => marked[at])))
}

/** The words with an avenue's other name as addresses write it, and whether an avenue or a road is named: `via expressa` is Menino Marcelo. */
export function asInAddresses(text: string): { street: string; isAvenue: boolean } {
  const words = ` ${placeWords(text).join(' ')} `
  for (const { own, street } of avenues)
    if (words.includes(own)) return { street: words.replace(own, street), isAvenue: true }
  return { street: text, isAvenue: ROAD.test(fold(text)) }
}

const avenues = localidades.flatMap(({ nome, rua }) => {
  const [own = '', street = ''] = [nome, rua ?? ''].map((name) => ` ${placeWords(name).join(' ')} `)
  return rua === undefined ? [] : { own, street }
})

/** Stations in whose names the short words are whole. */
export function inWhole(postos: readonly PostoServido[], words: string): PostoServido[] {
  const short = wordsOf(words).filter((word) => word.length <= SHORT)
  return postos.filter(({ nomeFantasia, razaoSocial }) =>
    short.every((word) => ` ${fold(`${nomeFantasia} ${razaoSocial}`)} `.includes(` ${word} `)),
  )
}
