import type { PostoServido } from '../../domain/answers/common.ts'
import { directionsTo, exactPoint } from '../../format/words/directions.ts'
import { stationName, townName } from '../words/names.ts'
import { streetOf } from '../../format/words/names.ts'

/** Every way to it. Without a point of its own the search goes by the text of the address. */
export function waysTo(posto: PostoServido): {
  links: { label: string; href: string }[]
  isApproximate: boolean
} {
  const [point, directions] = [exactPoint(posto), directionsTo(posto)]
  if (point === null || directions === null) {
    const address = encodeURIComponent(`${stationName(posto)}, ${streetOf(posto)}, ${townName(posto)}, AL`)
    const href = `https://www.google.com/maps/search/?api=1&query=${address}`
    return { links: [{ label: 'Procurar o endereço', href }], isApproximate: true }
  }
  return {
    links: [
      { label: 'Rota no Google', href: directions },
      { label: 'Rota no Waze', href: `https://waze.com/ul?ll=${encodeURIComponent(point)}&navigate=yes` },
      { label: 'Outro mapa', href: `geo:${point}?q=${point}(${encodeURIComponent(stationName(posto))})` },
    ],
    isApproximate: false,
  }
}
