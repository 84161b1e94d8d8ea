import { asMunicipalityCode, municipalityKeys, placeKey, suggestPlaces } from '../domain/places.ts'
import type { FuelList } from './entries.ts'
import { lazily } from './entries.ts'
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
  const anywhere = bairro === undefined ? undefined : resolve(bairro, directory)
  const within = municipio === undefined ? undefined : new Set(directory.codesOf(municipio))
  const matches = ({ districtKey, codigoIBGE }: Station) =>
    (!anywhere || anywhere.district === districtKey || anywhere.codes.includes(codigoIBGE)) &&
    (!within || within.has(codigoIBGE))
  return {
    matches,
    positions(list) {
      if (!anywhere) return merge([...(within ?? [])].map((code) => list.inMunicipality(code)))
      const found = merge([
        list.inDistrict(anywhere.district),
        ...anywhere.codes.map((code) => list.inMunicipality(code)),
      ])
      return within
        ? found.filter((at) => within.has(list.entries[at]?.estabelecimento.endereco.codigoIBGE ?? 0))
        : found
    },
    sugestoes: snapshot.stations().some(matches) ? undefined : suggest(directory, bairro, municipio, within),
  }
}

interface Directory {
  codesOf(text: string): number[]
  /** Names of the municipalities that have stations. */
  municipalities(): string[]
  /** Names of districts, of all municipalities or of some. */
  districts(within?: ReadonlySet<number>): string[]
}

const directories = new WeakMap<Snapshot, Directory>()

function directoryOf(snapshot: Snapshot): Directory {
  const known = directories.get(snapshot) ?? createDirectory(snapshot)
  directories.set(snapshot, known)
  return known
}

function createDirectory(snapshot: Snapshot): Directory {
  const enderecos = lazily(() => snapshot.stations().map(({ posto }) => posto.endereco))
  const codes = lazily(() => {
    const byKey = municipalityKeys()
    for (const { municipio, codigoIBGE } of enderecos()) {
      const key = placeKey(municipio)
      if (!byKey.has(key)) byKey.set(key, codigoIBGE)
    }
    return byKey
  })
  const municipalities = lazily(() => [...new Set(enderecos().map(({ municipio }) => municipio))].toSorted())
  return {
    codesOf(text) {
      const code = asMunicipalityCode(text) ?? codes().get(placeKey(text))
      return code === undefined ? [] : [code]
    },
    municipalities,
    districts: (within) => [
      ...new Set(
        enderecos()
          .filter(({ codigoIBGE }) => !within || within.has(codigoIBGE))
          .map(({ bairro }) => bairro),
      ),
    ],
  }
}

function resolve(text: string, directory: Directory): { district: string; codes: number[] } {
  return { district: placeKey(text), codes: directory.codesOf(text) }
}

function suggest(
  directory: Directory,
  bairro: string | undefined,
  municipio: string | undefined,
  within: ReadonlySet<number> | undefined,
): string[] {
  const knownWithin = within && within.size > 0
  if (municipio !== undefined && (bairro === undefined || !knownWithin))
    return suggestPlaces(municipio, directory.municipalities())
  if (bairro === undefined) return []
  const names = knownWithin
    ? directory.districts(within)
    : [...directory.municipalities(), ...directory.districts()]
  return suggestPlaces(bairro, names)
}

/** Ascending, each position once. One list, the usual case, is handed on as it is. */
function merge(lists: readonly (readonly number[])[]): readonly number[] {
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length <= 1) return filled[0] ?? []
  return [...new Set(filled.flat())].toSorted((a, b) => a - b)
}
