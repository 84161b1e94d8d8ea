import { municipalityKeys, placeKey } from '../domain/places.ts'
import type { Snapshot } from './snapshot.ts'

/** The places that stations of one commit name. */
export interface Directory {
  readonly towns: readonly Town[]
  /** Code of every municipality of the state, with stations or without, by the key of its name. */
  readonly codes: ReadonlyMap<string, number>
}

export interface Town {
  readonly codigoIBGE: number
  /** As the source writes it. */
  readonly name: string
  /** One spelling of each district, by key. */
  readonly districts: ReadonlyMap<string, string>
}

const directories = new WeakMap<Snapshot, Directory>()

/** Made once per commit. */
export function directoryOf(snapshot: Snapshot): Directory {
  const known = directories.get(snapshot) ?? createDirectory(snapshot)
  directories.set(snapshot, known)
  return known
}

function createDirectory(snapshot: Snapshot): Directory {
  const towns = new Map<number, { codigoIBGE: number; name: string; districts: Map<string, string> }>()
  for (const { posto, districtKey, codigoIBGE } of snapshot.stations()) {
    const { municipio, bairro } = posto.endereco
    const town = towns.get(codigoIBGE) ?? { codigoIBGE, name: municipio, districts: new Map() }
    towns.set(codigoIBGE, town)
    if (!town.districts.has(districtKey)) town.districts.set(districtKey, bairro)
  }
  const codes = municipalityKeys()
  for (const { name, codigoIBGE } of towns.values()) {
    const key = placeKey(name)
    if (!codes.has(key)) codes.set(key, codigoIBGE)
  }
  return { towns: [...towns.values()].toSorted((a, b) => a.codigoIBGE - b.codigoIBGE), codes }
}
