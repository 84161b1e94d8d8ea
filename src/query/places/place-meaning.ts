import { MACEIO } from '../../domain/alagoas/known-places.ts'
import { ESTADO, SO_HA_DADOS } from '../../domain/alagoas/state.ts'
import { asCep, isState, splitPlaces } from '../../domain/places/place-names.ts'
import { quote } from '../../domain/basics/text.ts'
import { joined as joinedNames } from '../../format/words/formatting.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type Directory, directoryOf } from './directory.ts'
import { type Area, type Meaning, exactTown, nameOf, notUnderstood, townName, understood } from './areas.ts'
import { exactly, lookUpPlace, lookUpTown, townsBeside } from './place-lookup.ts'

/** The meaning of `bairro` and `municipio` together; `areas` null: the whole state. */
export type Understanding = Omit<Meaning, 'areas'> & { areas: readonly Area[] | null }

const STATE: Understanding = { areas: null, notes: [], near: [] }

export function understand(snapshot: Snapshot, bairro?: string, municipio?: string): Understanding {
  const directory = directoryOf(snapshot)
  const within = municipio === undefined ? STATE : understandTown(directory, municipio)
  if (bairro === undefined || within.areas?.length === 0) return within
  const here = understandPlaces(directory, bairro, within.areas?.[0]?.town)
  return { ...here, areas: here.areas ?? within.areas, notes: [...within.notes, ...here.notes] }
}

/** One municipality: `Maceió/AL` is one, `Maceió, Arapiraca` and `Maceió e Arapiraca` are two. */
function understandTown(directory: Directory, text: string): Understanding {
  if (isState(text)) return STATE
  const names =
    exactTown(directory, text) === undefined
      ? splitPlaces(text).flatMap((name) => atAnd(directory, name, undefined))
      : [text]
  const [name, ...others] = names
  if (name === undefined) return STATE
  if (others.length > 0) return notUnderstood(notOne(directory, names))
  const town = lookUpTown(directory, name)
  if (town.areas.length > 0) return town
  if (town.near.length > 0) return { ...town, notes: [ambiguous(name)] }
  const place = lookUpPlace(directory, name)
  const isTown = place.areas.length > 0 && place.areas.every(({ district }) => district === undefined)
  return isTown ? place : { ...place, areas: [], notes: [notATown(directory, name, place)] }
}

/** For several names: the parameters to use instead. */
function notOne(directory: Directory, names: readonly string[]): string {
  const towns = names.flatMap((name) => exactTown(directory, name) ?? [])
  const all = towns.map((town) => townName(directory, town)).join(', ')
  const instead =
    towns.length === names.length
      ? `para juntá-los, bairro=${all}; para comparar, estatisticas com municipios=${all}.`
      : 'para mais de um, ou para um bairro, use bairro.'
  return `municipio leva um só nome: ${instead}`
}

/** `place` is the meaning of the name as `bairro`. */
function notATown(directory: Directory, text: string, { areas, near }: Meaning): string {
  const name = `“${quote(text)}”`
  if (asCep(text) !== undefined) return 'CEP se pede em bairro, não em municipio.'
  if (exactly(directory, text)) return `${name} é bairro, não município: peça-o em bairro.`
  const [district] = areas.flatMap(({ district = '' }) => directory.districts.get(district) ?? [])
  if (district)
    return `${name} não é município; se é ${district.isVouched ? `o bairro ${district.nome}` : 'um bairro'}, peça-o em bairro.`
  const other = near.length > 0 ? ': se é um bairro, peça-o em bairro' : ''
  return `${name} não é município de ${ESTADO.nome}, e ${SO_HA_DADOS}${other}.`
}

/** One place or several; none if one is unknown: `Centro` is no answer to `Centro, Recife`. A last municipality is where others are looked for. */
function understandPlaces(directory: Directory, text: string, within: number | undefined): Understanding {
  if (isState(text)) return STATE
  const whole = exactly(directory, text, within)
  if (whole) return besideLonger(directory, joined(directory, whole), text, within)
  const names = [...new Set(splitPlaces(text).flatMap((name) => atAnd(directory, name, within)))]
  if (names.length === 0) return STATE
  const [last = '', before] = [names.at(-1), names.slice(0, -1)]
  const exact = exactTown(directory, last)
  const like = exact === undefined && before.length > 0 ? lookUpPlace(directory, last, within) : undefined
  const town = exact ?? soleTown(like?.areas)
  const inTown =
    town !== undefined &&
    (within ?? town) === town &&
    before.some((name) => isNoTownBut(directory, name, town))
  const scope = inTown ? town : within
  const meanings = (inTown ? before : names).map((name) => one(directory, name, scope))
  const unknown = meanings.filter(({ areas }) => areas.length === 0)
  const told = unknown.length > 0 ? unknown : meanings
  const near = told.flatMap((meaning) => meaning.near)
  const areas = meanings.flatMap((meaning) => meaning.areas)
  return {
    areas: unknown.length > 0 ? [] : areas,
    notes: [...(inTown && like ? like.notes : []), ...told.flatMap(({ notes }) => notes)],
    namesakes: told.flatMap(({ namesakes = [] }) => namesakes),
    // Known names among those asked for, to ask for alone.
    near:
      unknown.length > 0 && near.length === 0
        ? [...areas, ...(inTown && like ? like.areas : [])].map((area) => nameOf(directory, area))
        : near,
  }
}

/** A district outside the capital, whose name may be half of a municipality's, with a sentence that names those. */
function besideLonger(directory: Directory, meaning: Meaning, text: string, within?: number): Meaning {
  const longer = within === undefined ? townsBeside(meaning.areas, text) : []
  if (longer.length === 0) return meaning
  const names = longer.map((area) => nameOf(directory, area))
  return withNamesakes(meaning, `Se não é o bairro, mas ${joinedNames(names, 'ou')}, diga o nome inteiro.`)
}

function withNamesakes({ areas, notes, namesakes = [] }: Meaning, note: string): Meaning {
  return { ...understood(areas, [...notes, note]), namesakes: [...namesakes, note] }
}

function soleTown([area, ...others]: readonly Area[] = []): number | undefined {
  return area?.district === undefined && others.length === 0 ? area?.town : undefined
}

/** No municipality's name, or the name of a district of `town` as well. */
function isNoTownBut(directory: Directory, name: string, town: number): boolean {
  const own = exactTown(directory, name)
  return own === undefined || (own !== town && exactly(directory, name, town) !== undefined)
}

/** `Farol e Poço`, `entre Farol e Poço`, `Farol ou Poço` are two when each of them is a place, and the whole is none. */
function atAnd(directory: Directory, name: string, within: number | undefined): string[] {
  const parts = name.replace(/^entre\s+(?=.*\se\s)/iu, '').split(AND)
  const areAll = parts.length > 1 && parts.every((part) => exactly(directory, part, within))
  return areAll && !exactly(directory, name, within) ? parts : [name]
}

const AND = /\s+(?:e|ou)\s+/iu

function one(directory: Directory, name: string, within: number | undefined): Meaning {
  const [, centre] = AROUND.exec(name) ?? []
  if (centre !== undefined) return notUnderstood(aroundIs(centre, name))
  const meaning = lookUpPlace(directory, name, within)
  if (meaning.areas.length > 0) return joined(directory, meaning)
  if (meaning.notes.length > 0) return meaning
  return { ...meaning, notes: [unknown(directory, name, within, meaning.near)] }
}

/** `perto do aeroporto`, but not `perto de mim`, of which only the asker knows the place. */
const AROUND = /^(?:perto|pr[óo]ximo)\s+(?:d[aeo]s?|a|aos?|às?)\s+(?!mim\b)(.+)$/iu

function aroundIs(centre: string, name: string): string {
  return `“${quote(name)}” é o redor de um lugar: em precos e estatisticas se pede com perto=${quote(centre)}.`
}

function unknown(directory: Directory, name: string, within: number | undefined, near: readonly string[]) {
  if (near.length > 0) return ambiguous(name)
  if (within === undefined)
    return `“${quote(name)}” não é bairro nem município conhecido, e ${SO_HA_DADOS}${AND.test(name) ? ': se são vários lugares, separe-os por vírgula' : ''}.`
  const [elsewhere] = exactly(directory, name)?.areas ?? []
  const where = elsewhere?.town === undefined ? '' : `; há em ${townName(directory, elsewhere.town)}`
  return `Nenhum posto de ${townName(directory, within)} se diz de “${quote(name)}”${where}.`
}

function ambiguous(name: string): string {
  return `“${quote(name)}” pode ser mais de um lugar: diga o nome inteiro, como está em sugestoes.`
}

/** A name of several places is answered for all of them, with a sentence that says so. */
function joined(directory: Directory, meaning: Meaning): Meaning {
  const [first, second] = meaning.areas
  const district = directory.districts.get((second ?? first)?.district ?? '')
  if (!district) return meaning
  const { nome } = district
  const towns = district.towns.filter((town) => second === undefined || town !== first?.town)
  const names = towns.map((town) => townName(directory, town))
  const where = towns.length > 3 ? `${towns.length} municípios` : names.join(', ')
  if (first?.town !== undefined && first.district === undefined && second && towns.length > 0) {
    const both = `${nome} é município e também bairro (${where}), e a resposta junta os dois: municipio dá só o município.`
    return understood(meaning.areas, [...meaning.notes, both])
  }
  const [some] = towns
  if (first?.town !== undefined || some === undefined || towns.length === 1) return meaning
  const withStations = towns.filter((town) => district.declared.has(town))
  const example = townName(directory, withStations.includes(MACEIO) ? MACEIO : (withStations[0] ?? some))
  return withNamesakes(
    meaning,
    `Há bairros ${nome} em ${where}, e a resposta os junta: para um só, diga o município (${nome}, ${example}).`,
  )
}
