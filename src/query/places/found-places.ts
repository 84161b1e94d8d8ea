import { type Municipio, municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { asCep, asMunicipalityCode, placeKey, placeWords } from '../../domain/places/place-names.ts'
import { namesWith } from '../../domain/places/similar-names.ts'
import { directoryOf } from './directory.ts'
import { type Area, isOf, townsOf } from './areas.ts'
import { spotNamed } from './known-spots.ts'
import { exactly, longerTowns } from './place-lookup.ts'
import { type Snapshot, pricedByTown } from '../lists/snapshot.ts'
import { type Understanding, understand } from './place-meaning.ts'

export interface LugarAchado {
  municipio: Municipio
  bairro: string | undefined
  /** The text is its whole name, alone or before the municipality's. */
  exato: boolean
  /** Number of stations with a price there. */
  postos: number
  /** Words that, asked for as a district of the municipality, mean the same place. */
  palavras?: string | undefined
  observacoes: readonly string[]
}

/** `Farol, Maceió`: the name that `perto` takes. */
export function nameOfPlace({ bairro, municipio }: Pick<LugarAchado, 'bairro' | 'municipio'>): string {
  return [bairro, municipio.nome].filter(Boolean).join(', ')
}

const MOST = 20

export function placesOf(snapshot: Snapshot, { areas, notes }: Understanding, text: string): LugarAchado[] {
  const found = toPlaces(snapshot, [...longerTowns(areas ?? [], text), ...(areas ?? [])], text)
  const [sole, ...others] = found
  // For several places the list itself shows the meaning.
  if (!sole || others.length > 0 || !areas?.length || notes.length === 0) return found
  return [{ ...sole, palavras: meansThere(snapshot, sole, text) ? text : undefined, observacoes: notes }]
}

function namedBy(text: string): (place: Pick<LugarAchado, 'municipio' | 'bairro'>) => boolean {
  const asked = placeKey(text).replace(/(?<=.)(?:AL|ALAGOA)$/, '')
  const spot = spotNamed(text)
  const isOne =
    asMunicipalityCode(text) !== undefined ||
    asCep(text)?.length === CEP_DIGITS ||
    // Another town may have a street of that name.
    (spot !== undefined && spot.rua === undefined)
  return ({ municipio, bairro }) => {
    const name = bairro === undefined ? '' : placeKey(bairro)
    return isOne || asked === name || asked === name + placeKey(municipio.nome)
  }
}

const CEP_DIGITS = 8

/** Places and known spots of these names, and whether none of them has the text's own words. */
export function nearPlaces(snapshot: Snapshot, names: readonly string[], text: string) {
  const directory = directoryOf(snapshot)
  const areas = names.flatMap((name) => exactly(directory, name)?.areas ?? [])
  const ofSpots = names
    .filter((name) => !exactly(directory, name))
    .flatMap((name) => placesOf(snapshot, understand(snapshot, name), name))
  const bySpot = groupBy(ofSpots, ({ municipio, bairro }) => `${municipio.codigoIBGE} ${bairro}`)
  const spots = [...bySpot.values()].flatMap(([first]) => first ?? [])
  const known = names.map((nome) => ({ nome, words: placeWords(nome) }))
  const parecidos = namesWith(placeWords(text), known).length === 0
  return { lugares: [...toPlaces(snapshot, areas), ...spots], parecidos }
}

function meansThere(snapshot: Snapshot, { municipio, bairro }: LugarAchado, text: string): boolean {
  const { areas } = understand(snapshot, text, String(municipio.codigoIBGE))
  const [there, ...others] = toPlaces(snapshot, areas ?? [])
  return others.length === 0 && there?.municipio === municipio && there.bairro === bairro
}

/** Municipalities as they come, then the districts with most prices, one for each municipality they are of. */
function toPlaces(snapshot: Snapshot, areas: readonly Area[], text?: string): LugarAchado[] {
  const directory = directoryOf(snapshot)
  const priced = pricedByTown(snapshot)
  const isNamed = text === undefined ? () => false : namedBy(text)
  const places = new Map<string, LugarAchado>()
  for (const area of areas)
    for (const codigoIBGE of townsOf(directory, area)) {
      const { district } = area
      const municipio = municipioByCode(codigoIBGE)
      if (!municipio) continue
      const bairro =
        district === undefined ? undefined : (directory.districts.get(district)?.nome ?? district)
      const there = priced.get(codigoIBGE) ?? []
      places.set(`${codigoIBGE} ${district}`, {
        municipio,
        bairro,
        postos: there.filter((station) => isOf(area, station)).length,
        exato: isNamed({ municipio, bairro }),
        observacoes: [],
      })
    }
  const towns = [...places.values()].filter(({ bairro }) => bairro === undefined)
  const districts = [...places.values()].filter(({ bairro }) => bairro !== undefined)
  return [...towns, ...districts.toSorted((a, b) => b.postos - a.postos).slice(0, MOST)]
}
