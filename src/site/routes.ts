import type { PostoServido } from '../domain/answers.ts'
import { stationName, streetOf, townName } from './names.ts'

/**
 * Directions to a station in the map most people have; null where its place is only approximate: nobody is to be sent to the
 * middle of a district.
 */
export function routeTo(posto: PostoServido): string | null {
  const point = pointOf(posto)
  return point && `https://www.google.com/maps/dir/?api=1&destination=${point}`
}

/** Every way to it. Without a point of its own the search goes by the text of the address. */
export function waysTo(posto: PostoServido): {
  links: { label: string; href: string }[]
  isApproximate: boolean
} {
  const point = pointOf(posto)
  if (point === null) {
    const address = encodeURIComponent(`${stationName(posto)}, ${streetOf(posto)}, ${townName(posto)}, AL`)
    const href = `https://www.google.com/maps/search/?api=1&query=${address}`
    return { links: [{ label: 'Procurar o endereço', href }], isApproximate: true }
  }
  return {
    links: [
      { label: 'Rota no Google', href: `https://www.google.com/maps/dir/?api=1&destination=${point}` },
      { label: 'Rota no Waze', href: `https://waze.com/ul?ll=${encodeURIComponent(point)}&navigate=yes` },
      { label: 'Outro mapa', href: `geo:${point}?q=${point}(${encodeURIComponent(stationName(posto))})` },
    ],
    isApproximate: false,
  }
}

function pointOf({ endereco: { localizacao } }: PostoServido): string | null {
  return localizacao?.precisao === 'exata' ? `${localizacao.latitude},${localizacao.longitude}` : null
}
