import type { Atribuicao, RespostaErro } from '../domain/answers.ts'
import type { Mapa } from '../config.ts'
import type { Slug } from '../domain/fuels.ts'
import { fuelByAlias } from '../domain/fuels.ts'
import { parametros } from '../domain/parameters.ts'
import type { Municipio } from '../domain/municipalities.ts'
import { nearest, quote } from '../domain/text.ts'
import { GasolinaError } from '../errors.ts'
import type { LocalQuery } from '../query/query.ts'
import { byName, createAddresses, municipalityFor, searchOf, slugOf } from './addresses.ts'
import type { AssetFile } from './assets.ts'
import { compactFile } from './compact.ts'
import type { Discovery } from './discovery.ts'
import { createDiscovery } from './discovery.ts'
import type { Html } from './html.ts'
import { createFrame } from './layout.ts'
import type { Outlines } from './map.ts'
import { oneOf, readPageNumber } from './listing.ts'
import { nearbyPages } from './nearby-pages.ts'
import type { Moved, Sources, View } from './page.ts'
import { COLUMNS, comparePage } from './pages/compare.ts'
import { developersPage } from './pages/developers.ts'
import { failurePage } from './pages/failure.ts'
import { fuelPage } from './pages/fuel.ts'
import { favouritesPage } from './pages/favourites.ts'
import { homePage } from './pages/home.ts'
import { PERIODS, stationPage } from './pages/station.ts'
import { mapPage } from './pages/map.ts'
import { municipalityPage } from './pages/municipality.ts'
import { nearPage } from './pages/near.ts'
import { parityPage } from './pages/parity.ts'
import { routePage } from './pages/route.ts'
import { searchPage, soleAddress } from './pages/search.ts'
import { statusPage } from './pages/status.ts'
import { texts } from './pages/texts.ts'
import { ORDERS, townPage } from './pages/town.ts'
import { routesOf } from './reference/description.ts'
import { search } from './search.ts'

export interface SiteDeps {
  query: LocalQuery
  urlBase: string
  attribution: Atribuicao
  assetAddress(file: AssetFile): string
  outlines: Outlines
  describeApi: Sources['describeApi']
  version: Sources['version']
  /** Whose streets are shown to whoever asks for them; none unless given. */
  mapa?: Mapa | undefined
}

export interface Site {
  /**
   * What stands at an address: `path` is what follows `/gasolina/`, decoded, cut at slashes; `search` the pairs after `?`.
   * @throws {GasolinaError} `rota_nao_encontrada`, or what is wrong in the parameters.
   */
  find(path: readonly string[], search: ReadonlyMap<string, string>): Promise<View | Moved>
  /** Files for programs: by what follows `/gasolina/`, or the root of the host. */
  discovery: Discovery
  compact(slug: Slug): Promise<string>
  /** The whole page of a view. */
  write(view: View): Promise<Html>
  failure(corpo: RespostaErro, path: readonly string[]): Html
}

type Found = View | Moved | undefined
type Reader = (path: readonly string[], search: ReadonlyMap<string, string>) => Found | Promise<Found>

/** The device keeps no more either. */
const MOST_FAVOURITES = 20
/** Each has a chart, and a column of thirty days beside it. */
const MOST_COMPARED = 16

/** The pages and their addresses. */
export function createSite({ urlBase, assetAddress, mapa, ...rest }: SiteDeps): Site {
  const { attribution } = rest
  const links = createAddresses(urlBase)
  const frame = createFrame({ links, assetAddress, attribution })
  const streets = mapa && {
    tiles: mapa.endereco,
    credit: mapa.credito,
    script: assetAddress('streets.js'),
    style: assetAddress('streets.css'),
  }
  const sources: Sources = { ...rest, links, streets }

  const readers: Readonly<Record<string, Reader>> = {
    '': alone(() => ({ key: 'inicio', write: () => homePage(sources) })),
    situacao: alone(() => ({ key: undefined, write: () => statusPage(sources) })),
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        alone(() => ({ key: name, write: async () => text(sources) })),
      ]),
    ),
    desenvolvedores: readReference,
    municipio: readMunicipality,
    mapa: alone(readMap),
    comparar: alone(readComparison),
    'alcool-ou-gasolina': alone(readParity),
    perto: alone(() => ({ key: 'perto', write: () => nearPage(sources) })),
    favoritos: alone(readFavourites),
    posto: readStation,
    busca: alone(readSearch),
  }

  return {
    async find(path, search) {
      const [first = ''] = path
      const reader = Object.hasOwn(readers, first) ? readers[first] : readFuel
      const found = await reader?.(path, search)
      if (!found) throw notFound(path)
      return found
    },
    discovery: createDiscovery(sources, assetAddress),
    compact: (slug) => compactFile(sources, slug),
    write: async (view) => frame(await view.write()),
    failure: (corpo, path) =>
      frame(
        failurePage(
          corpo,
          corpo.status === 503 ? [] : nearbyPages(path, links),
          links,
          attribution.demonstracao,
        ),
      ),
  }

  function readMunicipality([, name = '', ...rest]: readonly string[]): View | Moved | undefined {
    const municipio = municipalityFor(name)
    if (!municipio || rest.length > 1 || (rest[0] ?? '') !== '') return undefined
    const address = links.page(`municipio/${slugOf(municipio)}/`)
    if (rest.length === 0 || name !== slugOf(municipio)) return { to: address }
    return { key: `municipio ${name}`, write: () => municipalityPage(sources, municipio) }
  }

  /** `desenvolvedores/`, and a page for each route of the API: `desenvolvedores/precos/`. */
  function readReference([, name, ...rest]: readonly string[]): Found {
    if (rest.length > 1 || (rest[0] ?? '') !== '') return undefined
    if (name === undefined) return { to: links.page('desenvolvedores/') }
    if (name === '') return { key: 'desenvolvedores', write: async () => developersPage(sources) }
    const route = routesOf(sources.describeApi()).find(({ operation }) => operation.operationId === name)
    if (!route) return undefined
    if (rest.length === 0) return { to: links.page(`desenvolvedores/${name}/`) }
    return { key: `rota ${name}`, write: () => routePage(sources, route) }
  }

  function readMap(given: ReadonlyMap<string, string>): View {
    const slug = readFuelName(given.get('combustivel'))
    return { key: `mapa ${slug}`, write: () => mapPage(sources, slug) }
  }

  function readComparison(given: ReadonlyMap<string, string>): View {
    const slug = readFuelName(given.get('combustivel'))
    const names = (given.get('municipios') ?? '').split(',').filter((name) => name.trim() !== '')
    const municipios = [...new Set(names.map(readTownName))]
    if (municipios.length > MOST_COMPARED)
      throw new GasolinaError(
        'parametro_invalido',
        `municipios traz ${municipios.length} cidades: compare até ${MOST_COMPARED}.`,
      )
    const ordenar = oneOf('ordenar', given.get('ordenar'), COLUMNS)
    const view = { slug, municipios, ordenar }
    const key = `comparar ${JSON.stringify([slug, municipios.map(slugOf), ordenar])}`
    return { key, write: () => comparePage(sources, view) }
  }

  function readParity(given: ReadonlyMap<string, string>): View {
    const razao = readRatio(given)
    return { key: `paridade ${razao}`, write: () => parityPage(sources, razao) }
  }

  /** `?postos=`: CNPJs by comma, as the device or a friend put them together. */
  function readFavourites(given: ReadonlyMap<string, string>): View {
    const texts = (given.get('postos') ?? '').split(',').filter((text) => text.trim() !== '')
    if (texts.length > MOST_FAVOURITES)
      throw new GasolinaError(
        'parametro_invalido',
        `postos traz ${texts.length} CNPJs: use até ${MOST_FAVOURITES}, separados por vírgula.`,
      )
    const cnpjs = [...new Set(texts.map(readCnpj))].toSorted()
    return { key: `favoritos ${cnpjs.join()}`, write: () => favouritesPage(sources, cnpjs) }
  }

  /** `posto/12345678000100/`; a CNPJ with its slash, as people copy it, is two parts of a path. */
  function readStation([, ...rest]: readonly string[], search: ReadonlyMap<string, string>): View | Moved {
    const text = rest.join('/').replace(/\/$/, '')
    const cnpj = readCnpj(text)
    if (rest.join('/') !== `${cnpj}/`) return { to: links.station(cnpj) }
    const dias = oneOf('dias', search.get('dias'), PERIODS)
    const razao = readRatio(search)
    return {
      key: `posto ${cnpj} ${dias} ${razao}`,
      write: () => stationPage(sources, { cnpj, dias, razao }),
    }
  }

  /** The sole thing found is where somebody wanted to go. */
  async function readSearch(given: ReadonlyMap<string, string>): Promise<View | Moved> {
    const q = given.get('q')?.trim() ?? ''
    if (q === '') return { key: 'busca', write: async () => searchPage(sources, q, undefined) }
    if (parametros.nome.parse(q) === undefined)
      throw new GasolinaError(
        'parametro_invalido',
        `A busca '${quote(q)}' não vale: use ${parametros.nome.aceita}.`,
      )
    const commit = sources.version()
    const hits = await search(sources, q)
    const sole = soleAddress(hits, links)
    return sole === undefined
      ? {
          key: `busca ${q}`,
          write: async () =>
            searchPage(sources, q, sources.version() === commit ? hits : await search(sources, q)),
        }
      : { to: sole, isForNow: true }
  }

  /** `gasolina-comum/`, `gasolina-comum/2/`, `gasolina-comum/maceio/` and `gasolina-comum/maceio/2/`. */
  function readFuel(path: readonly string[], search: ReadonlyMap<string, string>): View | Moved | undefined {
    const [fuel = '', second = '', third, ...more] = path.at(-1) === '' ? path.slice(0, -1) : path
    const slug = fuelByAlias(fuel)?.slug
    if (!slug || more.length > 0) return undefined
    const statePage = second === '' ? 1 : readPageNumber(second)
    if (statePage !== undefined && third === undefined && !/^\d{7}$/.test(second)) {
      const view = { slug, pagina: statePage }
      return settled(links.fuel(slug, statePage), path, '', {
        key: `combustivel ${slug} ${statePage}`,
        write: () => fuelPage(sources, view),
      })
    }
    const municipio = municipalityFor(second)
    const pagina = readPageNumber(third)
    if (!municipio || pagina === undefined) return undefined
    const bairro = search.get('bairro')?.trim() || undefined
    if (bairro !== undefined && parametros.bairro.parse(bairro) === undefined)
      throw new GasolinaError(
        'parametro_invalido',
        `bairro '${quote(bairro)}' não vale: use ${parametros.bairro.aceita}.`,
      )
    const ordenar = oneOf('ordenar', search.get('ordenar'), ORDERS)
    const view = { slug, municipio, bairro, ordenar, pagina }
    return settled(links.town(slug, municipio, {}, pagina), path, searchOf(Object.fromEntries(search)), {
      key: `cidade ${JSON.stringify([slug, slugOf(municipio), bairro, ordenar, pagina])}`,
      write: () => townPage(sources, view),
    })
  }

  /** The view, when it was asked for by its own address; else where it stands. */
  function settled(address: string, path: readonly string[], search: string, view: View): View | Moved {
    return address === links.page(path.join('/')) ? view : { to: address + search }
  }

  /** A page whose address has one part and a final slash. */
  function alone(view: (search: ReadonlyMap<string, string>) => View | Promise<View | Moved>): Reader {
    return ([name = '', ...rest], search) => {
      if (rest.length === 0 && name !== '') return { to: links.page(`${name}/`) }
      return rest.length <= 1 && (rest[0] ?? '') === '' ? view(search) : undefined
    }
  }
}

/** What ethanol may cost of gasolina's price in somebody's own car. @throws {GasolinaError} `parametro_invalido`. */
function readRatio(given: ReadonlyMap<string, string>): number {
  const text = given.get('razao')
  const razao = text ? parametros.razao.parse(text) : parametros.razao.padrao
  if (razao !== undefined) return razao
  throw new GasolinaError(
    'parametro_invalido',
    `razao '${quote(text ?? '')}' não vale: use um número de 0,5 a 1, como 0,7.`,
  )
}

/** @throws {GasolinaError} `parametro_invalido` for no fuel of ours. */
function readFuelName(text: string | undefined): Slug {
  const slug = text ? fuelByAlias(text)?.slug : 'gasolina-comum'
  if (slug) return slug
  throw new GasolinaError(
    'parametro_invalido',
    `Combustível '${quote(text ?? '')}' não existe: use ${parametros.combustivel.aceita}.`,
  )
}

/** @throws {GasolinaError} `parametro_invalido` for no town of Alagoas. */
function readTownName(text: string): Municipio {
  const municipio = municipalityFor(text)
  if (municipio) return municipio
  const near = nearest(
    text,
    byName.map(({ nome }) => nome),
    1,
  )
  throw new GasolinaError(
    'parametro_invalido',
    `Não há município '${quote(text)}' em Alagoas.${near.length > 0 ? ` Talvez ${near.join()}?` : ''}`,
  )
}

/** @throws {GasolinaError} `parametro_invalido`. */
function readCnpj(text: string): string {
  const cnpj = parametros.cnpj.parse(text)
  if (cnpj !== undefined) return cnpj
  throw new GasolinaError(
    'parametro_invalido',
    `CNPJ '${quote(text)}' não vale: use ${parametros.cnpj.aceita}.`,
  )
}

function notFound(path: readonly string[]): GasolinaError {
  return new GasolinaError('rota_nao_encontrada', `O endereço '${quote(path.join('/'))}' não existe aqui.`)
}
