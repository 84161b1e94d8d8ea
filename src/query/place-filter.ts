import { asMunicipalityCode, placeKey, suggestPlaces } from '../domain/places.ts'
import type { Directory } from './directory.ts'
import { directoryOf } from './directory.ts'
import type { FuelList } from './entries.ts'
import type { Snapshot } from './snapshot.ts'
import type { Station } from './stations.ts'

/** The places a question names, resolved against the stations of one commit. */
export interface PlaceFilter {
  matches(station: Station): boolean
  /** Ascending positions of the fuel's stations that match. */
  positions(list: FuelList): readonly number[]
  /** Nearest known names when no station at all is there; empty when no name is near. */
  readonly sugestoes: readonly string[] | undefined
}

interface Asked {
  bairro?: string | undefined
  municipio?: string | undefined
}

/** null when the question names no place. */
export function filterByPlace(snapshot: Snapshot, { bairro, municipio }: Asked): PlaceFilter | null {
  if (bairro === undefined && municipio === undefined) return null
  const directory = directoryOf(snapshot)
  const town = municipio === undefined ? undefined : codeOf(directory, municipio)
  const here =
    bairro === undefined ? undefined : { district: placeKey(bairro), code: codeOf(directory, bairro) }
  const isWithin = (codigoIBGE: number) => municipio === undefined || codigoIBGE === town
  const isHere = (districtKey: string, codigoIBGE: number) =>
    !here || districtKey === here.district || codigoIBGE === here.code
  const isKnown = directory.towns.some(
    ({ codigoIBGE, districts }) =>
      isWithin(codigoIBGE) && (isHere('', codigoIBGE) || districts.has(here?.district ?? '')),
  )
  return {
    matches: ({ districtKey, codigoIBGE }) => isWithin(codigoIBGE) && isHere(districtKey, codigoIBGE),
    positions(list) {
      if (!here) return town === undefined ? [] : list.inMunicipality(town)
      const found = merge(
        list.inDistrict(here.district),
        here.code === undefined ? [] : list.inMunicipality(here.code),
      )
      if (municipio === undefined) return found
      return found.filter((at) => isWithin(list.entries[at]?.estabelecimento.endereco.codigoIBGE ?? NaN))
    },
    sugestoes: isKnown ? undefined : suggest(directory, bairro, municipio, town),
  }
}

/** Of a municipality, by name or code; undefined when there is none of that name. */
export function codeOf(directory: Directory, text: string): number | undefined {
  return asMunicipalityCode(text) ?? directory.codes.get(placeKey(text))
}

/** Keeps to some municipalities what another filter lets by; null lets all by. */
export function keepToMunicipalities(codes: readonly number[], filter: PlaceFilter | null): PlaceFilter {
  const isThere = (codigoIBGE: number) => codes.includes(codigoIBGE)
  return {
    matches: (station) => isThere(station.codigoIBGE) && (!filter || filter.matches(station)),
    positions(list) {
      const found = filter ? filter.positions(list) : list.all
      return found.filter((at) => isThere(list.entries[at]?.estabelecimento.endereco.codigoIBGE ?? NaN))
    },
    sugestoes: filter?.sugestoes,
  }
}

/** A municipality nobody has is named first; within a known one only its own districts are meant. */
function suggest(
  { towns }: Directory,
  bairro: string | undefined,
  municipio: string | undefined,
  town: number | undefined,
): string[] {
  const within = towns.find(({ codigoIBGE }) => codigoIBGE === town)
  const names = towns.map(({ name }) => name)
  if (municipio !== undefined && !within) return suggestPlaces(municipio, names)
  if (bairro === undefined) return []
  return within
    ? suggestPlaces(bairro, within.districts.values())
    : suggestPlaces(bairro, [...names, ...towns.flatMap(({ districts }) => [...districts.values()])])
}

/** Ascending, each position once. One list, the usual case, is handed on as it is. */
function merge(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  return [...new Set([...a, ...b])].toSorted((x, y) => x - y)
}
