import type { Ponto } from '../../domain/geo/distances.ts'
import { reais } from '../words/page-figures.ts'
import { withoutOverlaps } from '../maps/drawing.ts'
import type { Near } from './stations-in-radius.ts'

const [WIDTH, HEIGHT, REACH] = [360, 150, 68]
const PRICES_WRITTEN = 3
const DEGREES_TO_KM = 111.19

/** The stations of exact place around the reader, each a link to its row; the circle reaches the farthest of them. */
export function drawNear(map: Element, near: readonly Near[], { latitude, longitude }: Ponto, raio: number) {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const inside = near.filter(({ station, km }) => station.exata && km <= raio)
  const reach = Math.ceil(Math.max(1, ...inside.map(({ km }) => km)))
  const dots = inside.map(({ station }) => ({
    station,
    x: WIDTH / 2 + ((station.longitude - longitude) * shrink * DEGREES_TO_KM * REACH) / reach,
    y: HEIGHT / 2 - ((station.latitude - latitude) * DEGREES_TO_KM * REACH) / reach,
    words: reais(station.preco).slice(3),
  }))
  const prices = withoutOverlaps(dots.slice(0, PRICES_WRITTEN), { height: 17, letter: 4.5 })
  map.replaceChildren(
    svgElement('circle', { class: 'reach', cx: WIDTH / 2, cy: HEIGHT / 2, r: REACH }),
    svgElement('path', { class: 'scale', d: `M${WIDTH / 2 - 6} ${HEIGHT / 2}h12m-6-6v12` }),
    ...dots.toReversed().map(({ station, x, y }) => {
      const sign = station.duvida > 0 ? 'normal' : (station.faixa ?? 'normal')
      const link = svgElement('a', {
        class: sign,
        href: `#posto-${station.cnpj}`,
        'aria-label': `${station.nome}, ${reais(station.preco)}`,
        // The list below has the same stations.
        tabindex: -1,
      })
      link.append(svgElement('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: 5 }))
      return link
    }),
    writing('name', WIDTH / 2 + REACH + 6, HEIGHT - 8, `${reach} km`),
    ...prices.map(({ x, y, words }) => writing('price', x - 16, y - 9, words)),
  )
  map.toggleAttribute('hidden', dots.length === 0)
}

function writing(name: string, x: number, y: number, words: string): SVGElement {
  const text = svgElement('text', { class: name, x: x.toFixed(1), y: y.toFixed(1) })
  text.append(words)
  return text
}

export function svgElement(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}
