import type { Localizacao, PostoServido } from '../domain/answers.ts'
import type { Ponto } from '../domain/distances.ts'
import { believableTest, isInAlagoas, medianPoint } from '../domain/distances.ts'
import type { Estabelecimento } from '../domain/model.ts'
import { municipioByCode } from '../domain/municipalities.ts'
import { isVague, placeKey } from '../domain/places.ts'
import type { Posto } from '../domain/state.ts'

/** A station as answers show it, with what questions about places compare. */
export interface Station {
  readonly posto: PostoServido
  readonly districtKey: string
  readonly codigoIBGE: number
}

/** Stations with believable coordinates and an approximate place for the rest, in the order given. */
export function placeStations(postos: readonly Posto[]): Station[] {
  const keyOf = memoize(placeKey)
  const stations = postos.map(({ estabelecimento }) => ({
    estabelecimento,
    districtKey: keyOf(estabelecimento.endereco.bairro),
    codigoIBGE: estabelecimento.endereco.codigoIBGE,
    declared: declaredPoint(estabelecimento),
  }))
  const towns = groupBy(stations, (s) => s.codigoIBGE)
  const placed = new Map<Estabelecimento, PostoServido>()
  for (const [codigoIBGE, members] of towns) {
    const isBelievable = believableTest(
      codigoIBGE,
      members.flatMap((s) => s.declared ?? []),
    )
    const known = members.filter((s) => s.declared && isBelievable(s.declared))
    const middle = medianPoint(known.flatMap((s) => s.declared ?? [])) ?? townPoint(codigoIBGE)
    const ofTown: Localizacao = middle && { precisao: 'municipio', ...middle }
    const districts = new Map<string, Localizacao>()
    for (const [key, inDistrict] of groupBy(known, (s) => s.districtKey)) {
      const point = isVague(key) ? null : medianPoint(inDistrict.flatMap((s) => s.declared ?? []))
      if (point) districts.set(key, { precisao: 'bairro', ...point })
    }
    const exact = new Set(known)
    for (const station of members) {
      const point = exact.has(station) ? station.declared : null
      const localizacao: Localizacao = point
        ? { precisao: 'exata', ...point }
        : (districts.get(station.districtKey) ?? ofTown)
      placed.set(station.estabelecimento, serve(station.estabelecimento, point, localizacao))
    }
  }
  return stations.flatMap(({ estabelecimento, districtKey, codigoIBGE }) => {
    const posto = placed.get(estabelecimento)
    return posto ? [{ posto, districtKey, codigoIBGE }] : []
  })
}

/** As declared, when it lies in the state at all. */
function declaredPoint({ endereco: { latitude, longitude } }: Estabelecimento): Ponto | null {
  if (latitude === null || longitude === null) return null
  const point = { latitude, longitude }
  return isInAlagoas(point) ? point : null
}

function townPoint(codigoIBGE: number): Ponto | null {
  const town = municipioByCode(codigoIBGE)
  return town ? { latitude: town.latitude, longitude: town.longitude } : null
}

function serve(
  { endereco, ...estabelecimento }: Estabelecimento,
  point: Ponto | null,
  localizacao: Localizacao,
): PostoServido {
  return Object.freeze({
    ...estabelecimento,
    endereco: Object.freeze({
      ...endereco,
      latitude: point ? point.latitude : null,
      longitude: point ? point.longitude : null,
      localizacao: localizacao && Object.freeze(localizacao),
    }),
  })
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Names of places repeat a hundredfold; folding one costs microseconds. */
function memoize(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text) ?? compute(text)
    known.set(text, found)
    return found
  }
}
