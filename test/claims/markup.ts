/** An element of a page as served, which is well-formed. */
export interface Node {
  tag: string
  attributes: Record<string, string>
  children: (Node | string)[]
  parent: Node | null
}

const INLINE = new Set([
  'a',
  'b',
  'abbr',
  'code',
  'data',
  'em',
  'i',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'tspan',
])
const VOID = new Set(['!doctype', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
const SILENT = new Set(['script', 'style', 'pattern', 'input', 'link', 'meta'])

export function parse(html: string): Node {
  const root: Node = { tag: '', attributes: {}, children: [], parent: null }
  let node = root
  for (const [token] of html.matchAll(/<script[\s\S]*?<\/script\s*>|<!--[\s\S]*?-->|<[^>]+>|[^<]+/g)) {
    if (!token.startsWith('<')) node.children.push(unescaped(token))
    else if (token.startsWith('</')) node = node.parent ?? root
    else {
      const [, tag = '', rest = ''] = /^<(!?[a-zA-Z0-9-]+)([\s\S]*?)\/?>/.exec(token) ?? []
      if (tag === '') continue
      const child: Node = {
        tag: tag.toLowerCase(),
        attributes: attributesOf(rest),
        children: [],
        parent: node,
      }
      node.children.push(child)
      if (tag === 'script') child.children.push(token.replace(/^<script[^>]*>|<\/script\s*>$/g, ''))
      else if (!token.endsWith('/>') && !VOID.has(child.tag)) node = child
    }
  }
  return root
}

/** The text of each block that holds no other block, with its element. */
export function blocks(
  node: Node,
  found: { node: Node; text: string }[] = [],
): { node: Node; text: string }[] {
  if (SILENT.has(node.tag)) return found
  let text = ''
  const close = () => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line !== '') found.push({ node, text: line })
    text = ''
  }
  for (const child of node.children) {
    if (typeof child === 'string') text += child
    else if (
      INLINE.has(child.tag) &&
      !descendants(child).some(({ tag }) => !INLINE.has(tag) && tag !== 'svg' && tag !== 'path')
    )
      text += textOf(child)
    else if (child.tag === 'svg' && child.attributes['class'] === 'icon') text += ' '
    else {
      close()
      blocks(child, found)
    }
  }
  close()
  return found
}

export const textOf = (node: Node): string =>
  node.children
    .map((child) => (typeof child === 'string' ? child : child.tag === 'svg' ? '' : textOf(child)))
    .join('')

export const descendants = (node: Node): Node[] =>
  node.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...descendants(child)]))

/** The element itself, or the nearest one around it, that answers. */
export function around<T>(node: Node | null, ask: (node: Node) => T | undefined): T | undefined {
  for (let at = node; at && at.tag !== 'main'; at = at.parent) {
    const answer = ask(at)
    if (answer !== undefined) return answer
  }
  return undefined
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([a-zA-Z:-]+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  )
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&amp;', '&')
}
