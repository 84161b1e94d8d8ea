import type { Entrada } from '../../domain/answers/precos.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import type { Addresses } from '../request/addresses.ts'
import { byName } from '../request/addresses.ts'
import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'

/** Every town that sells the fuel, by name, with how many stations do. */
export function townChooser(links: Addresses, slug: Slug, entries: readonly Entrada[]): Html {
  const inTown = groupBy(entries, ({ estabelecimento }) => estabelecimento.endereco.codigoIBGE)
  const items = byName.flatMap((municipio) => {
    const n = inTown.get(municipio.codigoIBGE)?.length
    return n === undefined
      ? []
      : [html`<li><a href="${links.town(slug, municipio)}">${municipio.nome}</a> <span>${n}</span></li>`]
  })
  return html`<ul class="towns">
    ${items}
  </ul>`
}
