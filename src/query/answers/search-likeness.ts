import { oncePer } from '../../domain/basics/memoize.ts'
import { fold } from '../../domain/basics/text.ts'
import { type Marco, localidades } from '../../domain/alagoas/known-places.ts'
import { municipioByCode, municipios } from '../../domain/alagoas/municipalities.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { asCep, placeWords } from '../../domain/places/place-names.ts'
import { slipsOf } from '../../domain/places/similar-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import { directoryOf } from '../places/directory.ts'
import { labelOf } from '../places/named-point.ts'
import { type LugarAchado, townBeside } from '../places/found-places.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Longest word that is only found whole: `br` is no BRISA. */
export const SHORT = 3

/** Words of the names of municipalities, districts and known places. */
export const knownWords = oncePer((snapshot: Snapshot): ReadonlySet<string> => {
  const names = [...directoryOf(snapshot).districts.values()].filter(({ isVague }) => !isVague)
  return new Set([...names, ...municipios, ...localidades].flatMap(({ nome }) => placeWords(nome)))
})

/** A slip for each four letters of a word. */
export function slipsIn(word: string): number {
  return Math.max(1, Math.floor(word.length / 4))
}

/** Each word begins one of the names, or is one of them but for a slip; a known word is itself only, a short one is whole. */
export function isLike(
  known: ReadonlySet<string>,
  asked: readonly string[],
  names: readonly string[],
): boolean {
  const own = [...names.map((name) => placeWords(name).join('')), ...names.flatMap(placeWords)]
  return asked.every((word) =>
    own.some(
      (each) =>
        each === word ||
        (word.length > SHORT && each.startsWith(word)) ||
        (word.length > SHORT && !known.has(word) && slipsOf(word, each) <= slipsIn(word)),
    ),
  )
}

/** No word is known: each may be a misspelt one. */
export const NO_WORDS: ReadonlySet<string> = new Set()

/** Places of the municipality that the text ends with, unless one has the text for its name. */
export function inTown(snapshot: Snapshot, lugares: readonly LugarAchado[], text: string): LugarAchado[] {
  const beside = townBeside(directoryOf(snapshot), text)
  return lugares.filter(
    ({ municipio }) => !beside || municipio.codigoIBGE === beside.town || lugares.some(({ exato }) => exato),
  )
}

/** Every word is of the places found, slips apart: `Baixa Grande` is no Barra Grande. */
export function isSurely(snapshot: Snapshot, lugares: readonly LugarAchado[], text: string): boolean {
  if (!/\p{L}/u.test(text) || asCep(text) !== undefined || lugares.some(({ exato }) => exato)) return true
  const towns = new Set(lugares.map(({ municipio }) => municipio.codigoIBGE))
  const spots = localidades.filter(({ codigoIBGE }) => towns.has(codigoIBGE)).map(({ nome }) => nome)
  const names = lugares.flatMap(({ bairro, municipio }) => [bairro ?? '', municipio.nome])
  return isLike(knownWords(snapshot), placeWords(text), [...names, ...spots, ESTADO.nome, ESTADO.sigla])
}

/** The words are of the landmark's names, and its municipality is the one named beside it. */
export function isOfLandmark(snapshot: Snapshot, marco: Marco, text: string): boolean {
  const { nome, outros, codigoIBGE } = marco
  const beside = townBeside(directoryOf(snapshot), text)
  const isThere =
    !beside || codigoIBGE === beside.town || isLike(NO_WORDS, placeWords(text), [labelOf(marco)])
  const own = [nome, ...outros, municipioByCode(codigoIBGE)?.nome ?? '']
  return isThere && isLike(knownWords(snapshot), placeWords(text), own)
}

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
