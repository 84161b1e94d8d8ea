import type { Addresses } from '../request/addresses.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'
import { icon } from '../markup/icons.ts'

/** Where? A form that works everywhere. */
export function searchForm(links: Addresses, q = ''): Html {
  return html`<form class="search" role="search" action="${links.page('busca/')}">
    <label for="q">Cidade, bairro ou posto</label>
    <p>
      <input
        id="q"
        name="q"
        type="search"
        value="${q}"
        maxlength="100"
        autocomplete="off"
        enterkeyhint="search"
      /><button type="submit">${icon('search')} Buscar</button>
    </p>
  </form>`
}
