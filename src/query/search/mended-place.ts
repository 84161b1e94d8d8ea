import { localidades, marcos } from '../../domain/alagoas/known-places.ts'
import { withinSteps } from '../../domain/basics/text.ts'
import { placeWords } from '../../domain/places/place-names.ts'
import { slipsIn, slipsOf } from '../../domain/places/similar-names.ts'
import { understoodAs } from '../../format/words/understanding.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { nameOfPlace } from '../places/found-places.ts'
import { acronyms } from '../places/known-spots.ts'
import { townBeside } from './phrase.ts'
import { SHORT } from './stations.ts'
import { type Achados, NOTHING, find, knownWords } from './meanings.ts'

/** The one place or landmark of a text with a slip in several of its words, in another order, or after its municipality. */
export function mendedPlace(snapshot: Snapshot, text: string): Achados | undefined {
  const asked = placeWords(text)
  if (asked.length > MOST_WORDS) return undefined
  const words = asked.map((word) => mendedWord(snapshot, word))
  const isSame = words.join(' ') === asked.join(' ')
  const spot = spotWith(snapshot, words, text)
  for (const name of [...(spot === undefined ? [] : [spot]), ...turnsOf(snapshot, words, isSame)]) {
    const found = find(snapshot, name)
    if (name === spot && found.marcos.length === 1 && found.lugares.length === 0)
      return { ...NOTHING, marcos: found.marcos }
    const sole = surePlace(found)
    if (!sole) continue
    const observacoes = isSame ? [] : [understoodAs(text, nameOfPlace(sole))]
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

/** More words are no place misspelt. */
const MOST_WORDS = 5
