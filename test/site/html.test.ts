import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html, jsonData, raw } from '../../src/site/markup/html.ts'

describe('markup', () => {
  it('escapes values in text and in attributes', () => {
    const name = `<img src=x onerror="alert(1)"> & 'more' \`x\``
    const { markup } = html`<a title="${name}">${name}</a>`
    expect(markup).not.toMatch(/<img|"alert|'more/)
    expect(markup).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;more&#39;')
  })

  it('nests, joins lists and omits empty values', () => {
    const items = ['a', 'b<'].map((item) => html`<li>${item}</li>`)
    const { markup } = html`<ul>
        ${items}${null}${undefined}${false}
      </ul>
      ${0}${raw('<br>')}`
    expect(markup.replaceAll('\n', '')).toBe('<ul><li>a</li><li>b&lt;</li></ul>0<br>')
  })

  it('no text at all opens a tag, ends an attribute or a script', () => {
    assert(
      property(string({ unit: 'binary-ascii', maxLength: 40 }), (text) => {
        expect(html`${text}`.markup).not.toMatch(/[<>"'`]/)
        const { markup } = jsonData({ text })
        expect(markup).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(markup)).toEqual({ text: JSON.parse(JSON.stringify(text)) })
      }),
    )
  })
})
