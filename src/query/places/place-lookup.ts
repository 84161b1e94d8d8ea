import { localidades } from '../../domain/alagoas/landmarks.ts'
import { MACEIO } from '../../domain/alagoas/maceio.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import { asCep } from '../../domain/places/place-parsing.ts'
import { asMunicipalityCode, placeKey, placeWords } from '../../domain/places/place-keys.ts'
import type { Name } from '../../domain/places/similar-names.ts'
import { namesLike, namesWith } from '../../domain/places/similar-names.ts'
import { quote } from '../../domain/basics/text.ts'
import { townOf } from '../../format/words/names.ts'
import { lookUpCep } from './cep-lookup.ts'
import type { Directory, District } from './directory.ts'
import type { Area, Meaning } from './meaning.ts'
import { understood } from './meaning.ts'

/** A municipality by name or IBGE code. */
export function lookUpTown(directory: Directory, text: string): Meaning {
  const town = exactTown(directory, text)
  return town === undefined ? similar(text, townNames, true) : understood([{ town }])
}

/** A district, a municipality, a CEP or a known spot; `within` a municipality when one is given. */
export function lookUpPlace(directory: Directory, text: string, within?: number): Meaning {
  const cep = asCep(text)
  if (cep !== undefined) return lookUpCep(directory, cep, within)
  return (
    exactly(directory, text, within) ??
    spotOf(directory, text, within) ??
    districtOfTown(directory, text, within) ??
    similarSpot(directory, text, within) ??
    similar(text, namesIn(directory, within))
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
  return areas.length > 0 ? understood(areas) : undefined
}

const spots = new Map(localidades.map((each) => [placeKey(each.nome), each] as const))
const spotNames: readonly Name[] = localidades.map(({ nome }) => ({ nome, words: placeWords(nome) }))

function spotOf(directory: Directory, text: string, within: number | undefined): Meaning | undefined {
  const spot = spots.get(placeKey(text))
  if (!spot || (within ?? spot.codigoIBGE) !== spot.codigoIBGE) return undefined
  const { nome, codigoIBGE: town, bairro = '' } = spot
  const municipio = townName(directory, town)
  const district = directory.districts.get(placeKey(bairro))
  if (district?.towns.includes(town))
    return understood([areaOf(district, town)], [`${nome} fica em ${bairro}, ${municipio}.`])
  return understood(
    [{ town }],
    [`${nome} fica em ${municipio}: nenhum posto se diz de lá, e vêm os do município.`],
  )
}

/** A misspelt one, where nothing else is near. */
function similarSpot(directory: Directory, text: string, within: number | undefined): Meaning | undefined {
  const words = placeWords(text)
  const [spot] = namesLike(words, spotNames)
  const hasNear = [namesWith, namesLike].some((near) => near(words, namesIn(directory, within)).length > 0)
  return spot && !hasNear ? spotOf(directory, spot.nome, within) : undefined
}

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
  return { areas: [], notes: [note], near: [nome] }
}

const MOST_WORDS = 12
/** Without the plural's S, as words come. */
const STATE_NAMES = new Set(['AL', 'ALAGOA'])

/** A name to compare with, and what it is a name of. */
interface Candidate extends Name {
  readonly area: Area
}

const townNames: readonly Candidate[] = municipios.map(({ nome, codigoIBGE }) => ({
  nome,
  words: placeWords(nome),
  area: { town: codigoIBGE },
}))

function namesIn({ districts }: Directory, within: number | undefined): Candidate[] {
  const there = [...districts.values()].filter((each) => !each.isVague && isIn(each, within))
  const named = there.map((each) => ({ nome: each.nome, words: each.words, area: areaOf(each, within) }))
  return within === undefined ? [...townNames, ...named] : named
}

/**
 * Half a name or a misspelt one, when only one can be meant; several are proposed. People call districts by half a name (`gruta`);
 * of a municipality it is said.
 */
function similar(text: string, names: readonly Candidate[], isHalfSaid = false): Meaning {
  const words = placeWords(text)
  const holding = namesWith(words, names)
  const near = holding.length > 0 ? holding : namesLike(words, names)
  const sole = soleOf(near)
  if (!sole) return { areas: [], notes: [], near: near.map(({ nome }) => nome) }
  const note = `“${quote(text)}” foi entendido como ${sole.nome}.`
  const isHalf = near.length === 1 && sole.words.join(' ').startsWith(words.join(' '))
  return understood([sole.area], isHalf && !isHalfSaid ? [] : [note])
}

/** The only one, or the municipality in which all the others lie: `palmeira`, with PALMEIRA DE FORA in it. */
function soleOf(near: readonly Candidate[]): Candidate | undefined {
  const [first, ...others] = near
  if (first?.area.district !== undefined) return others.length === 0 ? first : undefined
  return others.every(({ area }) => area.district !== undefined && area.town === first?.area.town)
    ? first
    : undefined
}

function isIn({ towns, isOfCapital }: District, within: number | undefined): boolean {
  return within === undefined || towns.includes(within) || (within === MACEIO && isOfCapital)
}

/** A name that one municipality alone has is that municipality's. The capital's districts may have no station. */
function areaOf({ key, towns }: District, within: number | undefined): Area {
  const [only = MACEIO, ...others] = towns
  const town = within ?? (others.length === 0 ? only : undefined)
  return town === undefined ? { district: key } : { district: key, town }
}

/** The municipalities of a place: a district may be of several. */
export function townsOf({ districts }: Directory, { town, district = '' }: Area): readonly number[] {
  return town === undefined ? (districts.get(district)?.towns ?? []) : [town]
}

export function townName({ towns }: Directory, codigoIBGE: number): string {
  return townOf({ codigoIBGE, municipio: towns.get(codigoIBGE) ?? String(codigoIBGE) })
}
