import { MACEIO } from '../../domain/alagoas/known-places.ts'
import { quote } from '../../domain/basics/text.ts'
import { districtKeyOf, placeKey, placesOutside } from '../../domain/places/place-names.ts'
import { joined } from '../../format/words/formatting.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { directoryOf } from '../places/directory.ts'
import { type LugarAchado, placesOf } from '../places/found-places.ts'
import { labelOf, landmarkNamed } from '../places/landmark-names.ts'
import { exactTown } from '../places/areas.ts'
import { spotNamed } from '../places/known-spots.ts'
import { exactly } from '../places/place-lookup.ts'
import { alternativesIn, noListOf, ofOtherStates, withoutStreets } from './phrase.ts'
import { type Achados, NOTHING, meaningOf } from './meanings.ts'

/** Successive words of one alternative of a phrase (`farol ou poço` has two); `isWhole`: all of its words. */
interface Run {
  name: string
  alternative: number
  from: number
  to: number
  isWhole: boolean
}

/** A run that is the exact name of a place or landmark. */
type Part = Run & { found: Achados }

/**
 * Parts of a phrase that are exact names of places or landmarks, the longest first; in the municipality named, if one is. A sentence
 * tells them where other words are left, so there is none when the phrase is all understood.
 */
export function knownParts(snapshot: Snapshot, phrase: string): Achados | undefined {
  const alternatives = alternativesIn(phrase)
  const runs = runsIn(alternatives)
  const town = scopeOf(snapshot, runs, alternatives.length)
  const parts: Part[] = []
  for (const run of runs) {
    const isFree = parts.every(({ from, to }) => run.to <= from || run.from >= to)
    // The whole phrase was looked up before, with its slips.
    if (!isFree || (run.isWhole && alternatives.length === 1)) continue
    const again = parts.find(({ name }) => name === run.name)
    const found = again?.found ?? exactPlace(snapshot, run.name, town)
    if (found) parts.push({ ...run, found })
  }
  if (parts.length === 0) return undefined
  const asked = parts.filter(
    (part, at) =>
      parts.findIndex(({ found }) => found === part.found) === at &&
      !parts.some((other) => isTownOf(part, other)),
  )
  const found = asked.toSorted((a, b) => a.from - b.from)
  const lugares = found.flatMap((part) => part.found.lugares)
  const marcos = found.flatMap((part) => part.found.marcos)
  const words = alternatives.flatMap((each) => each.split(' '))
  const left = words.filter((_, at) => !parts.some(({ from, to }) => from <= at && at < to)).join(' ')
  const together = marcos.length === 0 ? joinedPlace(lugares) : undefined
  return {
    ...NOTHING,
    lugares: together ? [together] : lugares,
    marcos,
    // The word for a street beside the name of one is no other word.
    observacoes: withoutStreets(left) === '' ? [] : sentencesOn(snapshot, found, left, town),
  }
}

/** Proper names of the parts, and the words left: of a place elsewhere, or not understood. */
function sentencesOn(snapshot: Snapshot, parts: readonly Part[], left: string, town?: number): string[] {
  const noList = noListOf(left)?.sentence
  if (noList !== undefined) return [noList]
  const names = joined([...new Set(parts.map(nameOf))].map((name) => `“${quote(name)}”`))
  const { names: elsewhere, rest } = placesOutside(left)
  const isKnown = town !== undefined && exactPlace(snapshot, rest, undefined) !== undefined
  const why = isKnown ? 'lá não conheço' : 'não entendi'
  return [
    `Entendi só ${names}; ${why} “${quote(rest)}”.`,
    ...(elsewhere.length > 0 ? [ofOtherStates(elsewhere)] : []),
  ]
}

function nameOf({
  name,
  found: {
    lugares: [place],
    marcos: [marco = name],
  },
}: Part): string {
  if (!place) return marco
  const { nome, rua } = spotNamed(name) ?? {}
  // Of an avenue only the name was typed, and none of its districts.
  if (rua !== undefined) return name
  return (place.palavras === undefined ? undefined : nome) ?? place.bairro ?? place.municipio.nome
}

/** The longest runs first. */
function runsIn(alternatives: readonly string[]): Run[] {
  const runs: Run[] = []
  let start = 0
  for (const [alternative, text] of alternatives.entries()) {
    const words = text.split(' ')
    for (let at = 0; at < words.length; at++)
      for (let end = at + 1; end <= words.length; end++) {
        const name = words.slice(at, end).join(' ')
        const isWhole = end - at === words.length
        runs.push({ name, alternative, from: start + at, to: start + end, isWhole })
      }
    start += words.length
  }
  return runs.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
}

/** The one municipality named beside other words, where these are looked for: in `farol ou arapiraca` it is a place of its own. */
function scopeOf(snapshot: Snapshot, runs: readonly Run[], alternatives: number): number | undefined {
  const named = runs.flatMap(({ name, isWhole }) => {
    const town = exactTown(directoryOf(snapshot), name)
    return town === undefined ? [] : { town, isAlone: isWhole && alternatives > 1 }
  })
  const [first, ...others] = named
  const isSole = first && !first.isAlone && others.every(({ town }) => town === first.town)
  return isSole ? first.town : undefined
}

/** `part` is the municipality of the other part, named beside it: `farol maceió`. */
function isTownOf(part: Part, other: Part): boolean {
  const [town, ...others] = part.found.lugares
  if (!town || town.bairro !== undefined || others.length > 0) return false
  const there = other.found.lugares
  return (
    part !== other &&
    part.alternative === other.alternative &&
    there.length > 0 &&
    there.every(({ bairro, municipio }) => bairro !== undefined && municipio === town.municipio)
  )
}

/** Several districts of one municipality as the list that questions take: `Farol e Poço`. */
function joinedPlace(lugares: readonly LugarAchado[]): LugarAchado | undefined {
  const [first, ...others] = lugares
  if (!first || others.length === 0) return undefined
  const names = lugares.flatMap(({ bairro, municipio, exato }) =>
    exato && municipio === first.municipio ? (bairro ?? []) : [],
  )
  if (names.length < lugares.length) return undefined
  const postos = lugares.reduce((sum, each) => sum + each.postos, 0)
  return { ...first, bairro: joined(names), postos }
}

/** Places of that whole name, else a landmark; in the municipality where one is given. */
function exactPlace(snapshot: Snapshot, name: string, town: number | undefined): Achados | undefined {
  const spot = spotNamed(name)
  const isAvenue = spot?.rua !== undefined
  const directory = directoryOf(snapshot)
  const isNamed = spot ?? exactly(directory, name) ?? exactly(directory, name, MACEIO) ?? landmarkNamed(name)
  if (!isNamed) return undefined
  const lugares = placesOf(snapshot, meaningOf(snapshot, name), name).filter(
    ({ exato, bairro = '', municipio: { codigoIBGE } }) =>
      (exato || isAvenue || districtKeyOf({ bairro: name, codigoIBGE }) === placeKey(bairro)) &&
      (town ?? codigoIBGE) === codigoIBGE,
  )
  if (lugares.length > 0) return { ...NOTHING, lugares }
  const marco = landmarkNamed(name)
  const isThere = marco && (town ?? marco.codigoIBGE) === marco.codigoIBGE
  return isThere ? { ...NOTHING, marcos: [labelOf(marco)] } : undefined
}
