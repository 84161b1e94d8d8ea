import type { Entrada } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import type { Addresses } from './addresses.ts'
import { byName } from './addresses.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'

/** Every town that sells the fuel, by name, with how many stations do. */
export function townChooser(links: Addresses, slug: Slug, entries: readonly Entrada[]): Html {
  const counts = new Map<number, number>()
  for (const { estabelecimento } of entries) {
    const { codigoIBGE } = estabelecimento.endereco
    counts.set(codigoIBGE, (counts.get(codigoIBGE) ?? 0) + 1)
  }
  const items = byName.flatMap((municipio) => {
    const n = counts.get(municipio.codigoIBGE)
    return n === undefined
      ? []
      : [html`<li><a href="${links.town(slug, municipio)}">${municipio.nome}</a> <span>${n}</span></li>`]
  })
  return html`<ul class="towns">
    ${items}
  </ul>`
}
