import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { decimal } from './formatting.ts'

/** Address of directions in Google Maps; null for an approximate point, which is only the middle of a district or town. */
export function directionsTo(posto: PostoServido): string | null {
  const point = exactPoint(posto)
  return point && directionsToPoint(point)
}

/** `point` as `-9.66,-35.71`. */
export function directionsToPoint(point: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${point}`
}

/** A search of the same map for the words of an address, where its point is only approximate. */
export function searchOnMap(...words: readonly string[]): string {
  const query = encodeURIComponent(words.filter((word) => word !== '').join(', '))
  return `https://www.google.com/maps/search/?api=1&query=${query}`
}

export function exactPoint({ endereco: { localizacao } }: PostoServido): string | null {
  return localizacao?.precisao === 'exata' ? `${localizacao.latitude},${localizacao.longitude}` : null
}

type Precision = NonNullable<PostoServido['endereco']['localizacao']>['precisao']

/** `no bairro, uns 2 km`, or `na cidade`: to a point that is only their middle; undefined for an exact point. */
export function roughDistance(precisao: Precision | undefined, km: number): string | undefined {
  if (precisao === 'exata') return undefined
  const place = precisao === 'bairro' ? 'no bairro' : 'na cidade'
  return km < 1 ? place : `${place}, uns ${Math.round(km)} km`
}

/** A station with a distance; tools leave the place out where it is exact. */
export interface Placed {
  endereco: { localizacao?: { precisao: Precision } | null | undefined }
}

/** `4,4 km`, or `uns 4 km` to a point that is only the middle of a district or municipality. */
export function kmTo({ endereco: { localizacao } }: Placed, km: number): string {
  const isExact = (localizacao?.precisao ?? 'exata') === 'exata'
  return `${isExact ? decimal(km, 1, 1) : `uns ${Math.max(1, Math.round(km))}`} km`
}
