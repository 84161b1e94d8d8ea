import { type Marco, marcos } from '../../domain/alagoas/known-places.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { lazily } from '../../domain/basics/memoize.ts'
import { placeKey, placeWords } from '../../domain/places/place-names.ts'
import { type Name, namesLike, namesNear } from '../../domain/places/similar-names.ts'

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

/** Names without their municipality, for a slip in a name written alone. An acronym has no slips: IFAL is no UFAL. */
const misspellable = lazily(() => {
  const others = landmarks().filter(({ nome }) => !/\b[A-Z]{2,}\b/.test(nome))
  return others.map(({ nome, marco }) => ({ nome, words: placeWords(nome), marco }))
})

export function townNamed({ codigoIBGE }: Marco): string {
  return municipioByCode(codigoIBGE)?.nome ?? ''
}

/** Landmarks of which a name begins with the whole words. */
export function landmarksBeginning(words: readonly string[]): Marco[] {
  const asked = `${words.join(' ')} `
  return marcosOf(landmarks().filter((each) => `${each.words.join(' ')} `.startsWith(asked)))
}

/** Landmarks with the words in a name, or else with a name like them. */
export function landmarksNear(words: readonly string[]): Marco[] {
  const near = namesNear(words, landmarks())
  return marcosOf(near.length > 0 ? near : namesLike(words, misspellable()))
}

function marcosOf(names: readonly LandmarkName[]): Marco[] {
  return [...new Set(names.map(({ marco }) => marco))]
}
