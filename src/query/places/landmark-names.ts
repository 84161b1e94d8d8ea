import { type Marco, marcos } from '../../domain/alagoas/known-places.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { lazily, oncePer } from '../../domain/basics/memoize.ts'
import { placeKey, placeWords } from '../../domain/places/place-names.ts'
import { type Name, namesLike, namesWith } from '../../domain/places/similar-names.ts'

interface LandmarkName extends Name {
  readonly marco: Marco
}

/** By each of its names. The words of its municipality may be among those of the question. */
export const landmarks = lazily(() =>
  marcos.flatMap((marco) => [marco.nome, ...marco.outros].map((nome) => nameOf(marco, nome))),
)

function nameOf(marco: Marco, nome: string): LandmarkName & { key: string } {
  const words = [...new Set([...placeWords(nome), ...placeWords(townNamed(marco))])]
  return { nome, words, key: placeKey(nome), marco }
}

/** Names without their municipality, and its own beside. An acronym has no slips: IFAL is no UFAL. */
const withOwnWords = lazily(() =>
  landmarks().map(({ nome, marco }) => ({
    nome,
    words: placeWords(nome),
    town: placeWords(townNamed(marco)),
    isAcronym: /\b[A-Z]{2,}\b/.test(nome),
    marco,
  })),
)

export function townNamed({ codigoIBGE }: Marco): string {
  return municipioByCode(codigoIBGE)?.nome ?? ''
}

/** Landmarks of which a name begins with the whole words. */
export function landmarksBeginning(words: readonly string[]): Marco[] {
  const asked = `${words.join(' ')} `
  return marcosOf(landmarks().filter((each) => `${each.words.join(' ')} `.startsWith(asked)))
}

/** Landmarks with the words in a name, or else with a name like them. Words of the landmark's town help only beside the others, and all of them. */
export function landmarksNear(words: readonly string[]): Marco[] {
  const byRest = [...groupBy(withOwnWords(), ({ town }) => beside(words, town).join(' '))]
  const found = (find: typeof namesWith, isSlip: boolean) =>
    byRest.flatMap(([rest, names]) =>
      find(
        rest.split(' '),
        names.filter(({ isAcronym }) => !isSlip || !isAcronym),
      ),
    )
  const holding = found(namesWith, false)
  return marcosOf(holding.length > 0 ? holding : found(namesLike, true))
}

function beside(words: readonly string[], town: readonly string[]): readonly string[] {
  return town.every((word) => words.includes(word)) ? words.filter((word) => !town.includes(word)) : words
}

function marcosOf(names: readonly LandmarkName[]): Marco[] {
  return [...new Set(names.map(({ marco }) => marco))]
}

export function landmarkNamed(text: string): Marco | undefined {
  const key = placeKey(text)
  return landmarks().find((each) => each.key === key)?.marco
}

/** The name that `perto` takes: with its municipality, unless that is part of the name. */
export const labelOf = oncePer((marco: Marco): string => {
  const town = townNamed(marco)
  return placeKey(marco.nome).includes(placeKey(town)) ? marco.nome : `${marco.nome}, ${town}`
})
