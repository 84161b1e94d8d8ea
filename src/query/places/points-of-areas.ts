import { MACEIO, type Marco } from '../../domain/alagoas/known-places.ts'
import type { Centro } from '../../domain/answers/shared-schemas.ts'
import { medianPoint } from '../../domain/geo/distances.ts'
import { asCep, placeWords, splitPlaces, writtenCep } from '../../domain/places/place-names.ts'
import { beginsWith } from '../../domain/places/similar-names.ts'
import { understoodAs } from '../../format/words/understanding.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type Area, toldName, townsOf } from './areas.ts'
import { middleOf } from './compared-places.ts'
import { type Directory, directoryOf } from './directory.ts'
import { labelOf, landmarkNamed } from './landmark-names.ts'
import { lugarOf } from './place-label.ts'
import { exactly, townsBeside } from './place-lookup.ts'

export interface NamedPoint {
  readonly centro: Centro
  /** A sentence where the name understood is another than the one asked for. */
  readonly notes: readonly string[]
}

/** The reason for no point, and the names that may have been meant. */
export interface Refusal {
  why: string
  names: readonly string[]
}

export const SEVERAL = 'pode ser mais de um lugar: diga qual'

/** A municipality comes before districts of its name, outside the capital maybe half the name of one. Districts of a CEP have one middle. */
export function ofAreas(snapshot: Snapshot, areas: readonly Area[], text: string): NamedPoint | Refusal {
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

export function ofLandmark(marco: Marco, text: string): NamedPoint {
  const { latitude, longitude } = marco
  const nome = labelOf(marco)
  const centro: Centro = { nome, tipo: 'marco', latitude, longitude, precisao: 'exata' }
  return { centro, notes: notesOn(text, nome, 'marco') }
}

/** A name of districts of several municipalities with each of them, as `perto` takes one. */
export function namesakesOf(snapshot: Snapshot, name: string): readonly string[] {
  const point = ofAreas(snapshot, exactly(directoryOf(snapshot), name)?.areas ?? [], name)
  return 'names' in point && point.names.length > 0 ? point.names : [name]
}

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
