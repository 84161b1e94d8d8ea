import type { Slug } from '../../domain/facts/fuels.ts'
import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import { type Municipio, municipioByCode, municipios } from '../../domain/alagoas/municipalities.ts'
import { asMunicipalityCode, municipalityKeys, placeKey } from '../../domain/places/place-names.ts'
import { fold, quote, toSlug } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'

/** Parameters of an address; undefined ones are left out. */
export type Search = Readonly<Record<string, string | number | undefined>>

/** Addresses of every page, as paths from the root of the host with the prefix of the base. */
export type Addresses = ReturnType<typeof createAddresses>

export function createAddresses(urlBase: string) {
  const { origin, pathname } = new URL(urlBase)
  const base = pathname.replace(/\/+$/, '')
  const root = `${base}/gasolina/`
  const page = (path: string, search: Search = {}) => `${root}${path}${searchOf(search)}`
  return {
    /** `path` follows `/gasolina/`: `situacao/`. */
    page,
    fuel: (slug: Slug, search?: Search, pagina = 1) => page(`${slug}/${numbered(pagina)}`, search),
    town: (slug: Slug, municipio: Municipio, search?: Search, pagina = 1) =>
      page(`${slug}/${slugOf(municipio)}/${numbered(pagina)}`, search),
    /** The page of all fuels of a municipality. */
    allFuels: (municipio: Pick<Municipio, 'nome'>, search?: Search) =>
      page(`municipio/${slugOf(municipio)}/`, search),
    station: (cnpj: string) => page(`posto/${cnpj}/`),
    api: (path: string, search?: Search) => page(`api/${path}`, search),
    /** Outside `/gasolina/`: `/saude`, `/mcp`. */
    program: (path: string) => base + path,
    absolute: (path: string) => origin + path,
    /** A fuel as a parameter of pages; the usual one is left out. */
    combustivel: (slug?: Slug) => (slug === USUAL_FUEL ? undefined : slug),
  }
}

/** A municipality's name in addresses. */
export function slugOf({ nome }: Pick<Municipio, 'nome'>): string {
  return toSlug(nome)
}

/** A municipality by slug, by name in any spelling, or by IBGE code. */
export function municipalityFor(text: string): Municipio | undefined {
  const code = asMunicipalityCode(text) ?? codes.get(placeKey(text))
  return code === undefined ? undefined : municipioByCode(code)
}

const codes = municipalityKeys()

export const byName: readonly Municipio[] = municipios.toSorted((a, b) =>
  fold(a.nome) < fold(b.nome) ? -1 : 1,
)

export function searchOf(search: Search): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${encoded(name)}=${encoded(String(value))}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Applied to names too: a redirect repeats unknown parameters. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}

function numbered(pagina: number): string {
  return pagina > 1 ? `${pagina}/` : ''
}

/** The failure for an address without a page; the page around the sentence has links. */
export function noPageAt(address: string): GasolinaError {
  return new GasolinaError('rota_nao_encontrada', `O endereço '${quote(address)}' não existe aqui.`)
}
