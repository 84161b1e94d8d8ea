import { slugs } from '../../domain/facts/fuels.ts'
import { rotas } from '../../domain/questions/routes.ts'

/** Called for each finished answer: its route, its status, and milliseconds until it was ready. */
export type OnAnswer = (route: string, status: number, ms: number) => void

/** nginx's status for a client that left before its answer was ready. */
export const CLIENT_LEFT = 499

/** The name in the table of routes, or `pagina`, `estatico`, `outra`: no client can make up names. */
export function routeName(url: string): string {
  const [path = ''] = url.split('?', 1)
  return NAMED.find(([form]) => form.test(path))?.[1] ?? (isOfSite(path) ? 'pagina' : 'outra')
}

const NAMED: readonly (readonly [RegExp, string])[] = [
  ...rotas.map(({ nome, caminho }) => {
    const form = caminho
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replace('{slug}', `(?:${slugs.join('|')})`)
      .replace(/\{\w+\}/, '.+')
    return [new RegExp(`^${form}/?$`), nome] as const
  }),
  [/^\/mcp$/, 'mcp'],
  [/^\/(?:favicon\.ico|gasolina\/(?:sw\.js|manifest\.webmanifest|estatico\/.*))$/, 'estatico'],
]

/** Addresses with a page as the answer to a failure. Programs use the other folders and get JSON. */
export function isOfSite(pathname: string): boolean {
  if (rotas.some(({ caminho }) => caminho === pathname)) return false
  return /^\/gasolina(?:\/(?!(?:api|dados)(?:\/|$))|$)/.test(pathname)
}
