import type { PostoServido } from '../../domain/answers/common.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { fold, quote } from '../../domain/basics/text.ts'
import { type Bandeira, brandBeside } from '../../domain/registry/brands.ts'
import { asCep } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
import { type LugarAchado, fuelsBeside, nearPlaces, placesOf, townBeside } from '../places/found-places.ts'
import { brandsOf } from '../places/brands.ts'
import { directoryOf } from '../places/directory.ts'
import { type Understanding, understand } from '../places/place-meaning.ts'
import { landmarksNamed } from '../places/named-point.ts'
import { similarNames, stationsNamed } from './postos.ts'
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
  /** Sentences on the meaning, or on why nothing was found. */
  observacoes: readonly string[]
}

/** Limit of stations shown; more words narrow the search. */
const MOST = 20

/**
 * Places as every question understands them, with a fuel beside them or without; stations by words of their names, or by CNPJ.
 * Words that name nothing are left out, then streets are looked at, then the parts of the text.
 */
export function search(snapshot: Snapshot, words: string): Achados {
  const cnpj = parametros.cnpj.parse(words)
  const own = cnpj === undefined ? undefined : snapshot.posto(cnpj)
  if (own) return { ...NOTHING, postos: [own] }
  if (cnpj !== undefined && isOneNumber(words)) return { ...NOTHING, cnpj }
  const branded = besideBrand(snapshot, words)
  if (branded) return branded
  const whole = find(snapshot, words)
  if (isFound(whole) && !whole.parecidos) return whole
  const plain = without(words, FILLERS).replace(/\bgasosas?\b/gi, 'gasolina')
  const asMeant = plain === '' || plain === words ? NOTHING : find(snapshot, plain)
  if (isFound(asMeant) && !asMeant.parecidos) return asMeant
  const asked = fold(without(plain, STREETS)).split(' ').filter(Boolean)
  const told = stationsTold(snapshot, asked)
  if (told.matched > 0 && told.matched === asked.length) return { ...NOTHING, postos: shown(told.stations) }
  const part = partOf(snapshot, plain)
  if (part) return part
  if (isFound(whole)) return whole
  return told.matched > 0 ? { ...NOTHING, postos: shown(told.stations), parecidos: true } : whole
}

/** Words beside a place or a fuel that name neither. */
const FILLERS =
  /^(?:(?:mais|bem) )?(?:barat[oa]s?|mais|menor|melhor|preços?|precos?|valor|postos?|perto|mim|aqui|onde|quanto|custa|est[aá]|tem|abastecer|abaste[cç]o|combust[ií]ve(?:l|is)|hoje|agora|boa|bom|tá|ta|o|a|os|as|um|uma|pra|para|por|com|bairro|cidade|no|na|em|de|do|da)$/i
const STREETS = /^(?:avenida|av|rua|r|rodovia|rod|travessa|tv|pra[cç]a|estrada)\.?$/i

function without(text: string, left: RegExp): string {
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '' && !left.test(word))
    .join(' ')
}

/** Stations of a brand in the place beside it, or in the state; where the brand is not known, those with the word in their names. */
function besideBrand(snapshot: Snapshot, words: string): Achados | undefined {
  const there = brandsOf(snapshot)
  const found = brandBeside(words, there ?? [])
  if (!found) return undefined
  const { asked, bandeira } = found
  const rest = without(found.rest, FILLERS)
  const place = rest === '' ? NOTHING : find(snapshot, rest)
  if (there?.some(({ slug }) => slug === bandeira.slug)) {
    const postos = place.estado ? [] : place.postos.filter((posto) => posto.bandeira === bandeira.slug)
    return { ...place, bandeira, estado: place.estado || !isFound({ ...place, postos }), postos }
  }
  const named = stationsNamed(snapshot, asked)
  const why = there
    ? `Nenhum posto conhecido é da bandeira ${bandeira.nome}.`
    : 'As notas fiscais não dizem a bandeira do posto, e aqui não se tomou o cadastro que a diz.'
  const told = named.length > 0 ? ' Estes postos têm a palavra no nome, o que não diz a bandeira.' : ''
  return { ...place, postos: shown(named), parecidos: false, observacoes: [why + told] }
}

/** The longest part of the text that is the exact name of a place, with the fuel of the text. */
function partOf(snapshot: Snapshot, text: string): Achados | undefined {
  const words = text.split(' ').slice(0, MOST_WORDS)
  const combustivel = fuelsBeside(text)[0]?.combustivel
  for (let length = words.length - 1; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const place = words.slice(at, at + length).join(' ')
      const lugares = placesOf(snapshot, meaningOf(snapshot, place), place).filter(({ exato }) => exato)
      if (lugares.length > 0)
        return {
          ...NOTHING,
          combustivel,
          lugares,
          observacoes: [`De “${quote(text)}”, ${quote(place)} é um lugar conhecido.`],
        }
    }
  return undefined
}

const MOST_WORDS = 8

/** Stations whose name, street, district and town together have the most of the words, and how many. */
function stationsTold(
  snapshot: Snapshot,
  words: readonly string[],
): { stations: readonly Station[]; matched: number } {
  let best: { stations: Station[]; matched: number } = { stations: [], matched: 0 }
  for (const station of words.length > 0 ? snapshot.stations() : []) {
    const { nomeFantasia, razaoSocial, endereco } = station.posto
    const { nomeLogradouro, bairro, municipio } = endereco
    const told = ` ${fold([nomeFantasia, razaoSocial, nomeLogradouro, bairro, municipio].join(' '))}`
    const matched = words.filter((word) => told.includes(` ${word}`)).length
    if (matched > best.matched) best = { stations: [], matched }
    if (matched > 0 && matched === best.matched) best.stations.push(station)
  }
  return best
}

function isFound({ estado, lugares, marcos, postos }: Achados): boolean {
  return estado || lugares.length + marcos.length + postos.length > 0
}

function find(snapshot: Snapshot, words: string): Achados {
  const { place, meaning, ...fuel } = placeIn(snapshot, words)
  const found = { ...NOTHING, ...fuel, estado: meaning.areas === null }
  const { names: marcos, isExact } = landmarksNamed(snapshot, place)
  if (isExact) return { ...found, marcos }
  const lugares = placesOf(snapshot, meaning, place)
  const named = stationsNamed(snapshot, words)
  const postos = shown(named.length > 0 || lugares.length > 0 ? named : namedInTown(snapshot, words))
  if (found.estado || lugares.length + postos.length > 0)
    return { ...found, lugares, postos, marcos: meaning.notes.length > 0 ? marcos : [] }
  const near = nearPlaces(snapshot, meaning.near, place)
  if (near.lugares.length + marcos.length > 0) return { ...found, ...near, marcos }
  const names = new Set(asCep(words) === undefined ? similarNames(snapshot, words) : [])
  const similar = snapshot.stations().filter(({ posto }) => names.has(posto.nomeFantasia))
  if (similar.length > 0) return { ...found, postos: shown(similar), parecidos: true }
  return { ...found, observacoes: meaning.notes }
}

const NOTHING: Achados = {
  combustivel: undefined,
  bandeira: undefined,
  estado: false,
  lugares: [],
  marcos: [],
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
      const { isExact } = landmarksNamed(snapshot, beside.place)
      if (isExact || isPlace(meaning) || meaning.near.length > 0) return { ...beside, meaning }
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
