import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { localidades } from '../../domain/alagoas/known-places.ts'
import { fold } from '../../domain/basics/text.ts'
import { placeWords } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { Road } from './search-phrase.ts'

/** Longest word that is only found whole: `br` is no BRISA. */
export const SHORT = 3

/** Stations whose address names a road, and of those with some of the words `beside` it only these. */
export function stationsOn(snapshot: Snapshot, { inAddress, digits }: Road, beside: string) {
  const { stations, marks } = snapshot.words()
  const written = [digits, `AL${digits}`, `BR${digits}`].map((word) => marks('street', word, true))
  const there = stations.filter(
    ({ posto }, at) =>
      written.some((marked) => marked[at]) && inAddress.test(fold(posto.endereco.nomeLogradouro)),
  )
  const told = stationsTold(snapshot, wordsOf(beside), { among: new Set(there) })
  return told.matched > 0 ? told : { postos: postosOf(there), matched: 0 }
}

/** Stations, some or all, whose name, street, district and town together, or street alone, have the most of the words. */
export function stationsTold(
  snapshot: Snapshot,
  words: readonly string[],
  { where = 'address', among }: { where?: 'address' | 'street'; among?: ReadonlySet<Station> } = {},
) {
  const { stations, marks } = snapshot.words()
  const counts = new Uint8Array(stations.length)
  for (const word of words) {
    const marked = marks(where, word, word.length <= SHORT)
    for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (marked[at] ?? 0)
  }
  if (among) for (const [at, station] of stations.entries()) if (!among.has(station)) counts[at] = 0
  const matched = counts.reduce((most, count) => Math.max(most, count), 0)
  const found = matched === 0 ? [] : stations.filter((_, at) => counts[at] === matched)
  return { postos: postosOf(found), matched }
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
export function inWhole(postos: readonly PostoServido[], words: string): PostoServido[] {
  const short = wordsOf(words).filter((word) => word.length <= SHORT)
  return postos.filter(({ nomeFantasia, razaoSocial }) =>
    short.every((word) => ` ${fold(`${nomeFantasia} ${razaoSocial}`)} `.includes(` ${word} `)),
  )
}

export function postosOf(stations: readonly Station[]): PostoServido[] {
  return stations.map(({ posto }) => posto)
}
