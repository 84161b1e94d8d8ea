import type { Ponto } from '../../domain/geo/distances.ts'
import { CHEAPER_PERCENT } from '../../domain/facts/rules.ts'
import { metresBetween } from '../../domain/geo/great-circle.ts'
import { FATOR_DE_VIA, totalOf } from '../../domain/geo/journey-cost.ts'
import { fromThousandths, percentBetween, toThousandths } from '../../domain/basics/numbers.ts'
import type { CompactStation } from './station-file.ts'

export interface Near {
  station: CompactStation
  km: number
  /** Reais for the litres and the way there and back. */
  total: number
}

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

/** What is shown of all stations for a place; undefined where the nearest is too far away. `all`: the lowest price first. */
export function stationsAround(all: readonly CompactStation[], place: Ponto, choice: Choice) {
  const { bandeira, by, raio } = choice
  const placed = all.filter(({ latitude }) => latitude !== null)
  const stations = bandeira ? placed.filter((station) => station.bandeira === bandeira) : placed
  const near = cheapestNear(stations, place, choice)
  if (near.length > 0 && near.every(({ km }) => km > FAR_AWAY)) return undefined
  // A place that is only a town's has no distance to be ranked by, unless there is no other.
  const sure = near.filter(({ station }) => station.precisao !== 'municipio')
  const ranked = sure.length > 0 ? sure : near
  const [best] = ranked
  return {
    ranked,
    apart: near.filter((each) => !ranked.includes(each)),
    beyond:
      by === 'provavel' && best && best.km <= raio
        ? justBeyond(stations, place, best.station, raio)
        : undefined,
    brand: bandeira && (stations[0]?.bandeiraNome ?? 'esta bandeira'),
  }
}

/** Within the radius by price, distance or cost of the journey; if empty, the nearest. */
function cheapestNear(
  stations: readonly CompactStation[],
  place: Ponto,
  { by, raio, litros, consumo }: Choice,
) {
  const contas = { litros, consumo, fatorDeVia: FATOR_DE_VIA }
  const all = stations.map((station): Near => {
    const metres = metresBetween(place, station)
    const total = fromThousandths(totalOf(toThousandths(station.provavel), metres, contas))
    return { station, km: metres / 1000, total }
  })
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

/** Of equal prices the doubtful and those of an approximate place come last. */
function roughness({ station: { exata, duvida } }: Near): number {
  return Number(!exata || duvida > 0)
}

/** The cheapest beyond the radius and within its double, where it is that much cheaper than the first: `percent` says how much. */
function justBeyond(stations: readonly CompactStation[], place: Ponto, first: CompactStation, raio: number) {
  const [best] = stations
    .map((station) => ({ station, km: metresBetween(place, station) / 1000 }))
    .filter(
      ({ station, km }) =>
        km > raio && km <= raio * 2 && station.provavel * 100 < first.provavel * (100 - CHEAPER_PERCENT),
    )
    .toSorted((a, b) => a.station.provavel - b.station.provavel || a.km - b.km)
  const [from, to] = [first, best?.station].map((station) => toThousandths(station?.provavel ?? 0))
  return best && { ...best, percent: -percentBetween(from ?? 0, to ?? 0) }
}
