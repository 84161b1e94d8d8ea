import type { Centro } from '../../domain/answers/shared-schemas.ts'
import type { Caminho } from '../../domain/answers/precos.ts'
import { type TownWay, straightWay, townWay } from '../../domain/alagoas/town-ways.ts'
import { metresBetween } from '../../domain/geo/great-circle.ts'
import type { JourneyWay } from '../lists/radius-and-route.ts'

/** Straight lines between positions; where a name is among the points, from town to town. `named`: the point of a town. */
export function journeyThrough(asked: readonly Centro[], named: (town: string) => Centro): JourneyWay {
  if (asked.every(isPosition)) return { line: asked }
  const legs = legsOf(asked)
  const lugares = placesAlong(legs)
  const [sole, ...more] = legs
  const others = more.length === 0 ? (sole?.others() ?? []) : []
  const outros = others.map((por) => {
    const through = [...asked.slice(0, 1), named(por), ...asked.slice(1)]
    return { por, km: lengthOf(placesAlong(legsOf(through))) }
  })
  return { line: lugares, caminho: { km: lengthOf(lugares), lugares, outros } }
}

function legsOf(asked: readonly Centro[]): TownWay[] {
  return asked.slice(1).map((to, i) => legOf(asked[i] ?? to, to))
}

function placesAlong(legs: readonly TownWay[]): Caminho['lugares'] {
  const points = legs.flatMap((leg, i) => (i === 0 ? leg.points : leg.points.slice(1)))
  let metres = 0
  return points.map((point, i) => {
    const { nome, codigoIBGE, latitude, longitude } = point
    metres += metresBetween(points[i - 1] ?? point, point)
    return { nome, codigoIBGE, latitude, longitude, km: metres / 1000 }
  })
}

function lengthOf(places: Caminho['lugares']): number {
  return places.at(-1)?.km ?? 0
}

/** Two positions, side by side, are a line that the question drew. */
function legOf(from: Centro, to: Centro): TownWay {
  return isPosition(from) && isPosition(to) ? straightWay(from, to) : townWay(from, to)
}

function isPosition({ tipo }: Centro): boolean {
  return tipo === 'ponto'
}
