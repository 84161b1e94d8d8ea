import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { fold } from '../../domain/basics/text.ts'
import type { Station } from '../../domain/state/stations.ts'

/** A station with its folded texts, a blank before each word, in the last two also at the end: ` WORD` in one is the beginning of a word. */
export interface NamedStation {
  readonly station: Station
  readonly tradeName: string
  /** The trade name and the company's. */
  readonly names: string
  /** These, the district and the municipality. */
  readonly all: string
  readonly street: string
}

/** Stations between two yields to the event loop. */
const SLICE = 4000

export function* nameStations(stations: readonly Station[]): Generator<void, readonly NamedStation[]> {
  // Names of places repeat a hundredfold.
  const places = createMemory<string, string>()
  const named: NamedStation[] = []
  for (const station of stations) {
    const { nomeFantasia, razaoSocial, endereco } = station.posto
    const place = `${endereco.bairro} ${endereco.municipio}`
    const tradeName = ` ${fold(nomeFantasia)}`
    const names = `${tradeName} ${fold(razaoSocial)}`
    const all = `${names} ${places(place, () => fold(place))} `
    const street = ` ${fold(endereco.nomeLogradouro)} `
    if (named.push({ station, tradeName, names, all, street }) % SLICE === 0) yield
  }
  return named
}

/** Each word of the trade names once. */
export const tradeWords = oncePer((stations: readonly NamedStation[]): string[] => [
  ...new Set(stations.flatMap(({ tradeName }) => tradeName.slice(1).split(' '))),
])
