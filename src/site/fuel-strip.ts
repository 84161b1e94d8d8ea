import type { RespostaEstatisticas } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import { combustiveis } from '../domain/fuels.ts'
import { reais } from './figures.ts'
import type { Html } from './html.ts'
import { html, raw } from './html.ts'

/** The six fuels as one row to scroll, each with the lowest price of the place. */
export function fuelStrip(
  { combustiveis: figures }: RespostaEstatisticas,
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
