import { MACEIO, type Marco, marcos } from '../../domain/alagoas/known-places.ts'
import { ESTADO, SO_HA_DADOS } from '../../domain/alagoas/state.ts'
import type { Centro } from '../../domain/answers/shared-schemas.ts'
import { LRUCache } from 'lru-cache'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { quote } from '../../domain/basics/text.ts'
import { loneCnpj } from '../../domain/facts/sale-record.ts'
import { medianPoint } from '../../domain/geo/distances.ts'
import { readPoint } from '../../domain/geo/driving-route.ts'
import {
  asCep,
  isElsewhere,
  placeKey,
  placeWords,
  splitPlaces,
  writtenCep,
} from '../../domain/places/place-names.ts'
import { beginsWith, namesNear, namesWith } from '../../domain/places/similar-names.ts'
import { problem } from '../../domain/questions/parameter-problems.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { GasolinaError } from '../../errors.ts'
import { listed } from '../../format/words/formatting.ts'
import { townOf, stationName } from '../../format/words/names.ts'
import { understoodAs } from '../../format/words/understanding.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { middleOf } from './compared-places.ts'
import { type Directory, directoryOf } from './directory.ts'
import { lugarOf } from './place-label.ts'
import { noteOnBrand } from './find-place.ts'
import { landmarks, landmarksBeginning, landmarksNear, townNamed } from './landmark-names.ts'
import {
  type Area,
  exactTown,
  exactly,
  spotNamed,
  spotsWith,
  toldName,
  townsBeside,
  townsOf,
} from './place-lookup.ts'
import { understand } from './place-meaning.ts'

interface NamedPoint {
  readonly centro: Centro
  /** A sentence where the name understood is another than the one asked for. */
  readonly notes: readonly string[]
}

/** Points named since the commit was published; people ask for the same few hundred. */
const pointsOf = oncePer(() => createMemory<string, NamedPoint>(new LRUCache({ max: 1000 })))

/** The point of a text: `lat,lon`, CNPJ, CEP, municipality, district or landmark. @throws {GasolinaError} `parametro_invalido` for none, or several. */
export function pointNamed(snapshot: Snapshot, text: string, parametro: 'perto' | 'rota'): NamedPoint {
  return pointsOf(snapshot)(text, () => {
    const found = find(snapshot, text)
    if ('centro' in found) return found
    throw refused(directoryOf(snapshot), parametro, text, found)
  })
}

/** True for a text that names one point. */
export function isPoint(snapshot: Snapshot, text: string): boolean {
  return 'centro' in find(snapshot, text)
}

interface Refusal {
  why: string
  names: readonly string[]
}

function find(snapshot: Snapshot, text: string): NamedPoint | Refusal {
  const point = readPoint(text)
  if (point) {
    const nome = `${point.latitude},${point.longitude}`
    return { centro: { nome, tipo: 'ponto', ...point, precisao: 'exata' }, notes: [] }
  }
  const cnpj = loneCnpj(text)
  return cnpj === undefined ? findName(snapshot, text) : findStation(snapshot, cnpj)
}

function findStation(snapshot: Snapshot, cnpj: string): NamedPoint | Refusal {
  const posto = snapshot.posto(cnpj)
  if (!posto) return { why: 'nenhum posto conhecido tem esse CNPJ', names: [] }
  const { endereco } = posto
  if (!endereco.localizacao) return { why: 'não se sabe onde fica esse posto', names: [] }
  const nome = `${stationName(posto)}, ${townOf(endereco)}`
  const { precisao, latitude, longitude } = endereco.localizacao
  return { centro: { nome, tipo: 'posto', precisao, latitude, longitude }, notes: [] }
}

/** Names of municipalities and districts before those of landmarks. */
function findName(snapshot: Snapshot, text: string): NamedPoint | Refusal {
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
  if (place && similar.length === 0 && !isKind) return place
  const own = place && beginsWith(placeWords(place.centro.nome), words) ? [place.centro.nome] : []
  const spots = spotsWith(text).filter((name) => !similar.some((marco) => marco === landmarkNamed(name)))
  const [sole, ...others] = [...similar, ...own, ...spots]
  const isSole = others.length === 0 && (beginning.length > 0 || near.length === 0)
  if (typeof sole === 'object' && isSole && !isKind) return ofLandmark(sole, text)
  const places = [...near, ...own]
  const towns = places.filter((name) => isTownWith(snapshot, name, words))
  const names = [...new Set([...towns, ...similar.map(labelOf), ...places, ...spots])]
  const ofBeach = names.length === 0 && BEACH.test(text) && findName(snapshot, text.replace(BEACH, ''))
  if (ofBeach && 'centro' in ofBeach) return ofBeach
  const unknown = names.length === 1 ? 'não é um lugar conhecido; talvez seja' : SEVERAL
  return { why: names.length > 0 ? unknown : UNKNOWN, names }
}

/** Kinds of which every town has one or more: the only one known by name is asked back, not taken for that of the asker. */
const KINDS: ReadonlySet<string> = new Set(
  [
    'igreja',
    'usina',
    'feira',
    'rua',
    'avenida',
    'praça',
    'parque',
    'escola',
    'colégio',
    'mercado',
    'orla',
    'upa',
  ].map((kind) => placeWords(kind).join(' ')),
)

/** `aeropoto`, `zumbi dos palmares`: a place of which no name is like the words was found by a known spot half named or misspelt. */
function isBySpot({ centro }: NamedPoint, text: string): boolean {
  const [nome = ''] = splitPlaces(centro.nome)
  return (
    spotNamed(text) === undefined &&
    namesNear(placeWords(text), [{ nome, words: placeWords(nome) }]).length === 0
  )
}

function isTownWith(snapshot: Snapshot, nome: string, words: readonly string[]): boolean {
  const isTown = exactTown(directoryOf(snapshot), nome) !== undefined
  return isTown && namesWith(words, [{ nome, words: placeWords(nome) }]).length > 0
}

/** A name of districts of several municipalities with each of them, as `perto` takes one. */
function namesakesOf(snapshot: Snapshot, name: string): readonly string[] {
  const point = ofAreas(snapshot, exactly(directoryOf(snapshot), name)?.areas ?? [], name)
  return 'names' in point && point.names.length > 0 ? point.names : [name]
}

/** A brand is no place: the one beside it is proposed, and no landmark with like words. */
function besideBrand(snapshot: Snapshot, { sentence, rest }: { sentence: string; rest: string }): Refusal {
  const place = findName(snapshot, rest)
  return { why: sentence.replace(/\.$/, ''), names: 'centro' in place ? [place.centro.nome] : place.names }
}

/** `farol, arapiraca` or `centro, recife`: a district that is not where it is looked for is no slip of a landmark. */
function isDistrictElsewhere(directory: Directory, text: string): boolean {
  const [first = '', ...others] = splitPlaces(text)
  const isDistrict = exactly(directory, first) !== undefined && exactTown(directory, first) === undefined
  return isDistrict && others.length > 0
}

/** A beach without a point of its own is looked for as the district it belongs to. */
const BEACH = /^(?:praia\s+d[aeo]s?\s+)+/i

/** No half of a name, as `praia` is of Praia Dourada. */
function isWhole({ centro, notes }: NamedPoint, asked: readonly string[]): boolean {
  const [name = ''] = centro.nome.split(',')
  return notes.length === 0 && placeWords(name).every((word) => asked.includes(word))
}

const UNKNOWN = `não é um lugar conhecido, e ${SO_HA_DADOS}`
const SEVERAL = 'pode ser mais de um lugar: diga qual'

/** A municipality comes before districts of its name, outside the capital maybe half the name of one. Districts of a CEP have one middle. */
function ofAreas(snapshot: Snapshot, areas: readonly Area[], text: string): NamedPoint | Refusal {
  const directory = directoryOf(snapshot)
  const namesake = exactly(directory, text)?.areas.find(({ district }) => district === undefined)
  const longer = townsBeside(areas, text)
  const meant: readonly Area[] = namesake ? [namesake] : [...longer, ...areas]
  const places = meant.flatMap((area) =>
    townsOf(directory, area).map((town) => ({ town, district: area.district })),
  )
  const nameOf = (area: Area) => lugarOf(directory, [area], text, 'bairro').nome
  const cep = asCep(text)
  const [first, ...others] = places.toSorted((a, b) => Number(b.town === MACEIO) - Number(a.town === MACEIO))
  if (!first || (others.length > 0 && cep === undefined))
    return { why: SEVERAL, names: [first ?? [], ...others].flat().map(nameOf) }
  const known = medianPoint(places.flatMap((area) => middleOf(snapshot, area) ?? []))
  const point = known ?? middleOf(snapshot, { town: first.town })
  if (!point) return { why: 'não se sabe onde fica', names: [] }
  const nome = cep === undefined ? nameOf(first) : `CEP ${writtenCep(cep)}`
  const tipo = first.district === undefined ? 'municipio' : 'bairro'
  const precisao = known ? tipo : 'municipio'
  return cep === undefined
    ? {
        centro: { nome, tipo, ...point, precisao },
        notes: notesOn(text, nome, tipo, toldAs(directory, first, nome)),
      }
    : { centro: { nome, tipo: 'cep', ...point, precisao }, notes: [] }
}

function ofLandmark(marco: Marco, text: string): NamedPoint {
  const { latitude, longitude } = marco
  const nome = labelOf(marco)
  const centro: Centro = { nome, tipo: 'marco', latitude, longitude, precisao: 'exata' }
  return { centro, notes: notesOn(text, nome, 'marco') }
}

/** Landmarks that a text means; `isExact`: it is the whole name of one. */
export function landmarksNamed(snapshot: Snapshot, text: string): { named: Marco[]; isExact: boolean } {
  const found = findName(snapshot, text)
  const names = 'centro' in found ? [found.centro.nome] : found.names
  const named = names.flatMap((name) => marcos.find((marco) => labelOf(marco) === name) ?? [])
  return { named, isExact: named.length > 0 && landmarkNamed(text) !== undefined }
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

/** Whole words that begin the name of a district need no word; half a name of a municipality or a landmark (`orla` of Maragogi's) is told. */
function notesOn(text: string, nome: string, tipo: Centro['tipo'], told = nome): string[] {
  const [asked, own] = [placeWords(splitPlaces(text).join(' ')), placeWords(nome)]
  const isHalf = tipo === 'municipio' || (tipo === 'marco' && landmarkNamed(text) === undefined)
  const isUsual = isHalf ? own.join() === asked.join() : beginsWith(own, asked)
  return isUsual ? [] : [understoodAs(text, told)]
}

/** The name, or of a district that no sentence names what it is. */
function toldAs(directory: Directory, area: Area, nome: string): string {
  return directory.districts.get(area.district ?? '')?.isVouched === false ? toldName(directory, area) : nome
}

/** No station's own words, unless they are those asked for. */
function isTellable({ districts }: Directory, nome: string, text: string): boolean {
  const key = placeKey(splitPlaces(nome)[0] ?? '')
  return districts.get(key)?.isVouched !== false || key === placeKey(text)
}

function refused(directory: Directory, parametro: 'perto' | 'rota', text: string, { why, names }: Refusal) {
  const { aceita } = parametros.perto
  const told = names.filter((nome) => isTellable(directory, nome, text))
  const meant = told.length > 0 ? `: ${listed(told, '; ')}` : ''
  const motivo = `${parametro} “${quote(text)}”: ${why}${meant}.`
  const aceitos = names.length > 0 ? names.slice(0, 20) : [aceita]
  const { frase, erro } = problem(`${motivo} Use ${aceita}.`, {
    parametro,
    valor: text,
    aceitos,
    sugestao: names[0],
  })
  return new GasolinaError('parametro_invalido', frase, { erros: [erro], motivo })
}
