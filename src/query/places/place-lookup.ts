import { quote } from '../../domain/basics/text.ts'
import { MACEIO } from '../../domain/alagoas/known-places.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { asCep, districtKeyOf, isElsewhere, placeKey, placeWords } from '../../domain/places/place-names.ts'
import { type Name, beginsWith, namesNear, soundOf } from '../../domain/places/similar-names.ts'
import { brandBeside } from '../../domain/registry/registry.ts'
import { understoodAs } from '../../format/words/understanding.ts'
import {
  type Area,
  type Meaning,
  areaOf,
  exactTown,
  isIn,
  notUnderstood,
  toldName,
  townName,
  understood,
} from './areas.ts'
import { lookUpCep } from './cep-lookup.ts'
import type { Directory } from './directory.ts'
import { spotLike, spotOf, spotsWith } from './known-spots.ts'

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

/** Longer names of municipalities beside districts outside the capital, whose name may be half of one. */
export function townsBeside(areas: readonly Area[], text: string): Area[] {
  return areas.some(({ town }) => town === MACEIO) ? [] : longerTowns(areas, text)
}

/** Within a municipality, half a name of its districts may be another state's. */
function outside(text: string, within: number | undefined): Meaning | undefined {
  return within === undefined && isElsewhere(text) ? understood([]) : undefined
}

/** A misspelt one, where nothing else is near. */
function similarSpot(directory: Directory, text: string, within: number | undefined): Meaning | undefined {
  if (isBrand(text)) return undefined
  const words = placeWords(text)
  const spot = spotLike(words)
  if (!spot || namesNear(words, namesIn(directory, within)).length > 0) return undefined
  const meaning = spotOf(directory, spot.nome, within)
  return meaning && { ...meaning, notes: [understoodAs(text, spot.nome), ...meaning.notes] }
}

/** A district or a municipality of a like name; where there is none, known spots by a part of theirs. */
function similarOrSpot(directory: Directory, text: string, within: number | undefined): Meaning {
  const meaning = similar(text, namesIn(directory, within))
  if (meaning.areas.length + meaning.near.length > 0) return meaning
  const [sole = '', ...others] = spotsWith(text, within)
  if (others.length > 0) return { ...meaning, near: [sole, ...others] }
  return spotOf(directory, sole, within) ?? meaning
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
