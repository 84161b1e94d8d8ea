import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import { punctuatedCnpj } from '../../format/words/formatting.ts'
import { type Achados, isFound } from '../../query/search/meanings.ts'
import { type Html, html, intro } from '../markup/html.ts'
import { compareTowns } from '../parts/compare-towns.ts'
import { searchForm } from '../parts/forms.ts'
import type { Asked, Content, Outcome, Sources } from '../request/page-interfaces.ts'
import { readText } from '../request/read-params.ts'
import { soleAddress } from './search-addresses.ts'
import { from, group, results } from './search-results.ts'
import { otherPage } from './search-ways.ts'

/** A single result is a redirect to its page. */
export function readSearch({ search, sources }: Asked): Outcome {
  const { links, query, version } = sources
  const q = readText('nome', search.get('q'), 'A busca') ?? ''
  if (q === '') return { key: 'busca', write: async () => searchPage(sources, q, undefined) }
  const other = otherPage(q, sources)
  if (other !== undefined) return { to: other, isForNow: true }
  const commit = version()
  const found = query.busca(q)
  const sole = soleAddress(found, q, links)
  if (sole !== undefined) return { to: sole, isForNow: true }
  return {
    key: `busca ${q}`,
    write: async () => searchPage(sources, q, version() === commit ? found : query.busca(q)),
  }
}

/** Results for the words `q`; without words or results, the largest towns. */
async function searchPage(sources: Sources, q: string, found: Achados | undefined): Promise<Content> {
  const { links } = sources
  const hasResults = found !== undefined && isFound(found)
  const title = q === '' ? 'Buscar' : `Busca por “${q}”`
  return {
    title,
    description:
      'Busca de cidades, bairros e postos de Alagoas pelo nome, de lugares pelo CEP e do posto pelo CNPJ.',
    path: links.page('busca/', { q }),
    unlisted: true,
    main: html`${intro(title, searchForm(links, q))}
    ${found && !hasResults && html`<p class="empty">${nothing(found, q)}</p>`}
    ${hasResults ? await results(found, sources) : await suggestions(sources)}`,
  }
}

function nothing({ cnpj, observacoes }: Achados, q: string): string {
  if (cnpj !== undefined)
    return `Nenhum posto conhecido tem o CNPJ ${punctuatedCnpj(cnpj)}. Confira os números ou procure o posto pelo nome.`
  return observacoes.join(' ') || `Nenhuma cidade, bairro ou posto tem nome parecido com “${q}”.`
}

async function suggestions(sources: Sources): Promise<Html> {
  const { links } = sources
  const { towns } = await compareTowns(sources, USUAL_FUEL)
  const largest = towns.toSorted((a, b) => b.postos - a.postos).slice(0, TOWNS_SHOWN)
  return html`<p class="ways"><a href="${links.page('perto/')}">Perto de mim</a></p>
    ${group(
      'Cidades com mais postos',
      largest.map(
        ({ municipio, precoMinimoProvavel }) =>
          html`<a href="${links.town(USUAL_FUEL, municipio)}">${municipio.nome}</a>
            ${from(USUAL_FUEL, precoMinimoProvavel)}`,
      ),
    )}`
}

const TOWNS_SHOWN = 8
