import { localidades, marcos } from '../../domain/alagoas/known-places.ts'
import { quote, withinSteps } from '../../domain/basics/text.ts'
import { districtKeyOf, placeKey, placeWords } from '../../domain/places/place-names.ts'
import { slipsIn, slipsOf } from '../../domain/places/similar-names.ts'
import { understoodAs } from '../../format/words/understanding.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { placesOf } from '../places/found-places.ts'
import { labelOf, landmarkNamed } from '../places/named-point.ts'
import { acronyms, spotNamed } from '../places/place-lookup.ts'
import { noListOf, townBeside } from './search-phrase.ts'
import { SHORT } from './postos.ts'
import { type Achados, NOTHING, find, knownWords, meaningOf } from './search-words.ts'

/** The one place or landmark of a text with a slip in several of its words, in another order, or after its municipality. */
export function mendedPlace(snapshot: Snapshot, text: string): Achados | undefined {
  const asked = placeWords(text)
  const words = asked.map((word) => mendedWord(snapshot, word))
  const isSame = words.join(' ') === asked.join(' ')
  const spot = spotWith(snapshot, words, text)
  for (const name of [...(spot === undefined ? [] : [spot]), ...turnsOf(snapshot, words, isSame)]) {
    const found = find(snapshot, name)
    if (name === spot && found.marcos.length === 1 && found.lugares.length === 0)
      return { ...NOTHING, marcos: found.marcos }
    const sole = surePlace(found)
    if (!sole) continue
    const nome = [sole.bairro, sole.municipio.nome].filter(Boolean).join(', ')
    const observacoes = isSame ? [] : [understoodAs(text, nome)]
    return { ...NOTHING, lugares: [sole], observacoes }
  }
  return undefined
}

/** The known word that a misspelt one is near, where only one is, or the nearest has a single slip. */
function mendedWord(snapshot: Snapshot, word: string): string {
  const known = knownWords(snapshot)
  if (word.length <= SHORT || known.has(word)) return word
  const slips = (each: string): number => (acronyms.has(each) ? Infinity : slipsOf(word, each))
  const [first, ...others] = withinSteps(known, slipsIn(word), slips)
  return first !== undefined && (others.length === 0 || slipsOf(word, first) === 1) ? first : word
}

/** The known place or landmark with just these words, or with those before its municipality. */
function spotWith(snapshot: Snapshot, words: readonly string[], text: string): string | undefined {
  const { name = '', town } = townBeside(snapshot, text) ?? {}
  const [key, keyInTown] = [keyOf(words), keyOf(placeWords(name))]
  return SPOTS.find((spot) => spot.key === key || (spot.codigoIBGE === town && spot.key === keyInTown))?.nome
}

/** The words from each of them on, the first ones last: as they are where one was mended, else those that end with a municipality. */
function turnsOf(snapshot: Snapshot, words: readonly string[], isSame: boolean): string[] {
  return words
    .slice(0, MOST_WORDS)
    .map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
    .filter((turn, at) => (at === 0 && !isSame) || townBeside(snapshot, turn))
}

/** Mended words are no half of a name: `ceasa` is no Olho d'Água do Casado. */
function surePlace({ lugares, parecidos }: Achados) {
  const [sole, ...others] = lugares
  const isSure = sole?.exato === true || sole?.observacoes.length === 0
  return others.length === 0 && !parecidos && isSure ? sole : undefined
}

/** Known places and landmarks, by the words of each of their names in any order: `maragogi praia`. */
const SPOTS = [...localidades, ...marcos].flatMap((place) => {
  const names = [place.nome, ...('outros' in place ? place.outros : [])]
  return names.map((nome) => ({ nome, codigoIBGE: place.codigoIBGE, key: keyOf(placeWords(nome)) }))
})

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

/** The longest part of the text that is the exact name of a place or a landmark; in the municipality named, if one is. */
export function knownPart(snapshot: Snapshot, text: string): Achados | undefined {
  const words = text.split(' ').slice(0, MOST_WORDS)
  const towns = words.map((_, at) => townBeside(snapshot, words.slice(0, at + 1).join(' '))?.town)
  const town = towns.find((each) => each !== undefined)
  for (let length = words.length - 1; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const name = words.slice(at, at + length).join(' ')
      const found = exactPlace(snapshot, name, town)
      if (!found) continue
      const known = `De “${quote(text)}”, ${quote(name)} é um lugar conhecido.`
      const others = noListOf([...words.slice(0, at), ...words.slice(at + length)].join(' '))
      return { ...found, observacoes: [known, others?.sentence ?? []].flat() }
    }
  return undefined
}

/** Places of that whole name, else a landmark; in the municipality where one is given. */
function exactPlace(snapshot: Snapshot, name: string, town: number | undefined): Achados | undefined {
  const isAvenue = spotNamed(name)?.rua !== undefined
  const lugares = placesOf(snapshot, meaningOf(snapshot, name), name).filter(
    ({ exato, bairro = '', municipio: { codigoIBGE } }) =>
      (exato || isAvenue || districtKeyOf({ bairro: name, codigoIBGE }) === placeKey(bairro)) &&
      (town ?? codigoIBGE) === codigoIBGE,
  )
  if (lugares.length > 0) return { ...NOTHING, lugares }
  const marco = landmarkNamed(name)
  const isThere = marco && (town ?? marco.codigoIBGE) === marco.codigoIBGE
  return isThere ? { ...NOTHING, marcos: [labelOf(marco)] } : undefined
}

const MOST_WORDS = 8
