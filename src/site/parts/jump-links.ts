import type { Html } from '../markup/html.ts'
import { html } from '../markup/html.ts'

/** So few stations that whatever follows them is in sight. */
const SHORT_LIST = 5

/** What follows a long list on a phone, by the id of its section; beside the list, where there is room, nobody needs it. */
export function below(rows: number, sections: Readonly<Record<string, string | false>>): Html | undefined {
  const links = Object.entries(sections).flatMap(([id, words]) =>
    words === false ? [] : [html`<a href="#${id}">${words}</a>`],
  )
  if (rows <= SHORT_LIST || links.length === 0) return undefined
  return html`<p class="crumbs below"><span>Mais abaixo:</span> ${links}</p>`
}
