import type { Slug } from '../../domain/fuels.ts'
import { punctuatedCnpj } from '../../format/words.ts'
import { counted } from '../figures.ts'
import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { districtName, stationName, streetOf, townName } from '../names.ts'
import type { Content, Sources } from '../page.ts'
import { searchForm } from '../search-form.ts'
import type { Hits } from '../search.ts'

/** Most people who look for a town want this. */
const USUAL: Slug = 'gasolina-comum'

/** Where the only thing found stands; undefined when there is more to choose from. */
export function soleAddress(
  { towns, districts, stations, isGuess }: Hits,
  links: Sources['links'],
): string | undefined {
  if (isGuess || towns.length + districts.length + stations.length !== 1) return undefined
  const [town, district, station] = [towns[0], districts[0], stations[0]]
  if (town) return links.town(USUAL, town)
  if (district) return links.town(USUAL, district.municipio, { bairro: district.name })
  return station && links.station(station.cnpj)
}

/** What was found for the words `q`; without words, the form alone. */
export function searchPage({ links }: Sources, q: string, hits: Hits | undefined): Content {
  const title = q === '' ? 'Buscar' : `Busca por “${q}”`
  return {
    title,
    description: 'Busca de cidades, bairros e postos de Alagoas pelo nome, ou do posto pelo CNPJ.',
    path: links.page('busca/', { q }),
    section: 'busca',
    unlisted: true,
    main: html`<div class="intro">
        <h1>${title}</h1>
        ${searchForm(links, q)}
      </div>
      ${hits && results(hits, q, links)}`,
  }
}

function results(hits: Hits, q: string, links: Sources['links']): Html {
  const { towns, districts, stations, isGuess, unknownCnpj } = hits
  if (unknownCnpj !== undefined)
    return html`<p class="empty">
      Nenhum posto conhecido tem o CNPJ ${punctuatedCnpj(unknownCnpj)}. Confira os números ou procure o posto
      pelo nome.
    </p>`
  const count = towns.length + districts.length + stations.length
  if (count === 0)
    return html`<p class="empty">
      Nenhuma cidade, bairro ou posto tem nome parecido com “${q}”. Tente só uma palavra do nome.
    </p>`
  const groups = [
    group(
      'Cidades',
      towns.map((town) => html`<li><a href="${links.town(USUAL, town)}">${town.nome}</a></li>`),
    ),
    group(
      'Bairros',
      districts.map(
        ({ name, municipio, postos }) =>
          html`<li>
            <a href="${links.town(USUAL, municipio, { bairro: name })}">${name}, ${municipio.nome}</a>
            <span class="why">${counted(postos, 'posto', 'postos')}</span>
          </li>`,
      ),
    ),
    group(
      'Postos',
      stations.map(
        (posto) =>
          html`<li>
            <a href="${links.station(posto.cnpj)}">${stationName(posto)}</a>
            <p class="why">
              ${[streetOf(posto), districtName(posto), townName(posto)].filter(Boolean).join(' · ')}
            </p>
          </li>`,
      ),
    ),
  ]
  return html`${isGuess && html`<p>Nada se chama assim. Talvez:</p>`}${groups}`
}

function group(title: string, items: readonly Html[]): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<section class="found">
        <h2>${title}</h2>
        <ul class="plain">
          ${items}
        </ul>
      </section>`
}
