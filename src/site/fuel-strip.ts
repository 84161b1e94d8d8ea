import type { Slug } from '../domain/fuels.ts'
import { combustiveis } from '../domain/fuels.ts'
import { reais } from './figures.ts'
import type { Html } from './html.ts'
import { html, raw } from './html.ts'

/** Of a place; null: nobody sold that fuel there. */
export type LowestPrices = Readonly<Record<Slug, { readonly precoMinimo: number | null }>>

/** The six fuels as one row to scroll, each with the lowest price of the place. */
export function fuelStrip(
  figures: LowestPrices,
  current: Slug | undefined,
  addressOf: (slug: Slug) => string,
): Html {
  const links = combustiveis.map(({ slug, nome }) => {
    const lowest = figures[slug].precoMinimo
    const here = slug === current && raw(' aria-current="page"')
    return html`<li>
      <a href="${addressOf(slug)}" ${here}>${nome} <b>${lowest === null ? 'sem venda' : reais(lowest)}</b></a>
    </li>`
  })
  return html`<nav class="strip" aria-label="Combustível">
    <ul>
      ${links}
    </ul>
  </nav>`
}
