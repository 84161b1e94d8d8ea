import { readFileSync } from 'node:fs'
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server'

/** A page that hosts of MCP Apps show beside an answer, as a list, a map, charts or bars. */
export const VIEW = 'ui://gasolina/precos.html'

/** Members of the `_meta` of a tool's definition. The flat key is the older name, the only one that some hosts read. */
export const withView = { ui: { resourceUri: VIEW }, 'ui/resourceUri': VIEW }

const MIME_TYPE = 'text/html;profile=mcp-app'

export const viewResource: Resource = {
  uri: VIEW,
  name: 'precos.html',
  title: 'A vista das respostas',
  description:
    'Página que programas de MCP Apps mostram ao lado de uma resposta: lista, mapa, gráfico ou barras',
  mimeType: MIME_TYPE,
}

/** Made by `bin/assets.js`; the relative path is the same from the bundle. */
const FILE = new URL('../../dist/assets/view.html', import.meta.url)

/** The page needs no network: a host applies its strictest policy where none is declared. */
export function readView(): ReadResourceResult {
  const text = readFileSync(FILE, 'utf8')
  return { contents: [{ uri: VIEW, mimeType: MIME_TYPE, text, _meta: { ui: {} } }] }
}
