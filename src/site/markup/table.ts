import type { Html } from './html.ts'
import { html, raw } from './html.ts'

/** Rows under titles; `wide`: of many columns, which scroll within what is around it. */
export function table(titles: readonly string[], rows: readonly Html[], { wide = false } = {}): Html {
  return html`<table ${wide && raw('class="towns-table"')}>
    <thead>
      <tr>
        ${titles.map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}
