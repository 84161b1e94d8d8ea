import type { Slug } from '../../domain/facts/fuels.ts'
import type { Addresses, Search } from '../request/addresses.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'

/** A list's own rows for programs and spreadsheets, and the whole state's. `search`: what makes the list this one. */
export function takeTheData(links: Addresses, slug: Slug, search: Search): Html {
  const list = (more: Search) => links.api('precos', { combustivel: slug, ...search, ...more })
  return html`<section>
    <h2>Leve os dados</h2>
    <ul class="plain">
      <li>
        Esta lista: <a href="${list({})}">JSON</a>, <a href="${list({ formato: 'csv' })}">CSV</a>,
        <a href="${list({ formato: 'csv', dialeto: 'excel' })}">Excel</a>
      </li>
      <li>
        O estado inteiro: <a href="${links.page(`dados/${slug}.json`)}">JSON</a>,
        <a href="${links.page(`dados/${slug}.csv`)}">CSV</a>,
        <a href="${links.page(`dados/${slug}.csv`, { dialeto: 'excel' })}">Excel</a>
      </li>
      <li><a href="${links.page('desenvolvedores/')}">Como usar num programa</a></li>
    </ul>
  </section>`
}
