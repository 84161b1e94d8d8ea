import { MACEIO } from '../alagoas/known-places.ts'
import type { Localizacao, PostoServido } from '../answers/shared-schemas.ts'
import { type Ponto, medianPoint } from '../geo/distances.ts'
import { believableTest, pointInState } from '../alagoas/state.ts'
import { groupBy } from '../basics/lists.ts'
import { createMemory } from '../basics/memoize.ts'
import type { Estabelecimento } from '../facts/sale-record.ts'
import { municipioByCode } from '../alagoas/municipalities.ts'
import type { Cadastro } from '../registry/registry.ts'
import { districtsOfMaceio, isVague, districtKeyOf } from '../places/place-names.ts'
import type { Posto } from './commit-state.ts'
import { type Declared, contradicted } from './contradicted-points.ts'
import { type Registered, registeredOf, townAnchors, withBelievedPoint } from './registry-points.ts'

/** A station as answers show it, with what questions about places compare. */
export interface Station {
  readonly posto: PostoServido
  readonly districtKey: string
  readonly codigoIBGE: number
  /** The declared point contradicts the address, and is not believed. */
  readonly isContradicted: boolean
}

/** Stations in the order given, with believed or approximate points, and brands where there is a registry. It yields between municipalities. */
export function* placeStations(postos: readonly Posto[], cadastro: Cadastro | undefined) {
  // Names of places repeat a hundredfold; folding one costs microseconds.
  const keys = createMemory<string, string>()
  const registered = cadastro && registeredOf(cadastro)
  const stations = postos.map(({ estabelecimento }) => ({
    estabelecimento,
    districtKey: keys(`${estabelecimento.endereco.codigoIBGE} ${estabelecimento.endereco.bairro}`, () =>
      districtKeyOf(estabelecimento.endereco),
    ),
    declared: pointInState(estabelecimento.endereco),
    registered: registered?.(estabelecimento.cnpj),
  }))
  yield
  const towns: JudgedTown[] = []
  for (const [codigoIBGE, members] of groupBy(stations, (s) => s.estabelecimento.endereco.codigoIBGE)) {
    towns.push(judgeTown(codigoIBGE, members))
    yield
  }
  const believed = towns.flatMap(({ codigoIBGE, believed }) =>
    believed.map(({ declared }) => ({ ...declared, codigoIBGE })),
  )
  const anchors = cadastro ? [...townAnchors, ...believed] : []
  const placed = new Map<Estabelecimento, Station>()
  for (const town of towns) {
    for (const [{ estabelecimento }, station] of placeTown(town, anchors))
      placed.set(estabelecimento, station)
    yield
  }
  return Object.freeze(stations.flatMap(({ estabelecimento }) => placed.get(estabelecimento) ?? []))
}

interface Unplaced {
  estabelecimento: Estabelecimento
  districtKey: string
  declared: Ponto | null
  /** Undefined where there is no registry. */
  registered: Registered | undefined
}

type JudgedTown = ReturnType<typeof judgeTown>

/** A municipality with the stations whose declared point is believed, and those whose address contradicts theirs. */
function judgeTown(codigoIBGE: number, members: readonly Unplaced[]) {
  const isBelievable = believableTest(codigoIBGE, pointsOf(members))
  const inTown = members.filter(isDeclared).filter(({ declared }) => isBelievable(declared))
  const wrong: ReadonlySet<Unplaced> = contradicted(codigoIBGE, inTown)
  const believed = inTown.filter((station) => !wrong.has(station))
  return { codigoIBGE, members, believed, wrong, isBelievable }
}

function placeTown(
  { codigoIBGE, members, believed, wrong, isBelievable }: JudgedTown,
  anchors: typeof townAnchors,
): (readonly [Unplaced, Station])[] {
  const known = new Set<Unplaced>(believed)
  // Stations with the registry's point in place of their own.
  const candidates = members.flatMap((station) => {
    const point = known.has(station) ? null : station.registered?.point
    return point && isBelievable(point) ? [{ ...station, declared: point }] : []
  })
  const registered = withBelievedPoint(codigoIBGE, candidates, { declared: believed, anchors })
  const found = new Map(registered.map(({ estabelecimento, declared }) => [estabelecimento, declared]))
  const middle = medianPoint(pointsOf(known)) ?? municipioByCode(codigoIBGE)
  const ofTown = middle ? approximate('municipio', middle) : null
  const ofDistrict = new Map<string, Localizacao>()
  // For stations of a district in which none has a believed point.
  if (codigoIBGE === MACEIO)
    for (const [key, known] of districtsOfMaceio()) ofDistrict.set(key, approximate('bairro', known))
  for (const [key, inDistrict] of groupBy(known, ({ districtKey }) => districtKey)) {
    const point = isVague(key) ? null : medianPoint(pointsOf(inDistrict))
    if (point) ofDistrict.set(key, approximate('bairro', point))
  }
  return members.map((station) => {
    const { estabelecimento, declared, districtKey } = station
    const point = known.has(station) ? declared : null
    const exact = point ?? found.get(estabelecimento)
    const localizacao: Localizacao = exact
      ? Object.freeze({ precisao: 'exata', ...exact, origem: point ? 'declarada' : 'anp' })
      : (ofDistrict.get(districtKey) ?? ofTown)
    const posto = asServed(station, point, localizacao)
    return [station, { posto, districtKey, codigoIBGE, isContradicted: wrong.has(station) }]
  })
}

function approximate(precisao: 'bairro' | 'municipio', { latitude, longitude }: Ponto): Localizacao {
  return Object.freeze({ precisao, latitude, longitude, origem: 'aproximada' })
}

function isDeclared(station: Unplaced): station is Unplaced & Declared {
  return station.declared !== null
}

function pointsOf(stations: Iterable<Unplaced>): Ponto[] {
  return [...stations].flatMap(({ declared }) => declared ?? [])
}

/** A telephone that may be called: `(82) 30000000`, one digit to the end, only fills the form. */
function callable(telefone: string | null): string | null {
  const digits = telefone?.replaceAll(/(?<=\d)[ .-](?=\d)/g, '') ?? ''
  return /(\d)\1{5}\D*$/.test(digits) ? null : telefone
}

/** Copies field by field: V8 gives each frozen copy made by spreading its own hidden class, as large as the object. */
function asServed({ estabelecimento, registered }: Unplaced, point: Ponto | null, localizacao: Localizacao) {
  const { cnpj, razaoSocial, nomeFantasia, endereco } = estabelecimento
  const telefone = callable(estabelecimento.telefone)
  const { nomeLogradouro, numeroImovel, bairro, cep, codigoIBGE, municipio } = endereco
  const [latitude, longitude] = point ? [point.latitude, point.longitude] : [null, null]
  const address = {
    nomeLogradouro,
    numeroImovel,
    bairro,
    cep,
    codigoIBGE,
    municipio,
    latitude,
    longitude,
    localizacao,
  }
  const served: PostoServido = { cnpj, razaoSocial, nomeFantasia, telefone, endereco: Object.freeze(address) }
  if (registered) {
    served.bandeira = registered.brand?.slug ?? null
    served.bandeiraNome = registered.brand?.nome ?? null
  }
  return Object.freeze(served)
}
