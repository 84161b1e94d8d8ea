import { MACEIO, bairrosDeMaceio, cidadesVizinhas, marcos } from '../alagoas/known-places.ts'
import { municipios } from '../alagoas/municipalities.ts'
import { pointInState } from '../alagoas/state.ts'
import type { Ponto } from '../geo/distances.ts'
import { type Bandeira, type Cadastro, brandOf } from '../registry/registry.ts'
import { type Declared, contradicted } from './contradicted-points.ts'

/** A station's brand and point, as the regulator's registry has them. */
export interface Registered {
  brand: Bandeira | null
  point: Ponto | null
}

/** Brand and point of a station by CNPJ; of one that is not in the registry neither is known. */
export function registeredOf({ postos }: Cadastro): (cnpj: string) => Registered {
  const registered = new Map(postos.map((posto) => [posto.cnpj, posto]))
  return (cnpj) => {
    const { distribuidora = '', latitude = null, longitude = null } = registered.get(cnpj) ?? {}
    return { brand: brandOf(distribuidora), point: pointInState({ latitude, longitude }) }
  }
}

/** A point known to lie in a municipality; of a town of another state the code is 0. */
interface Anchor extends Ponto {
  readonly codigoIBGE: number
}

/** Middles of towns and of the capital's districts, and landmarks: points whose municipality is certain. */
export const townAnchors: readonly Anchor[] = [
  ...municipios,
  ...marcos,
  ...bairrosDeMaceio.map(({ latitude, longitude }) => ({ latitude, longitude, codigoIBGE: MACEIO })),
  ...cidadesVizinhas.map(({ latitude, longitude }) => ({ latitude, longitude, codigoIBGE: 0 })),
]

/**
 * Stations of one municipality with a point in the registry (`candidates`) whose point is believed: it contradicts neither
 * the address nor the points of the other stations (`declared`: those on invoices that are believed), and of the `anchors` one of this
 * municipality is clearly nearest. A declared point is believed 23 km from the town; the registry's false ones are often of the next town.
 */
export function withBelievedPoint<S extends Declared>(
  codigoIBGE: number,
  candidates: readonly S[],
  { declared, anchors }: { declared: readonly S[]; anchors: readonly Anchor[] },
): S[] {
  const isOwn = (anchor: Anchor) => anchor.codigoIBGE === codigoIBGE
  const [own, others] = [anchors.filter(isOwn), anchors.filter((anchor) => !isOwn(anchor))]
  const inTown = candidates.filter(
    ({ declared }) => squareTo(own, declared) <= NEARER ** 2 * squareTo(others, declared),
  )
  const wrong = contradicted(codigoIBGE, [...declared, ...inTown])
  return inTown.filter((candidate) => !wrong.has(candidate))
}

/** A part of the distance to another municipality: between two, the border is not known. */
const NEARER = 0.8

/** Square of the distance to the nearest, on a plane, which is exact enough to compare distances of some kilometres. */
function squareTo(anchors: readonly Anchor[], { latitude, longitude }: Ponto): number {
  const perLongitude = Math.cos((latitude * Math.PI) / 180) ** 2
  let least = Infinity
  for (const { latitude: north, longitude: east } of anchors)
    least = Math.min(least, (north - latitude) ** 2 + (east - longitude) ** 2 * perLongitude)
  return least
}
