import { type Marco, marcos } from '../../domain/alagoas/known-places.ts'
import { ESTADO, SO_HA_DADOS } from '../../domain/alagoas/state.ts'
import { asCep, isElsewhere, placeWords, splitPlaces } from '../../domain/places/place-names.ts'
import { beginsWith, namesNear, namesWith } from '../../domain/places/similar-names.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { exactTown } from './areas.ts'
import { type Directory, directoryOf } from './directory.ts'
import { noteOnBrand } from './find-place.ts'
import { spotNamed, spotsWith } from './known-spots.ts'
import { labelOf, landmarkNamed, landmarksBeginning, landmarksNear } from './landmark-names.ts'
import { exactly } from './place-lookup.ts'
import { understand } from './place-meaning.ts'
import {
  type NamedPoint,
  type Refusal,
  SEVERAL,
  namesakesOf,
  ofAreas,
  ofLandmark,
} from './points-of-areas.ts'

const UNKNOWN = `não é um lugar conhecido, e ${SO_HA_DADOS}`

/** Names of municipalities and districts before those of landmarks. */
export function findName(snapshot: Snapshot, text: string): NamedPoint | Refusal {
  const directory = directoryOf(snapshot)
  const whole = exactly(directory, text) ? undefined : landmarkNamed(text)
  if (whole) return ofLandmark(whole, text)
  const { areas, near, notes } = understand(snapshot, text)
  if (!areas) return { why: `${ESTADO.nome} é o estado todo`, names: [] }
  if (areas.length + near.length === 0 && isElsewhere(text)) return { why: UNKNOWN, names: [] }
  const brand = areas.length > 0 ? undefined : noteOnBrand(snapshot, text)
  if (brand) return besideBrand(snapshot, brand)
  const place = areas.length > 0 ? ofAreas(snapshot, areas, text) : undefined
  const why = notes.join(' ').replace(/\.$/, '')
  if (asCep(text) !== undefined) return place ?? { why: why.replace(/^O /, 'o '), names: near }
  if (place && ('why' in place || isWhole(place, placeWords(text)))) return place
  const names = near.map((name) => namesakesOf(snapshot, name))
  if (!place && isDistrictElsewhere(directory, text) && !names.some(({ length }) => length === 1))
    return { why, names: [] }
  return amongLandmarks(snapshot, text, names.flat(), place)
}

/** The landmark that a text means, else `place`, named by half; else all names like it: municipalities, landmarks, districts (`near`). */
function amongLandmarks(
  snapshot: Snapshot,
  text: string,
  near: readonly string[],
  place: NamedPoint | undefined,
): NamedPoint | Refusal {
  const words = placeWords(text)
  // `ifal` has a slip only from `ufal`, but landmarks begin with it.
  const beginning = landmarksBeginning(words)
  const similar = beginning.length > 0 || (place && !isBySpot(place, text)) ? beginning : landmarksNear(words)
  const isKind = KINDS.has(words.join(' '))
  if (place && similar.length === 0 && !isKind && !isOfAnotherKind(place, words)) return place
  const own = place && beginsWith(placeWords(place.centro.nome), words) ? [place.centro.nome] : []
  const spots = spotsWith(text).filter((name) => !similar.some((marco) => marco === landmarkNamed(name)))
  const [sole, ...others] = [...similar, ...own, ...spots]
  const holding = beginning.length > 0 ? near.filter((name) => isWith(name, words)) : near
  const isSole = others.length === 0 && holding.length === 0
  if (typeof sole === 'object' && isSole && !isKind) return ofLandmark(sole, text)
  const places = [...near, ...own]
  const towns = places.filter((name) => isTownWith(snapshot, name, words))
  const names = [...new Set([...towns, ...similar.map(labelOf), ...places, ...spots])]
  const rest = names.length > 0 ? '' : text.replace(BUILDINGS.has(words[0] ?? '') ? FIRST_WORD : BEACH, '')
  const beside = rest === '' || rest === text ? undefined : findName(snapshot, rest)
  if (beside && 'centro' in beside && BEACH.test(text)) return beside
  const told = beside ? namesIn(beside) : names
  const unknown = told.length === 1 ? 'não é um lugar conhecido; talvez seja' : SEVERAL
  return { why: told.length > 0 ? unknown : UNKNOWN, names: told }
}

/** Kinds of which every town has one or more: the only one known by name is asked back, not taken for that of the asker. */
const BUILDINGS = kinds('igreja usina feira parque escola colégio mercado orla upa hospital terminal')
const KINDS = new Set([...BUILDINGS, ...kinds('rua avenida praça')])

function kinds(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').flatMap((name) => placeWords(name)))
}

/** `igreja de santo antônio`: a kind beside half the name of a place, or a slip of it, is no name of that place. */
function isOfAnotherKind({ centro }: NamedPoint, words: readonly string[]): boolean {
  const [kind = ''] = words
  const own = placeWords(centro.nome)
  return (
    KINDS.has(kind) && !own.includes(kind) && namesNear(words, [{ nome: centro.nome, words: own }]).length > 0
  )
}

/** `aeropoto`, `zumbi dos palmares`: a place of which no name is like the words was found by a known spot half named or misspelt. */
function isBySpot({ centro }: NamedPoint, text: string): boolean {
  const [nome = ''] = splitPlaces(centro.nome)
  return (
    spotNamed(text) === undefined &&
    namesNear(placeWords(text), [{ nome, words: placeWords(nome) }]).length === 0
  )
}

function isTownWith(snapshot: Snapshot, nome: string, words: readonly string[]): boolean {
  return exactTown(directoryOf(snapshot), nome) !== undefined && isWith(nome, words)
}

function isWith(nome: string, words: readonly string[]): boolean {
  return namesWith(words, [{ nome, words: placeWords(nome) }]).length > 0
}

/** A brand is no place: the one beside it is proposed, and no landmark with like words. */
function besideBrand(snapshot: Snapshot, { sentence, rest }: { sentence: string; rest: string }): Refusal {
  return { why: sentence.replace(/\.$/, ''), names: namesIn(findName(snapshot, rest)) }
}

function namesIn(found: NamedPoint | Refusal): readonly string[] {
  return 'centro' in found ? [found.centro.nome] : found.names
}

/** `farol, arapiraca` or `centro, recife`: a district that is not where it is looked for is no slip of a landmark. */
function isDistrictElsewhere(directory: Directory, text: string): boolean {
  const [first = '', ...others] = splitPlaces(text)
  const isDistrict = exactly(directory, first) !== undefined && exactTown(directory, first) === undefined
  return isDistrict && others.length > 0
}

/** A beach without a point of its own is looked for as the district it belongs to. */
const FIRST_WORD = /^\S+\s+(?:d[aeo]s?\s+)?/i
const BEACH = /^(?:praia\s+d[aeo]s?\s+)+/i

/** No half of a name, as `praia` is of Praia Dourada. */
function isWhole({ centro, notes }: NamedPoint, asked: readonly string[]): boolean {
  const [name = ''] = centro.nome.split(',')
  return notes.length === 0 && placeWords(name).every((word) => asked.includes(word))
}

/** Landmarks that a text means; `isExact`: it is the whole name of one. */
export function landmarksNamed(snapshot: Snapshot, text: string): { named: Marco[]; isExact: boolean } {
  const found = findName(snapshot, text)
  const named = namesIn(found).flatMap((name) => marcos.find((marco) => labelOf(marco) === name) ?? [])
  return { named, isExact: named.length > 0 && landmarkNamed(text) !== undefined }
}
