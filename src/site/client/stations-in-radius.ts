import { CHEAPER_PERCENT } from '../../domain/facts/rules.ts'
import { metresBetween } from '../../domain/geo/great-circle.ts'
import { FATOR_DE_VIA, totalOf } from '../../domain/geo/journey-cost.ts'
import { fromThousandths, percentBetween, toThousandths } from '../../domain/basics/numbers.ts'
import type { Station } from './station-file.ts'

export interface Near {
  station: Station
  /** In a straight line. */
  km: number
  /** Reais for the litres and the way there and back. */
  total: number
}

interface Wish {
  by: string
  raio: number
  litros: number
  consumo: number
}

/** Within the radius by price, distance or cost of the journey; if empty, the nearest. */
export function cheapestNear(
  stations: readonly Station[],
  place: Place,
  { by, raio, litros, consumo }: Wish,
): Near[] {
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

/** The cheapest beyond the radius and within its double, where it is that much cheaper than the first of the list. */
export function justBeyond(
  stations: readonly Station[],
  place: Place,
  first: Station,
  raio: number,
): { station: Station; km: number; percent: number } | undefined {
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

interface Place {
  latitude: number
  longitude: number
}
