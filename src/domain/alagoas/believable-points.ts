import { municipioByCode } from './municipalities.ts'
import type { Ponto } from '../geo/distances.ts'
import { distanceKm, medianPoint } from '../geo/distances.ts'

/** Alagoas and a little more; the sea is not excluded, the distance to the town does that. */
const ALAGOAS = { south: -10.55, north: -8.75, west: -38.3, east: -35.1 }

/**
 * How far from its town a station may lie, in km. Of 377 declared points of April 2026, true ones reach 22.5 (Ipioca, the
 * north end of Maceió's coast); from 24.0 on they are in another town, another state or the sea. Nothing lies between.
 */
const FARTHEST_KM = 23
/** A median of fewer points can itself be a false one. */
const POINTS_FOR_A_CENTRE = 5

export function isInAlagoas({ latitude, longitude }: Ponto): boolean {
  return (
    latitude >= ALAGOAS.south &&
    latitude <= ALAGOAS.north &&
    longitude >= ALAGOAS.west &&
    longitude <= ALAGOAS.east
  )
}

/**
 * Whether declared coordinates may be shown: inside the state and near the town, or near the middle of the points
 * `declared` by the municipality's stations (those inside the state).
 */
export function believableTest(codigoIBGE: number, declared: readonly Ponto[]): (ponto: Ponto) => boolean {
  const town = municipioByCode(codigoIBGE)
  const centre = declared.length >= POINTS_FOR_A_CENTRE ? medianPoint(declared) : null
  const anchors = [town, centre].filter((anchor) => anchor !== undefined && anchor !== null)
  return (ponto) =>
    isInAlagoas(ponto) &&
    (anchors.length === 0 || anchors.some((anchor) => distanceKm(anchor, ponto) <= FARTHEST_KM))
}
