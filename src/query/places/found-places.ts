import type { Municipio } from '../../domain/alagoas/municipalities.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { placeWords } from '../../domain/places/place-keys.ts'
import { namesWith } from '../../domain/places/similar-names.ts'
import { directoryOf } from './directory.ts'
import type { Area } from './meaning.ts'
import { pricedStations } from '../lists/snapshot.ts'
import { exactly, townsOf } from './place-lookup.ts'
import type { Understanding } from './place-meaning.ts'
import { understand } from './place-meaning.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** A municipality, or a district of one. */
export interface LugarAchado {
  municipio: Municipio
  bairro: string | undefined
  /** How many stations have a price there. */
  postos: number
  /** Words that, asked for as a district of the municipality, mean the same place. */
  palavras: string | undefined
  /** What the words were taken for. */
  observacoes: readonly string[]
}

/** More help nobody. */
const MOST = 20

/** What a text was taken for. */
export function placesOf(snapshot: Snapshot, { areas, notes }: Understanding, text: string): LugarAchado[] {
  const found = toPlaces(snapshot, areas ?? [])
  const [sole, ...others] = found
  // What several places have in common is seen in their list.
  if (!sole || others.length > 0 || notes.length === 0) return found
  return [{ ...sole, palavras: meansThere(snapshot, sole, text) ? text : undefined, observacoes: notes }]
}

/** Places of these names, and whether none of them has the text's own words. */
export function nearPlaces(
  snapshot: Snapshot,
  names: readonly string[],
  text: string,
): { lugares: LugarAchado[]; parecidos: boolean } {
  const directory = directoryOf(snapshot)
  const areas = names.flatMap((name) => exactly(directory, name)?.areas ?? [])
  const holding = namesWith(
    placeWords(text),
    names.map((nome) => ({ nome, words: placeWords(nome) })),
  )
  return { lugares: toPlaces(snapshot, areas), parecidos: holding.length === 0 }
}

function meansThere(snapshot: Snapshot, { municipio, bairro }: LugarAchado, text: string): boolean {
  const { areas } = understand(directoryOf(snapshot), text, String(municipio.codigoIBGE))
  const [there, ...others] = toPlaces(snapshot, areas ?? [])
  return others.length === 0 && there?.municipio === municipio && there.bairro === bairro
}

/** Municipalities as they come, then the districts with most prices, one for each municipality they are of. */
function toPlaces(snapshot: Snapshot, areas: readonly Area[]): LugarAchado[] {
  const directory = directoryOf(snapshot)
  const places = new Map<string, LugarAchado>()
  for (const area of areas)
    for (const codigoIBGE of townsOf(directory, area)) {
      const { district } = area
      const municipio = municipioByCode(codigoIBGE)
      if (!municipio) continue
      places.set(`${codigoIBGE} ${district}`, {
        municipio,
        bairro: district === undefined ? undefined : (directory.districts.get(district)?.nome ?? district),
        postos: pricedStations(snapshot).filter(
          (station) =>
            station.codigoIBGE === codigoIBGE && (district ?? station.districtKey) === station.districtKey,
        ).length,
        palavras: undefined,
        observacoes: [],
      })
    }
  const all = [...places.values()]
  const districts = all.filter(({ bairro }) => bairro !== undefined)
  return [
    ...all.filter(({ bairro }) => bairro === undefined),
    ...districts.toSorted((a, b) => b.postos - a.postos).slice(0, MOST),
  ]
}
