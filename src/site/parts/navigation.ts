import type { Slug } from '../../domain/facts/fuels.ts'
import { combustiveis } from '../../domain/facts/fuels.ts'
import type { LowestPrices } from '../towns/compare-towns.ts'
import { isDoubtfulLowest } from '../../format/words/doubt.ts'
import { SIGN, SIGN_MEANS } from '../words/doubts.ts'
import { reais } from '../words/figures.ts'
import type { Html } from '../markup/html.ts'
import { html, raw } from '../markup/html.ts'

/** The fuels as one row to scroll, each with the lowest price of the place. */
export function fuelStrip(
  figures: LowestPrices,
  current: Slug | undefined,
  addressOf: (slug: Slug) => string,
): Html {
  const links = combustiveis.map(({ slug, nome }) => {
    const lowest = figures[slug].precoMinimo
    const here = slug === current && raw(' aria-current="page"')
    return html`<li>
      <a href="${addressOf(slug)}" ${here}
        >${nome}
        <b>${lowest === null ? 'sem venda' : reais(lowest)}${isDoubtfulLowest(figures[slug]) && SIGN}</b></a
      >
    </li>`
  })
  return html`<nav class="strip" aria-label="Combustível">
      <ul>
        ${links}
      </ul>
    </nav>
    ${Object.values(figures).some(isDoubtfulLowest) && SIGN_MEANS}`
}

/** Rows of a list after which the next section is still in sight. */
const SHORT_LIST = 5

/** Links by id to the sections below a long list, hidden on wide screens where they are beside it. */
export function jumpLinks(
  rows: number,
  sections: Readonly<Record<string, string | false>>,
): Html | undefined {
  const links = Object.entries(sections).flatMap(([id, words]) =>
    words === false ? [] : [html`<a href="#${id}">${words}</a>`],
  )
  if (rows <= SHORT_LIST || links.length === 0) return undefined
  return html`<p class="crumbs below"><span>Mais abaixo:</span> ${links}</p>`
}
