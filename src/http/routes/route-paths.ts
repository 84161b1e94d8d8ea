import type { Config } from '../../config.ts'
import { fuelByAlias, slugs } from '../../domain/facts/fuels.ts'
import { rotas } from '../../domain/questions/routes.ts'
import { nearest, quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { noPageAt } from '../../site/request/addresses.ts'

/** The routes as patterns of rou3, one per fuel's file; a CNPJ in one segment or, with its slash, in two. `path`: fixed parameters. */
export const patterns = rotas.flatMap(({ nome, caminho }) => {
  if (caminho.includes('{slug}'))
    return slugs.map((slug) => ({ nome, pattern: caminho.replace('{slug}', slug), path: { slug } }))
  const pattern = caminho.replace('{cursor}.json', ':arquivo').replace(/\{(cnpj|mes)\}/, ':$1')
  const all = pattern.endsWith(':cnpj') ? [pattern, `${pattern}/:rest`] : [pattern]
  return all.map((each) => ({ nome, pattern: each, path: {} }))
})

/** Addresses reached only by a mistyping person: programs use these folders, with or without `/gasolina`. */
export function isAstray(pathname: string): boolean {
  return !/^\/(?:gasolina|api|dados|mcp|saude)(?:\/|$)/.test(pathname)
}

/** Folders of files, and the document that each answers with. */
export const FOLDERS: Readonly<Record<string, string>> = {
  '/gasolina/dados': '/gasolina/dados/index.json',
  '/gasolina/dados/historico': '/gasolina/dados/historico/datapackage.json',
  '/gasolina/dados/mudancas': '/gasolina/dados/mudancas/index.json',
}

/** Path of the base address, `/alagoas`, without which a client behind a proxy reaches nothing; empty without one. */
export function prefixOf({ urlBase }: Pick<Config, 'urlBase'>): string {
  return new URL(urlBase).pathname.replace(/\/+$/, '')
}

/** A 404 with the routes that were probably meant, without the host. */
export function unknownRoute(prefix: string, pathname: string, extra: readonly string[] = []): GasolinaError {
  const shown = safeDecode(pathname)
  const known = [
    ...rotas.flatMap(({ caminho }) =>
      caminho.includes('{slug}') ? slugs.map((slug) => caminho.replace('{slug}', slug)) : [caminho],
    ),
    ...extra,
  ]
  const near = (sameFile(shown, known) ?? nearest(shown, known, 3)).map((path) => prefix + path)
  const meant = near.length > 0 ? ` Talvez ${near.join(' ou ')}?` : ''
  return new GasolinaError(
    'rota_nao_encontrada',
    `O endereço '${quote(prefix + shown)}' não existe.${meant} A lista completa está em ${prefix}/gasolina/api/.`,
  )
}

/** The document of a folder asked for by an index, or the only file of that name, in another folder. */
function sameFile(asked: string, known: readonly string[]): string[] | undefined {
  const at = asked.lastIndexOf('/')
  const ofFolder = asked.endsWith('/index.json') ? FOLDERS[asked.slice(0, at)] : undefined
  if (ofFolder !== undefined) return [ofFolder]
  const named = known.filter((path) => /\.\w+$/.test(path) && path.endsWith(asked.slice(at)))
  return named.length === 1 ? named : undefined
}

/** The same for a person: the page around it has links. */
export function unknownPage(prefix: string, pathname: string): GasolinaError {
  return noPageAt(prefix + safeDecode(pathname))
}

/** Path of a fuel's file asked for by an alias of the fuel, such as `etanol.csv`; undefined for any other address. */
export function fileMeant(pathname: string): string | undefined {
  const asked = safeDecode(pathname)
  const [, name = '', form = ''] = /^\/gasolina\/dados\/([^/.]+)\.(json|csv|geojson)$/.exec(asked) ?? []
  const fuel = fuelByAlias(name)
  return fuel && fuel.slug !== name ? `/gasolina/dados/${fuel.slug}.${form}` : undefined
}

function safeDecode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
