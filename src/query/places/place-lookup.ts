import { groupBy } from '../../domain/basics/lists.ts'
import { quote } from '../../domain/basics/text.ts'
import { type Localidade, MACEIO, localidades } from '../../domain/alagoas/known-places.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import { ESTADO, SO_HA_DADOS } from '../../domain/alagoas/state.ts'
import {
  asCep,
  asMunicipalityCode,
  districtKeyOf,
  isElsewhere,
  isVague,
  placeKey,
  placeWords,
  writtenCep,
} from '../../domain/places/place-names.ts'
import { type Name, beginsWith, namesLike, namesNear, soundOf } from '../../domain/places/similar-names.ts'
import { brandBeside } from '../../domain/registry/registry.ts'
import type { Station } from '../../domain/state/stations.ts'
import { joined } from '../../format/words/formatting.ts'
import { understoodAs } from '../../format/words/understanding.ts'
import { townOf } from '../../format/words/names.ts'
import type { Directory, District } from './directory.ts'

/** A municipality, a district of one, or (without `town`) the districts of one name wherever they are. */
export interface Area {
  readonly town?: number
  readonly district?: string
}

export interface Meaning {
  /** Empty: it was not understood. */
  readonly areas: readonly Area[]
  readonly notes: readonly string[]
  /** Sentences of `notes` that are untrue where only some of the municipalities of one district's name are asked for. */
  readonly namesakes?: readonly string[] | undefined
  /** Names that may have been meant, when it was not understood. */
  readonly near: readonly string[]
}

export function understood(areas: readonly Area[], notes: readonly string[] = []): Meaning {
  return { areas, notes, near: [] }
}

export function notUnderstood(note: string, near: readonly string[] = []): Meaning {
  return { areas: [], notes: [note], near }
}

export function lookUpTown(directory: Directory, text: string): Meaning {
  const town = exactTown(directory, text)
  if (town !== undefined) return understood([{ town }])
  return isElsewhere(text) ? understood([]) : similar(text, townNames)
}

/** A district, a municipality, a CEP or a known spot; `within` a municipality when one is given. */
export function lookUpPlace(directory: Directory, text: string, within?: number): Meaning {
  const cep = asCep(text)
  if (cep !== undefined) return lookUpCep(directory, cep, within)
  return (
    exactly(directory, text, within) ??
    spotOf(directory, text, within) ??
    districtOfTown(directory, text, within) ??
    outside(text, within) ??
    similarSpot(directory, text, within) ??
    similarOrSpot(directory, text, within)
  )
}

export function exactTown({ codes, towns }: Directory, text: string): number | undefined {
  const code = asMunicipalityCode(text)
  if (code === undefined) return codes.get(placeKey(text))
  return towns.has(code) || municipios.some(({ codigoIBGE }) => codigoIBGE === code) ? code : undefined
}

/** By its name: the municipality, and the districts that bear it too. */
export function exactly(directory: Directory, text: string, within?: number): Meaning | undefined {
  const town = exactTown(directory, text)
  const areas: Area[] = town !== undefined && (within ?? town) === town ? [{ town }] : []
  const district = directory.districts.get(placeKey(text))
  if (district && isIn(district, within)) areas.push(areaOf(district, within))
  const ofCapital = districtKeyOf({ bairro: text, codigoIBGE: MACEIO })
  // Half a name of districts in several towns is asked back, below.
  const isMeant = within === MACEIO || (within === undefined && areas.length > 0)
  if (isMeant && ofCapital !== placeKey(text)) areas.push({ town: MACEIO, district: ofCapital })
  return areas.length > 0 ? understood(areas) : undefined
}

/** `são miguel`, `barra`, `sao luiz`: municipalities whose names begin with the words, as they sound, where none is named itself. */
export function longerTowns(areas: readonly Area[], text: string): Area[] {
  if (areas.some(({ district }) => district === undefined)) return []
  const asked = soundOf(`${placeWords(text).join(' ')} `)
  const named = townNames.filter(({ words }) => soundOf(`${words.join(' ')} `).startsWith(asked))
  return named.map(({ area }) => area)
}

/** The same of districts outside the capital, whose name may be half of a municipality's. */
export function townsBeside(areas: readonly Area[], text: string): Area[] {
  return areas.some(({ town }) => town === MACEIO) ? [] : longerTowns(areas, text)
}

const spots = new Map(localidades.map((each) => [placeKey(each.nome), each] as const))
const spotNames: readonly Name[] = localidades.map(({ nome }) => ({ nome, words: placeWords(nome) }))
const STREET = /^(?:avenida|av|rua|r)\.?\s+/i

export function spotNamed(text: string): Localidade | undefined {
  return spots.get(placeKey(text)) ?? spots.get(placeKey(text.replace(STREET, '')))
}

function spotOf(directory: Directory, text: string, within: number | undefined): Meaning | undefined {
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

/** Within a municipality, half a name of its districts may be another state's. */
function outside(text: string, within: number | undefined): Meaning | undefined {
  return within === undefined && isElsewhere(text) ? understood([]) : undefined
}

/** Acronyms in names of known spots have no slips: IFAL is no UFAL. */
export const acronyms: ReadonlySet<string> = new Set(
  localidades.flatMap(({ nome }) => nome.match(/\b[A-Z]{2,}\b/g) ?? []),
)
const misspellable = spotNames.filter(({ words }) => !words.every((word) => acronyms.has(word)))

/** A misspelt one, where nothing else is near. */
function similarSpot(directory: Directory, text: string, within: number | undefined): Meaning | undefined {
  if (isBrand(text)) return undefined
  const words = placeWords(text)
  const [spot] = namesLike(words, misspellable)
  if (!spot || namesNear(words, namesIn(directory, within)).length > 0) return undefined
  const meaning = spotOf(directory, spot.nome, within)
  return meaning && { ...meaning, notes: [understoodAs(text, spot.nome), ...meaning.notes] }
}

/** Names of the known spots with the words: `shopping`, `hospital geral`. */
export function spotsWith(text: string, within?: number): string[] {
  const asked = placeWords(text).join(' ')
  return localidades.flatMap(({ codigoIBGE, nome }, at) => {
    const isThere = (within ?? codigoIBGE) === codigoIBGE && asked.length >= SHORTEST_PART
    return isThere && ` ${spotNames[at]?.words.join(' ')} `.includes(` ${asked} `) ? nome : []
  })
}

/** A district or a municipality of a like name; where there is none, known spots by a part of theirs. */
function similarOrSpot(directory: Directory, text: string, within: number | undefined): Meaning {
  const meaning = similar(text, namesIn(directory, within))
  if (meaning.areas.length + meaning.near.length > 0) return meaning
  const [sole = '', ...others] = spotsWith(text, within)
  if (others.length > 0) return { ...meaning, near: [sole, ...others] }
  return spotOf(directory, sole, within) ?? meaning
}

const SHORTEST_PART = 4

/** `Centro de Arapiraca`, `centro arapiraca`, `Maceió AL`: the last words name the municipality, or the state. */
function districtOfTown(directory: Directory, text: string, within: number | undefined): Meaning | undefined {
  const words = placeWords(text).slice(0, MOST_WORDS)
  for (let at = 1; at < words.length; at++) {
    const [head, tail] = [words.slice(0, at).join(' '), words.slice(at).join('')]
    if (STATE_NAMES.has(tail)) return lookUpPlace(directory, head, within)
    const town = directory.codes.get(tail)
    if (town !== undefined && (within ?? town) === town)
      return orTown(directory, text, lookUpPlace(directory, head, town), town)
  }
  return undefined
}

/** `Orla de Maceió`: where nothing but the municipality is known, it is proposed. */
function orTown(directory: Directory, text: string, meaning: Meaning, town: number): Meaning {
  if (meaning.areas.length + meaning.near.length + meaning.notes.length > 0) return meaning
  const nome = townName(directory, town)
  const note = `Nenhum posto de ${nome} se diz de “${quote(text)}”: peça ${nome}, ou um bairro de lá.`
  return notUnderstood(note, [nome])
}

const MOST_WORDS = 12
/** The state's names as words come: joined, without the plural's S. */
const STATE_NAMES: ReadonlySet<string> = new Set([ESTADO.sigla, ESTADO.nome].map(placeKey))

interface Candidate extends Name {
  readonly area: Area
  /** As sentences name it. */
  readonly told: string
}

const townNames: readonly Candidate[] = municipios.map(({ nome, codigoIBGE }) => ({
  nome,
  words: placeWords(nome),
  area: { town: codigoIBGE },
  told: nome,
}))

function namesIn(directory: Directory, within: number | undefined): Candidate[] {
  const there = [...directory.districts.values()].filter((each) => !each.isVague && isIn(each, within))
  const named = there.map((each) => {
    const { nome, words } = each
    const area = areaOf(each, within)
    return { nome, words, area, told: toldName(directory, area) }
  })
  return within === undefined ? [...townNames, ...named] : named
}

/** Half a name or a misspelt one, where one alone can be meant. Whole words that begin a district's, as people call it (`gruta`), need no word. */
function similar(text: string, names: readonly Candidate[]): Meaning {
  const words = placeWords(text)
  const all = namesNear(words, names)
  const near = isBrand(text) ? all.filter((name) => words.every((word) => name.words.includes(word))) : all
  const sole = soleOf(near)
  if (!sole) return { areas: [], notes: [], near: near.map(({ nome }) => nome) }
  const isUsual = near.length === 1 && sole.area.district !== undefined && beginsWith(sole.words, words)
  return understood([sole.area], isUsual ? [] : [understoodAs(text, sole.told)])
}

/** A brand is no place misspelt, as `ipiranga` of Piranhas or `petrobras` of Peroba; `branca` may be half of Água Branca. */
function isBrand(text: string): boolean {
  return brandBeside(text, [])?.rest === ''
}

/** The only one, or the municipality in which all the others lie: `palmeira`, with PALMEIRA DE FORA in it. */
function soleOf(near: readonly Candidate[]): Candidate | undefined {
  const [first, ...others] = near
  if (first?.area.district !== undefined) return others.length === 0 ? first : undefined
  return others.every(({ area }) => area.district !== undefined && area.town === first?.area.town)
    ? first
    : undefined
}

function isIn({ towns }: District, within: number | undefined): boolean {
  return within === undefined || towns.includes(within)
}

/** A name that one municipality alone has is that municipality's. */
function areaOf({ key, towns }: District, within: number | undefined): Area {
  const [only, ...others] = towns
  const town = within ?? (others.length === 0 ? only : undefined)
  return town === undefined ? { district: key } : { district: key, town }
}

/** The municipalities of a place: a district may be of several. */
export function townsOf({ districts }: Directory, { town, district = '' }: Area): readonly number[] {
  return town === undefined ? (districts.get(district)?.towns ?? []) : [town]
}

export function isOf({ town, district }: Area, { codigoIBGE, districtKey }: Station): boolean {
  return (town ?? codigoIBGE) === codigoIBGE && (district ?? districtKey) === districtKey
}

export function nameOf(directory: Directory, { town = MACEIO, district = '' }: Area): string {
  return directory.districts.get(district)?.nome ?? townName(directory, town)
}

/** The name in a sentence: a district that one company alone declares, in whatever words, is `um bairro de Penedo`. */
export function toldName(directory: Directory, area: Area): string {
  const { isVouched = true } = directory.districts.get(area.district ?? '') ?? {}
  if (isVouched) return nameOf(directory, area)
  const [town = MACEIO] = townsOf(directory, area)
  return `um bairro de ${townName(directory, town)}`
}

export function townName({ towns }: Directory, codigoIBGE: number): string {
  return towns.get(codigoIBGE) ?? townOf({ codigoIBGE, municipio: String(codigoIBGE) })
}

/** Least part of a CEP's stations for a district to count: with fewer it is a station's mistake. */
const COUNTS_FROM = 0.25
const NEARLY_ALL = 0.7
/** A CEP with more districts than this means only the municipality. */
const MOST_DISTRICTS = 3

/** Districts of the stations with a CEP, or one that begins alike; the municipality where one CEP serves all of its streets, as in most. */
function lookUpCep(directory: Directory, cep: string, within?: number): Meaning {
  const { ceps } = directory
  const written = writtenCep(cep)
  if (!cep.startsWith(ESTADO.prefixoDoCep))
    return notUnderstood(`O CEP ${written} não é de ${ESTADO.nome}, e ${SO_HA_DADOS}.`)
  const begunAlike = ceps.get(cep.slice(0, 5)) ?? []
  const alike = begunAlike.filter(({ codigoIBGE }) => (within ?? codigoIBGE) === codigoIBGE)
  const same = alike.filter(({ posto }) => posto.endereco.cep.startsWith(cep))
  const [[town, there] = []] = byNumber(same.length > 0 ? same : alike, ({ codigoIBGE }) => codigoIBGE)
  if (town === undefined || !there)
    return notUnderstood(
      `Nenhum posto conhecido tem CEP parecido com ${written}: diga o bairro ou o município.`,
    )
  const districts = [...groupBy(there, ({ districtKey }) => districtKey)]
    .filter(([key, members]) => !isVague(key) && members.length >= there.length * COUNTS_FROM)
    .map(([district]) => ({ town, district }))
  const saysLittle =
    districts.length === 0 || districts.length > MOST_DISTRICTS || isOfWholeTown(ceps, town, same)
  const note = `CEP ${written}: vale o que declaram os postos desse CEP ou de CEP parecido.`
  return understood(saysLittle ? [{ town }] : districts, [note])
}

/** A CEP of nearly all of a municipality's stations: it has no other. */
function isOfWholeTown(ceps: Directory['ceps'], town: number, same: readonly Station[]): boolean {
  const stations = [...ceps.values()].flat().filter(({ codigoIBGE }) => codigoIBGE === town)
  return same.length >= stations.length * NEARLY_ALL
}

function byNumber<T, K>(items: readonly T[], keyOf: (item: T) => K): [K, T[]][] {
  return [...groupBy(items, keyOf)].toSorted(([, a], [, b]) => b.length - a.length)
}
