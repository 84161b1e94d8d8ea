import { lazily } from '../basics/memoize.ts'
import type { Ponto } from '../geo/distances.ts'
import { type Way, type Ways, createWays } from '../geo/gabriel-graph.ts'
import { metresBetween } from '../geo/great-circle.ts'
import { MACEIO, bairrosDeMaceio, eixosDasLagoas } from './known-places.ts'
import { municipioByCode, municipios } from './municipalities.ts'
import roads from './roads.json' with { type: 'json' }

/** A point of a way, and the municipality in which it lies; an end's is that of the nearest seat or district. */
interface Waypoint extends Ponto {
  readonly nome: string
  readonly codigoIBGE: number
}

type End = Omit<Waypoint, 'codigoIBGE'>

/** Roads go by the larger towns: a town of no station is this much dearer, one of many is hardly so. */
const BURDEN = 4
/** Within a town less depends on the districts. */
const DISTRICT_BURDEN = 1.5

/** Seats of the municipalities, and the districts of the capital in place of its seat. */
const stops = municipios.flatMap((town) => {
  const { codigoIBGE } = town
  const places = codigoIBGE === MACEIO ? bairrosDeMaceio : [town]
  return places.map(({ nome, latitude, longitude, postos }) => ({
    nome: codigoIBGE === MACEIO ? `${nome}, ${town.nome}` : nome,
    codigoIBGE,
    latitude,
    longitude,
    burden: (codigoIBGE === MACEIO ? DISTRICT_BURDEN : BURDEN) / (1 + postos),
  }))
})

const waysBetween = lazily(() => {
  const positions = new Map(stops.map(({ nome }, at) => [nome, at] as const))
  const ofRoads = Object.values(roads).map((towns) => towns.flatMap((town) => positions.get(town) ?? []))
  return createWays(stops, isOverWater, ofRoads)
})

/** `points` with both ends; `others`: other ways, each by the largest of the towns that only it passes. */
export type TownWay = ReturnType<typeof townWay>

/** A way from town to town in straight lines: of roads only towns along some are known. Long legs, small towns and the lagoons are avoided. */
export function townWay(from: End, to: End) {
  const ways = waysBetween()(from, to)
  const passed = ways.best.stops
    .flatMap((at) => stops[at] ?? [])
    .filter((stop) => [from, to].every((end) => metresBetween(stop, end) > APART))
  return {
    points: [inTown(from), ...passed, inTown(to)] as readonly Waypoint[],
    others: () => othersOf(ways, inTown(from), inTown(to)),
  }
}

export function straightWay(from: End, to: End): TownWay {
  return { points: [inTown(from), inTown(to)], others: () => [] }
}

/** A stop so near an end is that end: a municipality is asked for by the middle of its stations. */
const APART = 3000

function inTown(end: End): Waypoint {
  const distances = stops.map((stop) => metresBetween(stop, end))
  const nearest = stops[distances.indexOf(Math.min(...distances))]
  return { ...end, codigoIBGE: nearest?.codigoIBGE ?? 0 }
}

/** Ways worth offering: by a town that people name, not much longer or worse than the best, and mostly others. */
const LEAST_STATIONS = 4
const MOST_LENGTH = 1.075
const MOST_COST = 1.3
const LEAST_NEW = 2 / 3
const MOST_OFFERED = 2

function othersOf({ best, by }: Ways, from: Waypoint, to: Waypoint): string[] {
  const offered: { way: Way; by: number }[] = []
  const largestFirst = [...stops.keys()].toSorted((a, b) => stationsAt(b) - stationsAt(a))
  for (const at of largestFirst) {
    const { codigoIBGE = 0 } = stops[at] ?? {}
    if (stationsAt(at) < LEAST_STATIONS || [MACEIO, from.codigoIBGE, to.codigoIBGE].includes(codigoIBGE))
      continue
    const isOffered = best.stops.includes(at) || offered.some(({ way }) => way.stops.includes(at))
    const way = isOffered ? undefined : by(at)
    if (!way || way.metres > best.metres * MOST_LENGTH || way.cost > best.cost * MOST_COST) continue
    const known = [best, ...offered.map((other) => other.way)]
    if (known.some((other) => newPart(way, other, from, to) < LEAST_NEW)) continue
    if (offered.push({ way, by: at }) === MOST_OFFERED) break
  }
  return offered.flatMap(({ by }) => stops[by]?.nome ?? [])
}

function stationsAt(at: number): number {
  return municipioByCode(stops[at]?.codigoIBGE ?? 0)?.postos ?? 0
}

/** Part of a way's length on legs that the other does not have. */
function newPart({ stops: own, metres }: Way, other: Way, from: Ponto, to: Ponto): number {
  const known = new Set(other.stops)
  const points = [from, ...own.flatMap((at) => stops[at] ?? []), to]
  const isKnown = [true, ...own.map((at) => known.has(at)), true]
  const shared = points
    .slice(1)
    .map((point, i) => (isKnown[i] && isKnown[i + 1] ? metresBetween(points[i] ?? point, point) : 0))
  return 1 - shared.reduce((sum, each) => sum + each, 0) / metres
}

function isOverWater(from: Ponto, to: Ponto): boolean {
  return eixosDasLagoas.some((axis) =>
    axis.slice(1).some((end, i) => isCrossed(from, to, axis[i] ?? end, end)),
  )
}

function isCrossed(a: Ponto, b: Ponto, c: Ponto, d: Ponto): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/** Above 0: the third point lies on one side of the line through the others; below, on the other. */
function side(a: Ponto, b: Ponto, c: Ponto): number {
  return (
    (b.longitude - a.longitude) * (c.latitude - a.latitude) -
    (b.latitude - a.latitude) * (c.longitude - a.longitude)
  )
}
