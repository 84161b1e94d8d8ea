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
  if (isList(value)) {
    let markup = ''
    for (const child of value) markup += render(child)
    return markup
  }
  return value.markup
}

function isList(value: Html | readonly Child[]): value is readonly Child[] {
  return Array.isArray(value)
}

function escapeUnicode(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
