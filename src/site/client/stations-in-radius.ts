import type { Ponto } from '../../domain/geo/distances.ts'
import { CHEAPER_PERCENT } from '../../domain/facts/rules.ts'
import { metresBetween } from '../../domain/geo/great-circle.ts'
import { FATOR_DE_VIA, totalOf } from '../../domain/geo/journey-cost.ts'
import { fromThousandths, percentBetween, toThousandths } from '../../domain/basics/numbers.ts'
import type { CompactStation } from './station-file.ts'

/** `total`: reais for the litres and the way there and back. */
export type Near = Record<'km' | 'total', number> & { station: CompactStation }

export type Beyond = NonNullable<ReturnType<typeof justBeyond>>

export interface Choice {
  combustivel: string
  bandeira: string
  by: string
  raio: number
  litros: number
  consumo: number
}

/** Kilometres to the nearest station beyond which no prices are shown. */
const FAR_AWAY = 150

/** The stations shown for a place, of all; undefined where the nearest is too far away. `all`: the lowest price first. */
export function stationsAround(all: readonly CompactStation[], place: Ponto, choice: Choice) {
  const { bandeira, by, raio, litros, consumo } = choice
  const contas = { litros, consumo, fatorDeVia: FATOR_DE_VIA }
  const stations = all.flatMap((station): Near[] => {
    if (station.latitude === null || (bandeira && station.bandeira !== bandeira)) return []
    const metres = metresBetween(place, station)
    const total = fromThousandths(totalOf(toThousandths(station.provavel), metres, contas))
    return [{ station, km: metres / 1000, total }]
  })
  const near = cheapestNear(stations, choice)
  if (near.length > 0 && near.every(({ km }) => km > FAR_AWAY)) return undefined
  // A place that is only a town's has no distance to be ranked by, unless there is no other.
  const sure = near.filter(({ station }) => station.precisao !== 'municipio')
  const ranked = sure.length > 0 ? sure : near
  const [best] = ranked
  return {
    ranked,
    apart: near.filter((each) => !ranked.includes(each)),
    beyond: by === 'provavel' && best && best.km <= raio ? justBeyond(stations, best, raio) : undefined,
    brand: bandeira && (stations[0]?.station.bandeiraNome ?? 'esta bandeira'),
  }
}

/** Within the radius by price, distance or cost of the journey; if empty, the nearest. */
function cheapestNear(all: readonly Near[], { by, raio }: Choice) {
  const within = all.filter(({ km }) => km <= raio)
  if (within.length === 0) return all.toSorted((a, b) => a.km - b.km).slice(0, 5)
  if (by === 'distancia') return within.toSorted((a, b) => a.km - b.km)
  // Without an exact place the cost of the way is not known.
  if (by === 'custo')
    return within.toSorted((a, b) => +b.station.exata - +a.station.exata || a.total - b.total)
  return within.toSorted(
    (a, b) => a.station.provavel - b.station.provavel || roughness(a) - roughness(b) || a.km - b.km,
  )
}

/** Doubtful prices and those of an approximate place come last among equal ones. */
function roughness({ station: { exata, duvida } }: Near): number {
  return Number(!exata || duvida > 0)
}

/** The cheapest beyond the radius and within its double, where it is that much cheaper than the first: `percent` says how much. */
function justBeyond(stations: readonly Near[], { station: first }: Near, raio: number) {
  const most = first.provavel * (100 - CHEAPER_PERCENT)
  const [best] = stations
    .filter(({ station, km }) => km > raio && km <= raio * 2 && station.provavel * 100 < most)
    .toSorted((a, b) => a.station.provavel - b.station.provavel || a.km - b.km)
  if (!best) return undefined
  const [from, to] = [toThousandths(first.provavel), toThousandths(best.station.provavel)]
  return { ...best, percent: -percentBetween(from, to) }
}
