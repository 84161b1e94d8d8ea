import type { PostoServido } from '../../domain/answers/common.ts'
import { localidades } from '../../domain/alagoas/known-places.ts'
import { fold } from '../../domain/basics/text.ts'
import { placeWords } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import type { NamedStation } from '../lists/station-names.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Longest word that is only found whole: `br` is no BRISA. */
export const SHORT = 3

/** Stations whose address names a road, and of those with some of the words `beside` it only these. */
export function stationsOn(snapshot: Snapshot, inAddress: RegExp, beside: string) {
  const there = snapshot.named().filter(({ street }) => inAddress.test(street.trim()))
  const told = stationsTold(there, wordsOf(beside))
  return told.matched > 0 ? told : { stations: there.map(({ station }) => station), matched: 0 }
}

/** Stations whose name, street, district and town together, or street alone, have the most of the words, and how many. */
export function stationsTold(
  stations: readonly NamedStation[],
  words: readonly string[],
  where?: 'street',
): { stations: readonly Station[]; matched: number } {
  let best: { stations: Station[]; matched: number } = { stations: [], matched: 0 }
  const beginnings = words.map(beginningOf)
  for (const { station, all, street } of words.length > 0 ? stations : []) {
    let matched = 0
    for (const beginning of beginnings)
      if (street.includes(beginning) || (!where && all.includes(beginning))) matched++
    if (matched > best.matched) best = { stations: [], matched }
    if (matched > 0 && matched === best.matched) best.stations.push(station)
  }
  return best
}

export function wordsOf(text: string): string[] {
  return fold(text).split(' ').filter(Boolean)
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
export function inWhole(stations: readonly Station[], words: string): Station[] {
  const short = fold(words)
    .split(' ')
    .filter((word) => word.length <= SHORT)
  return stations.filter(({ posto: { nomeFantasia, razaoSocial } }) =>
    short.every((word) => ` ${fold(`${nomeFantasia} ${razaoSocial}`)} `.includes(beginningOf(word))),
  )
}

export function beginningOf(word: string): string {
  return word.length <= SHORT ? ` ${word} ` : ` ${word}`
}

export function servedBy(stations: readonly Station[]): PostoServido[] {
  return stations.map(({ posto }) => posto)
}
