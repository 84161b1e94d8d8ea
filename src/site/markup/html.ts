/** Safe markup, made only by `html`, `raw` and `jsonData`. */
export interface Html {
  readonly markup: string
}

/** A value in a template; null, undefined and false are empty. */
type Child = Html | string | number | null | undefined | false | readonly Child[]

/**
 * Markup with its values escaped, in text and in quoted attributes alike: names come from third parties. Markup nests, lists
 * are joined. Attributes must be quoted; no value may stand in a tag's or an attribute's name, or in a script.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  const parts = compact(strings)
  let markup = parts[0] ?? ''
  for (const [i, value] of values.entries()) markup += render(value) + (parts[i + 1] ?? '')
  return { markup }
}

/** Unescaped markup: never with values of third parties. */
export function raw(markup: string): Html {
  return { markup }
}

/** Data for `application/ld+json`, escaped so that no text ends the script tag. */
export function jsonData(data: object): Html {
  return { markup: JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeUnicode) }
}

function escapeUnicode(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export function escape(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"'`]/g, (char) => ENTITIES[char] ?? char) : text
}

/** Line breaks and indents of the source become one line break: thousands of bytes in a page of fifty rows. */
function compact(strings: TemplateStringsArray): readonly string[] {
  let parts = compacted.get(strings)
  if (!parts) compacted.set(strings, (parts = strings.map((part) => part.replace(/\s*\n\s*/g, '\n'))))
  return parts
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>()

const SPECIAL = /[&<>"'`]/
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

function render(value: Child): string {
  if (typeof value === 'string') return escape(value)
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'number') return String(value)
  if ('markup' in value) return value.markup
  let markup = ''
  for (const child of value) markup += render(child)
  return markup
}

/** Icons in the colour of the text, always beside a word and hidden from screen readers. */
const shapes = {
  totem: '<path d="M4 2h16v13h-6v4h3v3H7v-3h3v-4H4z M7 5v3h10V5z M7 9v3h10V9z" fill-rule="evenodd"/>',
  search:
    '<path d="M10 3a7 7 0 1 0 4.2 12.6l5.1 5.1 1.4-1.4-5.1-5.1A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z"/>',
  barato: '<path d="M3 6h18l-9 13z"/>',
  normal: '<circle cx="12" cy="12" r="7"/>',
  caro: '<path d="M12 5l9 13H3z"/>',
} as const

export function icon(name: keyof typeof shapes): Html {
  return raw(
    `<svg class="icon" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">${shapes[name]}</svg>`,
  )
}

/** The figures of a chart as a table, folded below it. */
export function asTable(content: Html): Html {
  return html`<details>
    <summary>Os mesmos preços em tabela</summary>
    ${content}
  </details>`
}

/** `name`: for screen readers; `wide`: many columns, in an element that scrolls. */
export function table(name: string, titles: readonly string[], rows: readonly Html[], { wide = false } = {}) {
  return html`<table ${wide && raw('class="towns-table"')} aria-label="${name}">
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

/** The head of a page: its title, and below it what the page answers. */
export function intro(title: Html | string, words?: Html): Html {
  return html`<div class="intro">
    <h1>${title}</h1>
    ${words}
  </div>`
}

export function listOf(kind: 'plain' | 'near', items: readonly (Html | string)[]): Html {
  return html`<ul class="${kind}">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`
}

export function fact(name: string, value: Html | string | null): Html | undefined {
  return value === null
    ? undefined
    : html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`
}

/** Values by the names that stand in braces in a prose. */
export type Values = Readonly<Record<string, Html | string | number>>

/** Blocks of markup from a data file of ours, with values filled in, texts among them escaped. */
export function filled(blocks: readonly string[], values: Values): Html {
  const valueOf = (name: string): string => {
    const value = values[name]
    if (value === undefined) throw new Error(`a prose has no value for {${name}}`)
    return render(value)
  }
  return raw(blocks.join('\n').replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name)))
}
