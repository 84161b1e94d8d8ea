import { MACEIO, bairrosDeMaceio } from '../alagoas/known-places.ts'
import { groupBy } from '../basics/lists.ts'
import { ascending, median } from '../basics/numbers.ts'
import { fold } from '../basics/text.ts'
import type { Estabelecimento } from '../facts/sale-record.ts'
import { type Ponto, medianPoint } from '../geo/distances.ts'
import { metresBetween } from '../geo/great-circle.ts'
import { districtsOfMaceio, isVague, placeKey } from '../places/place-names.ts'

export interface Declared {
  readonly estabelecimento: Estabelecimento
  readonly districtKey: string
  readonly declared: Ponto
}

/** Decimals of a degree within which points are one: eleven metres. */
const SAME_POINT = 4
/** Least reach of a district, in metres: true points of small districts of the capital lie as far from the middle. */
const LEAST_REACH = 3000
/** A district is no circle: it reaches twice as far as the middle of the next one. */
const OF_NEXT_MIDDLE = 2
/** Elsewhere, of the usual distance of the district's stations, where so many have a point. */
const OF_USUAL_DISTANCE = 3
const POINTS_FOR_A_REACH = 5

/** Stations of one municipality whose declared point contradicts their own address. */
export function contradicted<S extends Declared>(codigoIBGE: number, stations: readonly S[]): Set<S> {
  const wrong = new Set<S>()
  for (const [, sharing] of groupBy(stations, pointKey))
    if (sharing.length > 1 && !isOneForecourt(sharing)) for (const station of sharing) wrong.add(station)
  const left = stations.filter((station) => !wrong.has(station))
  for (const [key, members] of groupBy(left, ({ districtKey }) => districtKey)) {
    const extent = isVague(key) ? undefined : extentOf(codigoIBGE, key, members)
    if (!extent) continue
    for (const station of members)
      if (!isOnHighway(station) && metresBetween(extent.middle, station.declared) > extent.reach)
        wrong.add(station)
  }
  return wrong
}

function pointKey({ declared: { latitude, longitude } }: Declared): string {
  return `${latitude.toFixed(SAME_POINT)} ${longitude.toFixed(SAME_POINT)}`
}

/** Two doors of one forecourt: one street, and no two named districts. Without a number a highway's name is anywhere along it. */
function isOneForecourt(sharing: readonly Declared[]): boolean {
  const streets = new Set(sharing.map(streetKey))
  const districts = new Set(
    sharing.flatMap(({ districtKey: key, estabelecimento: { endereco } }) =>
      isVague(key) || HIGHWAY.test(fold(endereco.bairro)) ? [] : key,
    ),
  )
  return streets.size === 1 && districts.size <= 1 && (hasOneNumber(sharing) || !sharing.some(isAtHighway))
}

function hasOneNumber(sharing: readonly Declared[]): boolean {
  const numbers = new Set(sharing.map(({ estabelecimento: { endereco } }) => endereco.numeroImovel))
  return numbers.size === 1 && /[1-9]/.test([...numbers].join(''))
}

function isAtHighway({ estabelecimento: { endereco } }: Declared): boolean {
  return HIGHWAY.test(fold(`${endereco.nomeLogradouro}, ${endereco.bairro}`))
}

/** `AL 101` of `RDV AL 101 NORTE`, as a road is declared with its direction, its kilometre, or without; else the name. */
function streetKey({ estabelecimento: { endereco } }: Declared): string {
  const street = fold(endereco.nomeLogradouro)
  return HIGHWAY.exec(street)?.[0] ?? placeKey(street.replace(KIND, ''))
}

const HIGHWAY = /\b(?:AL|BR) \d{3}\b/
const KIND = /^(?:R|RUA|AV|AVENIDA|TV|TRAVESSA|PC|PRACA|ROD|RDV|RODOVIA|EST|ESTRADA) /

/** A highway goes on where its district ends. */
function isOnHighway({ estabelecimento: { endereco } }: Declared): boolean {
  return /\b(?:ROD|RDV|RODOVIA|EST|ESTRADA|BR|AL)\b/.test(fold(endereco.nomeLogradouro))
}

/** Middle, and reach in metres: of the capital's districts the middles are known; elsewhere the stations' own points say it. */
function extentOf(codigoIBGE: number, key: string, members: readonly Declared[]) {
  const official = codigoIBGE === MACEIO ? capitalExtents.get(key) : undefined
  if (official) return official
  const middle = medianPoint(members.map(({ declared }) => declared))
  if (!middle || members.length < POINTS_FOR_A_REACH) return undefined
  const usual = median(ascending(members.map(({ declared }) => metresBetween(middle, declared)))) ?? 0
  return { middle, reach: Math.max(LEAST_REACH, usual * OF_USUAL_DISTANCE) }
}

const capitalExtents = new Map(
  [...districtsOfMaceio()].map(([key, each]) => {
    const others = bairrosDeMaceio.filter((other) => other !== each)
    const next = Math.min(...others.map((other) => metresBetween(each, other)))
    return [key, { middle: each, reach: Math.max(LEAST_REACH, next * OF_NEXT_MIDDLE) }] as const
  }),
)
