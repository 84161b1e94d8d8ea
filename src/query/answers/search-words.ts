import type { PostoServido } from '../../domain/answers/common.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import type { Bandeira } from '../../domain/registry/brands.ts'
import { asCep, placeWords } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import { type LugarAchado, fuelsBeside, nearPlaces, placesOf, townBeside } from '../places/found-places.ts'
import { directoryOf } from '../places/directory.ts'
import { type Understanding, understand } from '../places/place-meaning.ts'
import { labelOf, landmarksNamed } from '../places/named-point.ts'
import { similarNames, stationsNamed } from './postos.ts'
import { NO_WORDS, inTown, inWhole, isLike, isOfLandmark, isSurely } from './search-likeness.ts'
import { withoutFillers } from './search-phrase.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Possible meanings of a few words, to choose from. */
export interface Achados {
  /** Named beside a place, or alone. */
  combustivel: Slug | undefined
  /** Named, and known of some stations. */
  bandeira: Bandeira | undefined
  /** The whole state is meant: by its name, or by a fuel alone. */
  estado: boolean
  lugares: LugarAchado[]
  /** Landmarks, by the names that `perto` takes. */
  marcos: readonly string[]
  postos: PostoServido[]
  /** No name has these words: the results have similar ones. */
  parecidos: boolean
  /** The words, where they are a CNPJ that no station has. */
  cnpj: string | undefined
  /** The road named, as `BR-104`. */
  estrada: string | undefined
  /** Sentences on the meaning, or on why nothing was found. */
  observacoes: readonly string[]
}

export const NOTHING: Achados = {
  combustivel: undefined,
  bandeira: undefined,
  estado: false,
  lugares: [],
  marcos: [],
  postos: [],
  parecidos: false,
  cnpj: undefined,
  estrada: undefined,
  observacoes: [],
}

export function isFound({ estado, lugares, marcos, postos }: Achados): boolean {
  return estado || lugares.length + marcos.length + postos.length > 0
}

/** The meanings of words as they stand: a place with a fuel beside it or without, landmarks, names of stations; else names like them. */
export function find(snapshot: Snapshot, words: string): Achados {
  const { place, meaning, ...fuel } = placeIn(snapshot, words)
  const found = { ...NOTHING, ...fuel, estado: meaning.areas === null }
  const { named: marcosNamed, isExact } = landmarksNamed(snapshot, place)
  if (isExact) return { ...found, marcos: marcosNamed.map(labelOf) }
  const lugares = inTown(snapshot, placesOf(snapshot, meaning, place), place)
  const named = inWhole(stationsNamed(snapshot, words), words)
  const postos = servedBy(named.length > 0 || lugares.length > 0 ? named : namedInTown(snapshot, words))
  const isSure = isSurely(snapshot, lugares, place)
  const landmarks = marcosNamed.filter((marco) => isOfLandmark(snapshot, marco, place)).map(labelOf)
  if (found.estado || postos.length > 0 || (lugares.length > 0 && isSure))
    return {
      ...found,
      lugares: isSure ? lugares : [],
      postos,
      marcos: meaning.notes.length > 0 ? landmarks : [],
    }
  if (lugares.length > 0) {
    const asNamed = placesOf(snapshot, { ...meaning, notes: [] }, place)
    return { ...found, lugares: inTown(snapshot, asNamed, place), parecidos: true }
  }
  const near = nearPlaces(snapshot, meaning.near, place)
  const close = inTown(snapshot, near.lugares, place)
  if (close.length + landmarks.length > 0) {
    const observacoes = asCep(place) === undefined ? found.observacoes : meaning.notes
    return { ...found, ...near, lugares: close, marcos: landmarks, observacoes }
  }
  const names = new Set(asCep(words) === undefined ? similarNames(snapshot, words) : [])
  const similar = snapshot.stations().filter(({ posto: { nomeFantasia, razaoSocial, endereco } }) => {
    const { bairro, municipio } = endereco
    const own = [nomeFantasia, razaoSocial, bairro, municipio]
    return names.has(nomeFantasia) && isLike(NO_WORDS, placeWords(words), own)
  })
  if (similar.length > 0) return { ...found, postos: servedBy(similar), parecidos: true }
  const noStation = 'Nenhum posto tem nome parecido: tente só uma palavra do nome.'
  return { ...found, observacoes: [...meaning.notes, ...(/\p{L}/u.test(words) ? [noStation] : [])] }
}

/** A fuel counts only beside a possible place: many stations have a fuel in their names. */
function placeIn(
  snapshot: Snapshot,
  words: string,
): Pick<Achados, 'combustivel' | 'observacoes'> & { place: string; meaning: Understanding } {
  const whole = meaningOf(snapshot, words)
  if (!isPlace(whole))
    for (const beside of fuelsBeside(words)) {
      const meaning = meaningOf(snapshot, beside.place)
      const { isExact } = landmarksNamed(snapshot, beside.place)
      if (isExact || isPlace(meaning) || meaning.near.length > 0) return { ...beside, meaning }
    }
  return { combustivel: undefined, place: words, meaning: whole, observacoes: [] }
}

/** A fuel with nothing beside it is asked for in the whole state. */
export function meaningOf(snapshot: Snapshot, place: string): Understanding {
  if (place === '') return { areas: null, notes: [], near: [] }
  // Too many places for the parameter: no place is meant.
  if (parametros.bairro.parse(place) === undefined) return { areas: [], notes: [], near: [] }
  return understand(directoryOf(snapshot), place, undefined)
}

function isPlace({ areas }: Understanding): boolean {
  return areas === null || areas.length > 0
}

function namedInTown(snapshot: Snapshot, words: string): Station[] {
  const beside = townBeside(directoryOf(snapshot), words)
  return beside && withoutFillers(beside.name) !== ''
    ? stationsNamed(snapshot, beside.name, (station) => station.codigoIBGE === beside.town)
    : []
}

export function servedBy(stations: readonly Station[]): PostoServido[] {
  return stations.map(({ posto }) => posto)
}
