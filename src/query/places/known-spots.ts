import { type Localidade, localidades } from '../../domain/alagoas/known-places.ts'
import { placeKey, placeWords } from '../../domain/places/place-names.ts'
import { type Name, namesLike } from '../../domain/places/similar-names.ts'
import { joined } from '../../format/words/formatting.ts'
import { type Meaning, areaOf, townName, understood } from './areas.ts'
import type { Directory } from './directory.ts'

const spots = new Map(localidades.map((each) => [placeKey(each.nome), each] as const))
const spotNames: readonly Name[] = localidades.map(({ nome }) => ({ nome, words: placeWords(nome) }))
const STREET = /^(?:avenida|av|rua|r)\.?\s+/i

export function spotNamed(text: string): Localidade | undefined {
  return spots.get(placeKey(text)) ?? spots.get(placeKey(text.replace(STREET, '')))
}

/** The districts of a known spot, or its municipality where no station is in them. */
export function spotOf(directory: Directory, text: string, within: number | undefined): Meaning | undefined {
  const spot = spotNamed(text)
  if (!spot || (within ?? spot.codigoIBGE) !== spot.codigoIBGE) return undefined
  const { nome, codigoIBGE: town, bairros = [] } = spot
  const municipio = townName(directory, town)
  const districts = bairros.flatMap((bairro) => directory.districts.get(placeKey(bairro)) ?? [])
  const there = districts.filter(({ declared }) => declared.has(town))
  const areas = there.map((district) => areaOf(district, town))
  if (areas.length > 0) return understood(areas, [`${nome} fica em ${joined(bairros)}, ${municipio}.`])
  const note = `${nome} fica em ${municipio}: nenhum posto se diz de lá, e vêm os do município.`
  return understood([{ town }], [note])
}

/** Acronyms in names of known spots have no slips: IFAL is no UFAL. */
export const acronyms: ReadonlySet<string> = new Set(
  localidades.flatMap(({ nome }) => nome.match(/\b[A-Z]{2,}\b/g) ?? []),
)
const misspellable = spotNames.filter(({ words }) => !words.every((word) => acronyms.has(word)))

/** The known spot that words misspell, the likest one. */
export function spotLike(words: readonly string[]): Name | undefined {
  return namesLike(words, misspellable)[0]
}

/** Names of the known spots with the words: `shopping`, `hospital geral`. */
export function spotsWith(text: string, within?: number): string[] {
  const asked = placeWords(text).join(' ')
  return localidades.flatMap(({ codigoIBGE, nome }, at) => {
    const isThere = (within ?? codigoIBGE) === codigoIBGE && asked.length >= SHORTEST_PART
    return isThere && ` ${spotNames[at]?.words.join(' ')} `.includes(` ${asked} `) ? nome : []
  })
}

const SHORTEST_PART = 4
