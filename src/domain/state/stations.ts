import type { Localizacao, PostoServido } from '../answers/common.ts'
import { type Ponto, medianPoint } from '../geo/distances.ts'
import { believableTest, isInState } from '../alagoas/state.ts'
import { groupBy } from '../basics/lists.ts'
import { createMemory } from '../basics/memoize.ts'
import type { Estabelecimento } from '../facts/sale-record.ts'
import { municipioByCode } from '../alagoas/municipalities.ts'
import { isVague, placeKey } from '../places/place-names.ts'
import type { Posto } from './commit-state.ts'
import { type Declared, contradicted } from './contradicted-points.ts'

/** A station as answers show it, with what questions about places compare. */
export interface Station {
  readonly posto: PostoServido
  readonly districtKey: string
  readonly codigoIBGE: number
  /** The declared point contradicts the address, and is not believed. */
  readonly isContradicted: boolean
}

/**
 * Stations with believed coordinates, or an approximate place for the rest, in the order given. A generator, so a
 * server can answer requests between municipalities.
 */
export function* placeStations(postos: readonly Posto[]): Generator<void, readonly Station[]> {
  // Names of places repeat a hundredfold; folding one costs microseconds.
  const keys = createMemory<string, string>()
  const stations = postos.map(({ estabelecimento }) => ({
    estabelecimento,
    districtKey: keys(estabelecimento.endereco.bairro, () => placeKey(estabelecimento.endereco.bairro)),
    declared: declaredPoint(estabelecimento),
  }))
  yield
  const placed = new Map<Estabelecimento, PostoServido>()
  const wrong = new Set<Unplaced>()
  for (const [codigoIBGE, members] of groupBy(stations, (s) => s.estabelecimento.endereco.codigoIBGE)) {
    placeTown(codigoIBGE, members, placed, wrong)
    yield
  }
  return Object.freeze(
    stations.flatMap((station) => {
      const { estabelecimento, districtKey } = station
      const posto = placed.get(estabelecimento)
      const isContradicted = wrong.has(station)
      return posto ? { posto, districtKey, codigoIBGE: posto.endereco.codigoIBGE, isContradicted } : []
    }),
  )
}

interface Unplaced {
  estabelecimento: Estabelecimento
  districtKey: string
  declared: Ponto | null
}

function placeTown(
  codigoIBGE: number,
  members: readonly Unplaced[],
  placed: Map<Estabelecimento, PostoServido>,
  wrong: Set<Unplaced>,
): void {
  const isBelievable = believableTest(codigoIBGE, pointsOf(members))
  const inTown = members.filter(isDeclared).filter(({ declared }) => isBelievable(declared))
  for (const station of contradicted(codigoIBGE, inTown)) wrong.add(station)
  const known = new Set<Unplaced>(inTown.filter((station) => !wrong.has(station)))
  const middle = medianPoint(pointsOf(known)) ?? townPoint(codigoIBGE)
  const ofTown: Localizacao = middle && Object.freeze({ precisao: 'municipio', ...middle })
  const ofDistrict = new Map<string, Localizacao>()
  for (const [key, inDistrict] of groupBy(known, ({ districtKey }) => districtKey)) {
    const point = isVague(key) ? null : medianPoint(pointsOf(inDistrict))
    if (point) ofDistrict.set(key, Object.freeze({ precisao: 'bairro', ...point }))
  }
  for (const station of members) {
    const { estabelecimento, declared, districtKey } = station
    const point = known.has(station) ? declared : null
    const localizacao: Localizacao = point
      ? Object.freeze({ precisao: 'exata', ...point })
      : (ofDistrict.get(districtKey) ?? ofTown)
    placed.set(estabelecimento, serve(estabelecimento, point, localizacao))
  }
}

function isDeclared(station: Unplaced): station is Unplaced & Declared {
  return station.declared !== null
}

function pointsOf(stations: Iterable<Unplaced>): Ponto[] {
  return [...stations].flatMap(({ declared }) => declared ?? [])
}

/** The declared point, when it lies in the state. */
function declaredPoint({ endereco: { latitude, longitude } }: Estabelecimento): Ponto | null {
  if (latitude === null || longitude === null) return null
  const point = { latitude, longitude }
  return isInState(point) ? point : null
}

function townPoint(codigoIBGE: number): Ponto | null {
  const town = municipioByCode(codigoIBGE)
  return town ? { latitude: town.latitude, longitude: town.longitude } : null
}

/** Copies field by field: V8 gives each frozen copy made by spreading its own hidden class, as large as the object. */
function serve(
  { cnpj, razaoSocial, nomeFantasia, telefone, endereco }: Estabelecimento,
  point: Ponto | null,
  localizacao: Localizacao,
): PostoServido {
  const { nomeLogradouro, numeroImovel, bairro, cep, codigoIBGE, municipio } = endereco
  const [latitude, longitude] = point ? [point.latitude, point.longitude] : [null, null]
  return Object.freeze({
    cnpj,
    razaoSocial,
    nomeFantasia,
    telefone,
    endereco: Object.freeze({
      nomeLogradouro,
      numeroImovel,
      bairro,
      cep,
      codigoIBGE,
      municipio,
      latitude,
      longitude,
      localizacao,
    }),
  })
}
