import { MACEIO } from '../../domain/alagoas/known-places.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import { asMunicipalityCode, placeKey } from '../../domain/places/place-names.ts'
import type { Station } from '../../domain/state/stations.ts'
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

export function exactTown({ codes, towns }: Directory, text: string): number | undefined {
  const code = asMunicipalityCode(text)
  if (code === undefined) return codes.get(placeKey(text))
  return towns.has(code) || municipios.some(({ codigoIBGE }) => codigoIBGE === code) ? code : undefined
}

export function isIn({ towns }: District, within: number | undefined): boolean {
  return within === undefined || towns.includes(within)
}

/** A name that one municipality alone has is that municipality's. */
export function areaOf({ key, towns }: District, within: number | undefined): Area {
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
