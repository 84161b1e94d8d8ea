import { type Html, html, raw } from './html.ts'

/** Values by the names that stand in braces in a prose. */
export type Values = Readonly<Record<string, Html | string | number>>

/** Blocks of markup from a data file of ours, with values filled in, texts among them escaped. */
export function filled(blocks: readonly string[], values: Values): Html {
  const markup = blocks.map((block) =>
    block.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name, values)),
  )
  return raw(markup.join('\n'))
}

function valueOf(name: string, values: Values): string {
  const value = values[name]
  if (value === undefined) throw new Error(`a prose has no value for {${name}}`)
  return html`${value}`.markup
}
