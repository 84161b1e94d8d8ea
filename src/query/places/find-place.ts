import { metresBetween } from '../../domain/geo/great-circle.ts'
import { ascending } from '../../domain/basics/numbers.ts'
import { LRUCache } from 'lru-cache'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { quote } from '../../domain/basics/text.ts'
import { NO_REGISTRY, brandBeside } from '../../domain/registry/registry.ts'
import { decimal, listed } from '../../format/words/formatting.ts'
import { type Directory, directoryOf } from './directory.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import { type Where, searchList } from '../lists/radius-and-route.ts'
import { lugarOf, placeSeen } from './place-label.ts'
import { type Selling, hasStations, middleOf, neighboursOf, positionsOf } from './compared-places.ts'
import { type Area, isOf, nameOf, townsOf } from './areas.ts'
import { type Understanding, understand } from './place-meaning.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import type { Station } from '../../domain/state/stations.ts'

/** The place a question names, understood and found among the stations of one commit. */
export type Place = Readonly<ReturnType<typeof toPlace>>

export type Stations = Pick<Place, 'areas' | 'matches'>

type Asked = { [N in 'bairro' | 'municipio']?: string | undefined }

/** Places understood since the commit was published; people ask for the same few hundred. */
const placesOf = oncePer(() => createMemory<string, Place>(new LRUCache({ max: 1000 })))

export function findPlace(snapshot: Snapshot, asked: Asked, selling?: Selling): Place {
  const key = JSON.stringify([asked.municipio, asked.bairro, selling?.combustivel, selling?.since])
  return placesOf(snapshot)(key, () => find(snapshot, asked, selling))
}

/** The same within some municipalities only. */
export function keepToTowns(
  snapshot: Snapshot,
  place: Place,
  towns: readonly number[],
  selling: Selling | undefined,
) {
  const areas = areasWithin(place.areas ?? [{}], towns)
  const notes = place.observacoes.filter((note) => !place.namesakes.includes(note))
  return toPlace(snapshot, { areas, notes, near: [] }, '', 'municipio', selling)
}

/** The part of a place that lies in an area; of the whole state, the area. */
export function partOfPlace({ areas }: Place, area: Area & { town: number }): Stations {
  const kept = areas ? areasWithin(areas, [area.town]) : [area]
  return { areas: kept, ...filterOf(kept) }
}

function areasWithin(areas: readonly Area[], towns: readonly number[]): Area[] {
  const kept: Area[] = []
  for (const { town: only, district } of areas)
    for (const town of towns)
      if ((only ?? town) === town) kept.push(district === undefined ? { town } : { town, district })
  return kept
}

function find(snapshot: Snapshot, { bairro, municipio }: Asked, selling: Selling | undefined): Place {
  const directory = directoryOf(snapshot)
  const meant = understand(snapshot, bairro, municipio)
  const understanding = (meant.areas?.length === 0 && besideBrand(snapshot, bairro, municipio)) || meant
  const notes = [...understanding.notes, ...emptyAmong(directory, understanding.areas ?? [])]
  const ambito = bairro === undefined ? 'municipio' : 'bairro'
  const asked = quote(bairro ?? municipio ?? '')
  return toPlace(snapshot, { ...understanding, notes }, asked, ambito, selling)
}

/** `posto shell na ponta verde`: nothing is answered for a brand asked for as a place, and the place beside it is proposed. */
function besideBrand(snapshot: Snapshot, text: string | undefined, municipio: string | undefined) {
  const note = text === undefined ? undefined : noteOnBrand(snapshot, text)
  if (!note) return undefined
  const { areas } = understand(snapshot, note.rest, municipio)
  const near = areas?.length ? [lugarOf(directoryOf(snapshot), areas, '', 'bairro').nome] : []
  return { areas: [], notes: [note.sentence], near }
}

const STATION = /^postos?\b\s*(?:(?:em|n[oa]s?|d[eoa]s?)\s+)?/i

/** The first brand that words name, as a sentence, and the words beside all brands. */
export function noteOnBrand({ commit }: Snapshot, text: string) {
  const found = brandBeside(text, [])
  if (!found) return undefined
  let { rest } = found
  for (let next = brandBeside(rest, []); next; next = brandBeside(rest, [])) rest = next.rest
  const { nome, slug } = found.bandeira
  const sentence = commit.cadastro
    ? `${nome} é bandeira: para os postos dela, precos com bandeira=${slug}.`
    : NO_REGISTRY
  return { sentence, rest: rest.replace(STATION, '') }
}

/** The same within the circle of a question. */
export function keepToCircle(place: Place, where: Where): Place {
  const { around } = where
  if (!around) return place
  const isNear = ({ posto: { endereco } }: Station): boolean =>
    endereco.localizacao !== null && metresBetween(around.centre, endereco.localizacao) / 1000 <= around.raio
  return {
    ...place,
    lugar: placeSeen(place.lugar, where),
    areas: place.areas ?? [{}],
    matches: (station) => place.matches(station) && isNear(station),
    positions: (list) => searchList(list, where, place.positions(list)).positions,
  }
}

/** CNPJs of the stations in a place; null: all. */
export function stationsIn(snapshot: Snapshot, { areas, matches }: Stations): ReadonlySet<string> | null {
  if (!areas) return null
  return new Set(snapshot.stations().flatMap((station) => (matches(station) ? station.posto.cnpj : [])))
}

/** `asked` and `ambito` are for what was not understood. */
function toPlace(
  snapshot: Snapshot,
  understanding: Understanding,
  asked: string,
  ambito: 'municipio' | 'bairro',
  selling?: Selling,
) {
  const directory = directoryOf(snapshot)
  const { areas, near, namesakes = [] } = understanding
  const notes = [...understanding.notes]
  const isEmpty = areas !== null && !areas.some((area) => hasStations(directory, area))
  const neighbours = (areas ?? []).slice(0, 1).flatMap((area) => neighboursOf(snapshot, area, selling))
  const names = near.length > 0 ? [...new Set(near)] : neighbours.map(({ nome }) => nome)
  return {
    lugar: lugarOf(directory, areas, asked, ambito),
    /** Sentences for the answer: what was taken for what, and what a name joins. */
    observacoes: isEmpty && neighbours.length > 0 ? [...notes, noStation(neighbours)] : notes,
    /** Sentences that a choice among the municipalities of a name makes untrue. */
    namesakes,
    /** Nearest known names when no station at all is there; undefined when there is one. */
    sugestoes: isEmpty ? names.slice(0, 3) : undefined,
    /** Other places with stations, or with the fuel asked for, nearest first. */
    neighbours,
    /** Middles of its areas, those known: a district's in each municipality of its name. */
    middles: () =>
      (areas ?? []).flatMap((area) =>
        townsOf(directory, area).flatMap((town) => middleOf(snapshot, { ...area, town }) ?? []),
      ),
    /** Municipalities and districts, joined; null: the whole state. */
    areas,
    ...filterOf(areas),
  }
}

/** A sentence for the empty ones of several places, unless all are empty. */
function emptyAmong(directory: Directory, areas: readonly Area[]): string[] {
  const empty = areas.filter((area) => !hasStations(directory, area))
  if (empty.length === 0 || empty.length === areas.length) return []
  return [`Nenhum posto conhecido é de ${listed(empty.map((area) => nameOf(directory, area)))}.`]
}

type Neighbours = ReturnType<typeof neighboursOf>

function noStation(neighbours: Neighbours): string {
  const nearest = neighbours.length === 1 ? 'o mais próximo' : 'os mais próximos'
  return `Nenhum posto conhecido é de lá; com postos, ${nearest}, de centro a centro: ${listNeighbours(neighbours)}.`
}

/** `Jequiá da Praia (16 km), Roteiro (19 km)`; straight lines from middle to middle. */
export function listNeighbours(neighbours: Neighbours): string {
  return neighbours.map(({ nome, km }) => `${nome} (${decimal(km, 0, km < 10 ? 1 : 0)} km)`).join(', ')
}

function filterOf(areas: readonly Area[] | null) {
  return {
    matches: (station: Station): boolean => !areas || areas.some((area) => isOf(area, station)),
    /** Ascending positions of the fuel's stations that match. */
    positions(list: FuelList): readonly number[] {
      if (!areas) return list.all
      const [first, ...others] = areas.map((area) => positionsOf(list, area))
      if (!first || others.length === 0) return first ?? []
      return ascending(new Set([first, ...others].flat()))
    },
  }
}
