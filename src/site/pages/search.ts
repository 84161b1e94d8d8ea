import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { punctuatedCnpj } from '../../format/words/formatting.ts'
import type { LugarAchado } from '../../query/places/found-places.ts'
import type { Achados } from '../../query/answers/search.ts'
import { counted } from '../words/figures.ts'
import { type Html, html } from '../markup/html.ts'
import { districtName, stationName, townName } from '../words/names.ts'
import { streetOf } from '../../format/words/names.ts'
import { readWords } from '../request/read-params.ts'
import type { Asked, Content, Moved, Sources, View } from '../request/view.ts'
import { searchForm } from '../parts/forms.ts'

/** Fuel of a search without one. */
const USUAL: Slug = 'gasolina-comum'

/** A single result is a redirect to its page. */
export function readSearch({ search, sources }: Asked): View | Moved {
  const { links, query, version } = sources
  const q = readWords(search.get('q'))
  if (q === '') return { key: 'busca', write: async () => searchPage(sources, q, undefined) }
  const commit = version()
  const found = query.busca(q)
  const sole = soleAddress(found, links)
  if (sole !== undefined) return { to: sole, isForNow: true }
  return {
    key: `busca ${q}`,
    write: async () => searchPage(sources, q, version() === commit ? found : query.busca(q)),
  }
}

/** Address of a single result; undefined for several, or if the notes would be lost. */
function soleAddress(found: Achados, links: Sources['links']): string | undefined {
  const { combustivel = USUAL, estado, lugares, postos, parecidos, observacoes } = found
  if (parecidos || observacoes.length > 0 || countOf(found) !== 1) return undefined
  const [place, station] = [lugares[0], postos[0]]
  if (estado) return links.fuel(combustivel)
  if (station) return links.station(station.cnpj)
  if (!place || (place.observacoes.length > 0 && place.palavras === undefined)) return undefined
  return addressOf(place, combustivel, links)
}

/** Results for the words `q`; without words, the form alone. */
function searchPage({ links }: Sources, q: string, found: Achados | undefined): Content {
  const title = q === '' ? 'Buscar' : `Busca por “${q}”`
  return {
    title,
    description:
      'Busca de cidades, bairros e postos de Alagoas pelo nome, de lugares pelo CEP e do posto pelo CNPJ.',
    path: links.page('busca/', { q }),
    unlisted: true,
    main: html`<div class="intro">
        <h1>${title}</h1>
        ${searchForm(links, q)}
      </div>
      ${found && (countOf(found) === 0 ? nothing(found, q) : results(found, links))}`,
  }
}

function countOf({ estado, lugares, postos }: Achados): number {
  return Number(estado) + lugares.length + postos.length
}

function nothing({ cnpj, observacoes }: Achados, q: string): Html {
  if (cnpj !== undefined)
    return html`<p class="empty">
      Nenhum posto conhecido tem o CNPJ ${punctuatedCnpj(cnpj)}. Confira os números ou procure o posto pelo
      nome.
    </p>`
  if (observacoes.length === 0)
    return html`<p class="empty">
      Nenhuma cidade, bairro ou posto tem nome parecido com “${q}”. Tente só uma palavra do nome.
    </p>`
  return html`<p class="empty">
    ${observacoes.join(' ')}${/\p{L}/u.test(q) && ' Nenhum posto tem nome parecido: tente só uma palavra do nome.'}
  </p>`
}

function results(
  { combustivel, estado, lugares, postos, parecidos, observacoes }: Achados,
  links: Sources['links'],
): Html {
  const slug = combustivel ?? USUAL
  const fuel = combustivel && `${fuelOf(combustivel).nomePopular} em `
  const groups = [
    group(
      'Combustível',
      estado ? [html`<li><a href="${links.fuel(slug)}">${fuelOf(slug).nomePopular} em Alagoas</a></li>`] : [],
    ),
    group(
      'Cidades',
      lugares.flatMap((place) =>
        place.bairro === undefined
          ? html`<li>
              <a href="${addressOf(place, slug, links)}">${fuel}${place.municipio.nome}</a>
              ${whyOf(place.observacoes)}
            </li>`
          : [],
      ),
    ),
    group(
      'Bairros',
      lugares.flatMap((place) =>
        place.bairro === undefined
          ? []
          : html`<li>
              <a href="${addressOf(place, slug, links)}">${fuel}${place.bairro}, ${place.municipio.nome}</a>
              <span class="why">${counted(place.postos, 'posto', 'postos')}</span>
              ${whyOf(place.observacoes)}
            </li>`,
      ),
    ),
    group(
      'Postos',
      postos.map(
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
  return html`${whyOf(observacoes)}${parecidos && html`<p>Nada se chama assim. Talvez:</p>`}${groups}`
}

/** With the reader's own words, if the page explains how it understood them. */
function addressOf(
  { municipio, bairro, palavras }: LugarAchado,
  slug: Slug,
  links: Sources['links'],
): string {
  return links.town(slug, municipio, { bairro: palavras ?? bairro })
}

function whyOf(observacoes: readonly string[]): Html | undefined {
  return observacoes.length > 0 ? html`<p class="why">${observacoes.join(' ')}</p>` : undefined
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
