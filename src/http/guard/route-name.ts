import { slugs } from '../../domain/facts/fuels.ts'
import { rotas } from '../../domain/questions/routes.ts'
import { isOfSite } from './paths.ts'

/** What is told of each answer once it is ready: its route, its status, and how long it took in milliseconds. */
export type OnAnswer = (route: string, status: number, ms: number) => void

/** Told instead of a status when the client left before its answer was ready; nginx's number for it. */
export const CLIENT_LEFT = 499

/**
 * The address's name in the table of routes; of the site `pagina`, and `estatico` for the files that pages load; `outra` for all
 * others, so that no client can make up names.
 */
export function routeName(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const exact = EXACT.get(path)
  if (exact !== undefined) return exact
  for (const [prefix, suffix, name] of OPEN) if (path.startsWith(prefix) && path.endsWith(suffix)) return name
  if (path.startsWith('/gasolina/estatico/')) return 'estatico'
  return isOfSite(path) ? 'pagina' : 'outra'
}

/** With and without a final slash. */
const EXACT = new Map<string, string>([
  ...rotas
    .flatMap(({ nome, caminho }) => slugs.map((slug) => [caminho.replace('{slug}', slug), nome] as const))
    .flatMap(([path, name]) =>
      [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`].map((p) => [p, name] as const),
    ),
  ['/mcp', 'mcp'],
  ...['/favicon.ico', '/gasolina/sw.js', '/gasolina/manifest.webmanifest'].map(
    (path) => [path, 'estatico'] as const,
  ),
])

/** What stands before and after the part that is another each time. */
const OPEN = rotas.flatMap(({ nome, caminho }) => {
  const [prefix, suffix] = caminho.split(/\{(?:cnpj|mes|cursor)\}/)
  return prefix !== undefined && suffix !== undefined ? [[prefix, suffix, nome] as const] : []
})
