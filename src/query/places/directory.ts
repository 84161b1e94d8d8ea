import { groupBy } from '../../domain/basics/lists.ts'
import { MACEIO, localidades } from '../../domain/alagoas/known-places.ts'
import { lazily, oncePer } from '../../domain/basics/memoize.ts'
import { ascending } from '../../domain/basics/numbers.ts'
import {
  isVague,
  municipalityKeys,
  placeKey,
  placeWords,
  districtsOfMaceio,
} from '../../domain/places/place-names.ts'
import { accented, townOf } from '../../format/words/names.ts'
import type { Snapshot } from '../lists/snapshot.ts'

export type Directory = ReturnType<typeof directoryOf>
export type District = ReturnType<typeof toDistrict>

export const byTown = oncePer((snapshot: Snapshot) =>
  groupBy(snapshot.stations(), ({ codigoIBGE }) => codigoIBGE),
)

/** The places that stations of one commit name, and those everybody knows. */
export const directoryOf = oncePer((snapshot: Snapshot) => {
  const stations = snapshot.stations()
  const districts = new Map<string, District>()
  for (const [key, there] of groupBy(stations, ({ districtKey }) => districtKey)) {
    if (key === '') continue
    const towns = new Set(there.map(({ codigoIBGE }) => codigoIBGE))
    const spellings = new Set(there.map(({ posto }) => posto.endereco.bairro))
    const companies = new Set(there.map(({ posto }) => posto.cnpj.slice(0, 8)))
    districts.set(key, toDistrict(key, nameOf(key, towns, spellings), towns, companies.size > 1))
  }
  for (const [key, { nome }] of districtsOfMaceio())
    if (!districts.has(key)) districts.set(key, toDistrict(key, nome, new Set(), true))
  const towns = [...byTown(snapshot)].map(([codigoIBGE, [station]]) => {
    const municipio = station?.posto.endereco.municipio ?? ''
    return [codigoIBGE, townOf({ codigoIBGE, municipio })] as const
  })
  return {
    /** Code of every municipality of the state, with stations or without, by the key of its name. */
    codes: new Map([...towns.map(([code, nome]) => [placeKey(nome), code] as const), ...municipalityKeys()]),
    /** Names of the municipalities with stations, by ascending code. */
    towns: new Map(towns.toSorted(([a], [b]) => a - b)),
    /** Districts by key: those of stations, then those of the capital without one. */
    districts,
    /** Stations by the first five digits of their CEP. */
    ceps: groupBy(stations, ({ posto }) => posto.endereco.cep.slice(0, 5)),
  }
})

const districtsOfSpots = lazily(
  () => new Set(localidades.flatMap(({ bairros = [] }) => bairros.map(placeKey))),
)

function toDistrict(key: string, nome: string, declared: ReadonlySet<number>, isShared: boolean) {
  return {
    key,
    nome,
    words: placeWords(nome),
    /** Municipalities in which stations declare it. */
    declared,
    /** These, and the capital for each of its own, of which no station may be; ascending. */
    towns: ascending(new Set([...declared, ...(districtsOfMaceio().has(key) ? [MACEIO] : [])])),
    /** Known, or declared by stations of two companies. Another one is the text of one company, which stands in fields, not in sentences. */
    isVouched: isShared || districtsOfMaceio().has(key) || districtsOfSpots().has(key),
    /** Too vague to be a place (`ZONA RURAL`): never suggested. */
    isVague: isVague(key),
  }
}

/** A known name of one of the places, else the spelling with the most accents: stations leave them out, never put them in. */
function nameOf(key: string, towns: ReadonlySet<number>, spellings: ReadonlySet<string>): string {
  const known = towns.has(MACEIO) ? districtsOfMaceio().get(key)?.nome : undefined
  const ofSpots = localidades.flatMap(({ codigoIBGE, bairros = [] }) =>
    towns.has(codigoIBGE) ? bairros : [],
  )
  return (
    known ??
    ofSpots.find((bairro) => placeKey(bairro) === key) ??
    accented([...spellings].toSorted((a, b) => accents(b) - accents(a) || a.length - b.length)[0] ?? '')
  )
}

function accents(text: string): number {
  return text.normalize('NFD').length - text.normalize('NFC').length
}
