import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { type Marco, localidades } from '../../domain/alagoas/known-places.ts'
import { municipioByCode, municipios } from '../../domain/alagoas/municipalities.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { slipsIn, slipsOf, soundOf } from '../../domain/places/similar-names.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import type { Bandeira } from '../../domain/registry/registry.ts'
import { asCep, placeWords } from '../../domain/places/place-names.ts'
import { type LugarAchado, nearPlaces, placesOf } from '../places/found-places.ts'
import { fuelIn, townBeside } from './phrase.ts'
import { SHORT, inWhole } from './stations.ts'
import { directoryOf } from '../places/directory.ts'
import { type Understanding, understand } from '../places/place-meaning.ts'
import { labelOf } from '../places/landmark-names.ts'
import { landmarksNamed } from '../places/point-of-name.ts'
import { postosOf, similarNames, stationsNamed, wordsOf } from '../answers/postos.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Possible meanings of a few words, to choose from. */
export interface Achados {
  /** Named beside a place, or alone. */
  combustivel?: Slug | undefined
  /** Other fuels of the phrase, left out of the results. */
  outros?: readonly Slug[]
  /** The places as points, by the names that `perto` takes, where stations around them are asked for. */
  pontos?: readonly string[] | undefined
  /** Named, and known of some stations. */
  bandeira?: Bandeira
  /** The whole state is meant: by its name, or by a fuel alone. */
  estado: boolean
  lugares: LugarAchado[]
  /** Landmarks, by the names that `perto` takes. */
  marcos: readonly string[]
  postos: PostoServido[]
  /** No name has these words: the results have similar ones. */
  parecidos: boolean
  /** The words, where they are a CNPJ that no station has. */
  cnpj?: string
  /** Sentences on the meaning, or on why nothing was found. */
  observacoes: readonly string[]
}

export const NOTHING: Achados = {
  estado: false,
  lugares: [],
  marcos: [],
  postos: [],
  parecidos: false,
  observacoes: [],
}

export function isFound({ estado, lugares, marcos, postos }: Achados): boolean {
  return estado || lugares.length + marcos.length + postos.length > 0
}

/** The meanings of words as they stand: a place with a fuel beside it or without, landmarks, names of stations; else names like them. */
export function find(snapshot: Snapshot, words: string): Achados {
  const { place, meaning, combustivel } = placeIn(snapshot, words)
  const found = { ...NOTHING, combustivel, estado: meaning.areas === null }
  const { named: marcosNamed, isExact } = landmarksNamed(snapshot, place)
  if (isExact) return { ...found, marcos: marcosNamed.map(labelOf) }
  const near = nearPlaces(snapshot, meaning.near, place)
  const own = placesOf(snapshot, meaning, place)
  // Beside the municipalities that begin so: a station of such a name is no reason to leave the districts out.
  const begun =
    own.length > 0 && meaning.areas?.length === 0
      ? near.lugares.filter(({ bairro }) => bairro !== undefined)
      : []
  const lugares = inTown(snapshot, [...own, ...begun], place)
  const postos = byTradeName(snapshot, inWhole(stationsNamed(snapshot, words), words), words)
  const isSure = isSurely(snapshot, lugares, place)
  const landmarks = marcosNamed.filter((marco) => isOfLandmark(snapshot, marco, place)).map(labelOf)
  if (found.estado || postos.length > 0 || (lugares.length > 0 && isSure)) {
    const marcos = meaning.notes.length > 0 ? landmarks : []
    return { ...found, lugares: isSure ? lugares : [], postos, marcos }
  }
  if (lugares.length > 0) {
    const asNamed = placesOf(snapshot, { ...meaning, notes: [] }, place)
    return { ...found, lugares: inTown(snapshot, asNamed, place), parecidos: true }
  }
  const close = inTown(snapshot, near.lugares, place)
  if (close.length + landmarks.length > 0) return { ...found, ...near, lugares: close, marcos: landmarks }
  const names = new Set(asCep(words) === undefined ? similarNames(snapshot, words) : [])
  const similar = snapshot.stations().filter(({ posto: { nomeFantasia, razaoSocial, endereco } }) => {
    const own = [nomeFantasia, razaoSocial, endereco.bairro, endereco.municipio]
    return names.has(nomeFantasia) && isLike(NO_WORDS, placeWords(words), own)
  })
  if (similar.length > 0) return { ...found, postos: postosOf(similar), parecidos: true }
  const noStation = `Nenhum posto tem nome parecido${/\s/.test(words) ? ': tente só uma palavra do nome.' : '.'}`
  return { ...found, observacoes: [...meaning.notes, ...(/\p{L}/u.test(words) ? [noStation] : [])] }
}

/** Stations whose trade name has the words where some have, else those of such a company: only the trade name is shown. */
function byTradeName(snapshot: Snapshot, postos: PostoServido[], words: string): PostoServido[] {
  const having = new Set(postosOf(snapshot.words().having('tradeName', wordsOf(words))))
  const shown = postos.filter((posto) => having.has(posto))
  return shown.length > 0 ? shown : postos
}

/** A fuel counts only beside a possible place: many stations have a fuel in their names. */
function placeIn(snapshot: Snapshot, words: string) {
  const whole = meaningOf(snapshot, words)
  // `gnv jacintinho` is near enough to the district's name to be taken for it.
  if (whole.areas?.length === 0 || whole.notes.length > 0) {
    const { combustivel, outros, place } = fuelIn(words)
    const meaning = combustivel && outros.length === 0 ? meaningOf(snapshot, place) : undefined
    const isMeant = meaning && (meaning.areas?.length !== 0 || meaning.near.length > 0)
    if (meaning && (isMeant || landmarksNamed(snapshot, place).isExact))
      return { combustivel, place, meaning }
  }
  return { combustivel: undefined, place: words, meaning: whole }
}

/** A fuel with nothing beside it is asked for in the whole state. */
export function meaningOf(snapshot: Snapshot, place: string): Understanding {
  if (place === '') return { areas: null, notes: [], near: [] }
  // Too many places for the parameter: no place is meant.
  if (parametros.bairro.parse(place) === undefined) return { areas: [], notes: [], near: [] }
  return understand(snapshot, place)
}

/** Words of the names of municipalities, districts and known places. */
export const knownWords = oncePer((snapshot: Snapshot): ReadonlySet<string> => {
  const names = [...directoryOf(snapshot).districts.values()].filter(({ isVague }) => !isVague)
  return new Set([...names, ...municipios, ...localidades].flatMap(({ nome }) => placeWords(nome)))
})

/** Each word begins one of the names, or is one of them but for a slip; a known word is itself only, a short one is whole. */
function isLike(known: ReadonlySet<string>, asked: readonly string[], names: readonly string[]): boolean {
  const own = [...names.map((name) => placeWords(name).join('')), ...names.flatMap(placeWords)]
  return asked.every((word) =>
    own.some(
      (each) =>
        soundOf(each) === soundOf(word) ||
        (word.length > SHORT && each.startsWith(word)) ||
        (word.length > SHORT && !known.has(word) && slipsOf(word, each) <= slipsIn(word)),
    ),
  )
}

/** No word is known: each may be a misspelt one. */
const NO_WORDS: ReadonlySet<string> = new Set()

/** Places of the municipality that the text ends with, unless one has the text for its name. */
function inTown(snapshot: Snapshot, lugares: readonly LugarAchado[], text: string): LugarAchado[] {
  const beside = townBeside(snapshot, text)
  return lugares.filter(
    ({ municipio }) => !beside || municipio.codigoIBGE === beside.town || lugares.some(({ exato }) => exato),
  )
}

/** Every word is of the places found, slips apart: `Baixa Grande` is no Barra Grande. */
function isSurely(snapshot: Snapshot, lugares: readonly LugarAchado[], text: string): boolean {
  if (!/\p{L}/u.test(text) || asCep(text) !== undefined || lugares.some(({ exato }) => exato)) return true
  const towns = new Set(lugares.map(({ municipio }) => municipio.codigoIBGE))
  const spots = localidades.filter(({ codigoIBGE }) => towns.has(codigoIBGE)).map(({ nome }) => nome)
  const names = lugares.flatMap(({ bairro, municipio }) => [bairro ?? '', municipio.nome])
  return isLike(knownWords(snapshot), placeWords(text), [...names, ...spots, ESTADO.nome, ESTADO.sigla])
}

/** The words are of the landmark's names, and its municipality is the one named beside it. */
function isOfLandmark(snapshot: Snapshot, marco: Marco, text: string): boolean {
  const { nome, outros, codigoIBGE } = marco
  const beside = townBeside(snapshot, text)
  const isThere =
    !beside || codigoIBGE === beside.town || isLike(NO_WORDS, placeWords(text), [labelOf(marco)])
  const own = [nome, ...outros, municipioByCode(codigoIBGE)?.nome ?? '']
  return isThere && isLike(knownWords(snapshot), placeWords(text), own)
}
