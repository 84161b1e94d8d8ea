import type { PostoServido } from '../../domain/answers/common.ts'

/**
 * Directions to a station in the map most people have; null for an approximate point, which is
 * only the middle of a district.
 */
export function directionsTo(posto: PostoServido): string | null {
  const point = exactPoint(posto)
  return point && directionsToPoint(point)
}

/** `point` as `-9.66,-35.71`. */
export function directionsToPoint(point: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${point}`
}

/** `-9.66,-35.71`, as maps take it. */
export function exactPoint({ endereco: { localizacao } }: PostoServido): string | null {
  return localizacao?.precisao === 'exata' ? `${localizacao.latitude},${localizacao.longitude}` : null
}
