import { MACEIO, bairrosDeMaceio } from '../alagoas/known-places.ts'
import { municipios } from '../alagoas/municipalities.ts'
import { ESTADO, LUGARES_DE_FORA } from '../alagoas/state.ts'
import { lazily } from '../basics/memoize.ts'
import { fold } from '../basics/text.ts'
import abbreviations from './abbreviations.json' with { type: 'json' }

/** As stations and people shorten the names of places, and a name they spell in two ways. `S` is São unless it ends the name. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(Object.entries(abbreviations))

/** Written or not, singular or plural, as it comes: TABULEIRO DO, DOS MARTINS; OLHO D'AGUA. */
const CONNECTIVES = new Set(['D', 'DA', 'DAS', 'DE', 'DO', 'DOS', 'E'])

/** Kinds of places and titles, left out of names: `POVOADO DO FRANCES` and `FRANCES` are one. */
const KINDS = new Set(['BAIRRO', 'LOTEAMENTO', 'MUNICIPIO', 'POVOADO', 'PREFEITO'])

/** Shorter words ending in S are no plurals: `CRUZ DAS ALMAS` has one, `S. LUIS` has none. */
const SHORTEST_PLURAL = 5

/** Districts that say nothing of where a station is. */
const VAGUE = new Set(['', 'ZONARURAL', 'RURAL', 'SN', 'RODOVIA', 'RODOVIABR', 'NAOINFORMADO'])

/** The form in which places are compared: equal for all spellings of one name. */
export function placeKey(name: string): string {
  return placeWords(name).join('')
}

export const districtsOfMaceio = lazily(
  () => new Map(bairrosDeMaceio.map((district) => [placeKey(district.nome), district] as const)),
)

/** Keys of the whole names of the capital's districts, by those of their short names. */
const shortNames = lazily(() => {
  const short = bairrosDeMaceio.filter(({ curto }) => curto !== undefined)
  return new Map(short.map(({ nome, curto = '' }) => [placeKey(curto), placeKey(nome)]))
})

/** The key of a district in a municipality: in the capital a short name of one official district is that district's. */
export function districtKeyOf({ bairro, codigoIBGE }: { bairro: string; codigoIBGE: number }): string {
  const key = placeKey(bairro)
  return codigoIBGE === MACEIO ? (shortNames().get(key) ?? key) : key
}

export function isVague(key: string): boolean {
  return VAGUE.has(key)
}

export function asMunicipalityCode(text: string): number | undefined {
  const digits = text.trim()
  return /^\d{7}$/.test(digits) ? Number(digits) : undefined
}

const keysOutside = lazily(() => new Set(LUGARES_DE_FORA.map(placeKey)))

/** `Recife`, `salvador ba`, or any name with the letters of another state: `Viçosa MG`. */
export function isOfAnotherState(text: string): boolean {
  const [, name = text, letters = ''] = /^(.{3,}?)[\s,/-]+(\p{L}{2})\s*$/u.exec(text) ?? []
  return OTHER_STATES.test(letters) || [name, text].some((each) => keysOutside().has(placeKey(each)))
}

/** Names of places of other states among the words of a text, as written, with the other words. */
export function placesOutside(text: string): { names: string[]; rest: string } {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const names: string[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length;) {
    const runs = [3, 2, 1].map((length) => words.slice(at, at + length).join(' '))
    const name = runs.find((run) => keysOutside().has(placeKey(run)))
    if (name === undefined) rest.push(words[at] ?? '')
    else names.push(name)
    at += name?.split(' ').length ?? 1
  }
  return { names, rest: rest.join(' ') }
}

/** A name of another state, or `casa`: who asks near home has not said where that is. */
export function isElsewhere(text: string): boolean {
  return isOfAnotherState(text) || placeKey(text) === 'CASA'
}

const OTHER_STATES = /^(?:A[CMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)$/i

/** Every municipality of the state by its key, with stations or without. Two hundred names are folded once, when first needed. */
export const municipalityKeys = lazily(() => {
  const names = municipios.flatMap((m) => [m.nome, m.nomeNaFonte].map((n) => [n, m.codigoIBGE] as const))
  return new Map(names.map(([name, code]) => [placeKey(name), code]))
})

export function isPlaceName(text: string): boolean {
  const key = placeKey(text)
  return municipalityKeys().has(key) || districtsOfMaceio().has(key)
}

/** A name as words: abbreviations written out, connectives, kinds and plurals left off. */
export function placeWords(name: string): string[] {
  const words = fold(name).split(' ')
  const meaning = words
    .map((word, at) => (word === 'S' && at < words.length - 1 ? 'SAO' : (ABBREVIATIONS.get(word) ?? word)))
    .filter((word) => !CONNECTIVES.has(word))
  const named = meaning.filter((word) => !KINDS.has(word))
  // A name of connectives or kinds only (a lone `E`) is kept as it is.
  const kept = [named, meaning].find(({ length }) => length > 0) ?? words
  return kept.map((word) => (word.length >= SHORTEST_PLURAL && word.endsWith('S') ? word.slice(0, -1) : word))
}

/** Between names: `Centro, Arapiraca`, `Centro - Arapiraca`, `Arapiraca/AL`, `Centro (Arapiraca)`. */
const SEPARATORS = /[,;/|()\n]|\s[-\u2013\u2014]\s/u

export const MOST_PLACES = 20

/** Names of places in a text, without those of the state and the country. */
export function splitPlaces(text: string): string[] {
  return text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => fold(part) !== '' && !isState(part))
}

/** The state by one of its names, or the country, which adds nothing to a place. */
export function isState(text: string): boolean {
  const [name, state] = [fold(text), fold(ESTADO.nome)]
  return [ESTADO.sigla, state, `ESTADO DE ${state}`, 'BRASIL'].includes(name)
}

/** The eight digits of a CEP, or the first five of one of the state, with or without the word, its hyphen and dot. */
export function asCep(text: string): string | undefined {
  const [, region = '', area, street = ''] =
    /^(?:cep[:\s]*)?(\d{2})\.?(\d{3})(?:[-\s]?(\d{3}))?$/i.exec(text.trim()) ?? []
  return area && (street !== '' || region === ESTADO.prefixoDoCep) ? region + area + street : undefined
}

/** `57035-060`; `57035` of the first five digits. */
export function writtenCep(cep: string): string {
  return [cep.slice(0, 5), cep.slice(5)].filter(Boolean).join('-')
}
