import type { PostoServido } from '../../domain/answers/common.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { asCep } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import { type LugarAchado, fuelsBeside, nearPlaces, placesOf, townBeside } from '../places/found-places.ts'
import { directoryOf } from '../places/directory.ts'
import { type Understanding, understand } from '../places/place-meaning.ts'
import { similarNames, stationsNamed } from './postos.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Possible meanings of a few words, to choose from. */
export interface Achados {
  /** Named beside a place, or alone. */
  combustivel: Slug | undefined
  /** The whole state is meant: by its name, or by a fuel alone. */
  estado: boolean
  lugares: LugarAchado[]
  postos: PostoServido[]
  /** No name has these words: the results have similar ones. */
  parecidos: boolean
  /** The words, where they are a CNPJ that no station has. */
  cnpj: string | undefined
  /** Sentences on the meaning, or on why nothing was found. */
  observacoes: readonly string[]
}

/** Limit of stations shown; more words narrow the search. */
const MOST = 20

/** Places as every question understands them, with a fuel beside them or without; stations by words of their names, or by CNPJ. */
export function search(snapshot: Snapshot, words: string): Achados {
  const cnpj = parametros.cnpj.parse(words)
  const own = cnpj === undefined ? undefined : snapshot.posto(cnpj)
  if (own) return { ...NOTHING, postos: [own] }
  if (cnpj !== undefined && isOneNumber(words)) return { ...NOTHING, cnpj }
  const { place, meaning, ...fuel } = placeIn(snapshot, words)
  const found = { ...NOTHING, ...fuel, estado: meaning.areas === null }
  const lugares = placesOf(snapshot, meaning, place)
  const named = stationsNamed(snapshot, words)
  const postos = shown(named.length > 0 || lugares.length > 0 ? named : namedInTown(snapshot, words))
  if (found.estado || lugares.length + postos.length > 0) return { ...found, lugares, postos }
  const near = nearPlaces(snapshot, meaning.near, place)
  if (near.lugares.length > 0) return { ...found, ...near }
  const names = new Set(asCep(words) === undefined ? similarNames(snapshot, words) : [])
  const similar = snapshot.stations().filter(({ posto }) => names.has(posto.nomeFantasia))
  if (similar.length > 0) return { ...found, postos: shown(similar), parecidos: true }
  return { ...found, observacoes: meaning.notes }
}

const NOTHING: Achados = {
  combustivel: undefined,
  estado: false,
  lugares: [],
  postos: [],
  parecidos: false,
  cnpj: undefined,
  observacoes: [],
}

/** A CNPJ may have letters, so `posto centro 101` has its form; a CNPJ is never written in words. */
function isOneNumber(words: string): boolean {
  return !/\s/.test(words) || !/\p{L}/u.test(words)
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
      if (isPlace(meaning) || meaning.near.length > 0) return { ...beside, meaning }
    }
  return { combustivel: undefined, place: words, meaning: whole, observacoes: [] }
}

/** A fuel with nothing beside it is asked for in the whole state. */
function meaningOf(snapshot: Snapshot, place: string): Understanding {
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
  return beside ? stationsNamed(snapshot, beside.name, (station) => station.codigoIBGE === beside.town) : []
}

function shown(stations: readonly Station[]): PostoServido[] {
  return stations.slice(0, MOST).map(({ posto }) => posto)
}
