import type { Slug } from '../../domain/facts/fuels.ts'
import { isDoubtfulLowest } from '../../format/words/doubt.ts'
import type { Addresses } from '../request/addresses.ts'
import { SIGN, SIGN_MEANS } from '../words/doubts.ts'
import { counted, reais } from '../words/figures.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import type { Town } from './compare-towns.ts'

/** Every town that sells the fuel, cheapest median first; a place in the order only for those with enough stations. */
export function ranking(towns: readonly Town[], slug: Slug, links: Addresses, most = towns.length): Html {
  const shown = towns.filter(({ postos }) => postos > 0).slice(0, most)
  const rows = shown.map((town) => {
    const { municipio, precoMediano, postos, colocacao } = town
    return html`<li>
      <span>${colocacao !== null && `${colocacao}º`}</span>
      <a href="${links.town(slug, municipio)}">${municipio.nome}</a>
      <b>${precoMediano !== null && reais(precoMediano)}${hasDoubtfulMedian(town) && SIGN}</b>
      <span>${counted(postos, 'posto', 'postos')}</span>
    </li>`
  })
  return html`<ol class="ranking">
      ${rows}
    </ol>
    ${shown.some(hasDoubtfulMedian) && SIGN_MEANS}`
}

/** The median of one station is its price. */
function hasDoubtfulMedian(town: Town): boolean {
  return town.precoMediano === town.precoMinimo && isDoubtfulLowest(town)
}
