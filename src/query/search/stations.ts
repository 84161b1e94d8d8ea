import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { localidades } from '../../domain/alagoas/known-places.ts'
import { fold } from '../../domain/basics/text.ts'
import { placeWords } from '../../domain/places/place-names.ts'
import { postosOf, wordsOf } from '../answers/postos.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Longest word that is only found whole: `br` is no BRISA. */
export const SHORT = 3

/** Stations whose name, street, district and town together, or street alone, have the most of the words. */
export function stationsTold(
  snapshot: Snapshot,
  words: readonly string[],
  where: 'address' | 'street' = 'address',
) {
  const { stations, marks } = snapshot.words()
  const counts = new Uint8Array(stations.length)
  for (const word of words) {
    const marked = marks(where, word, word.length <= SHORT)
    for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (marked[at] ?? 0)
  }
  const matched = counts.reduce((most, count) => Math.max(most, count), 0)
  const found = matched === 0 ? [] : stations.filter((_, at) => counts[at] === matched)
  return { postos: postosOf(found), matched }
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

/** The words with an avenue's other name as addresses write it: `via expressa` is Menino Marcelo. */
export function asInAddresses(text: string): { street: string; isAvenue: boolean } {
  const words = ` ${placeWords(text).join(' ')} `
  for (const { own, street } of avenues)
    if (words.includes(own)) return { street: words.replace(own, street), isAvenue: true }
  return { street: text, isAvenue: false }
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
