import { GasolinaError } from '../errors.ts'
import { fuelByAlias, mayBeCookingGas } from '../domain/facts/fuels.ts'
import { unknownFuel } from '../domain/questions/parameter-problems.ts'
import { quote } from '../domain/basics/text.ts'
import { municipalityFor, searchOf, slugOf } from './request/addresses.ts'
import {
  oneOf,
  readCnpj,
  readDistrict,
  readFuelName,
  readGivenPage,
  readPageNumber,
  readRatio,
  readTownName,
  readWords,
} from './request/read-params.ts'
import type { Moved, Sources, View } from './request/view.ts'
import { COLUMNS, comparePage } from './pages/compare.ts'
import { developersPage } from './pages/developers.ts'
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
import { routesOf } from './request/api-description.ts'

type Found = View | Moved | undefined
type Reader = (path: readonly string[], search: ReadonlyMap<string, string>) => Found | Promise<Found>

/** The device keeps no more either. */
const MOST_FAVOURITES = 20
/** Each has a chart, and a column of thirty days beside it. */
const MOST_COMPARED = 16

/** The pages and their addresses. */
export function createViews(sources: Sources) {
  const { links } = sources
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

  /**
   * What stands at an address: `path` is what follows `/gasolina/`, decoded, cut at slashes; `search` the pairs after `?`.
   * @throws {GasolinaError} `rota_nao_encontrada`, or what is wrong in the parameters.
   */
  return async (path: readonly string[], search: ReadonlyMap<string, string>): Promise<View | Moved> => {
    const [first = ''] = path
    const reader = Object.hasOwn(readers, first) ? readers[first] : readFuel
    const found = await reader?.(path, search)
    if (!found) throw notFound(path)
    return found
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
    const razao = readRatio(given.get('razao'))
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
  function readStation([, ...rest]: readonly string[], given: ReadonlyMap<string, string>): View | Moved {
    const text = rest.join('/').replace(/\/$/, '')
    const cnpj = readCnpj(text)
    if (rest.join('/') !== `${cnpj}/`)
      return { to: links.station(cnpj) + searchOf(Object.fromEntries(given)) }
    const dias = oneOf('dias', given.get('dias'), PERIODS)
    const razao = readRatio(given.get('razao'))
    return {
      key: `posto ${cnpj} ${dias} ${razao}`,
      write: () => stationPage(sources, { cnpj, dias, razao }),
    }
  }

  /** The sole thing found is where somebody wanted to go. */
  function readSearch(given: ReadonlyMap<string, string>): View | Moved {
    const q = readWords(given.get('q'))
    if (q === '') return { key: 'busca', write: async () => searchPage(sources, q, undefined) }
    const commit = sources.version()
    const found = sources.query.busca(q)
    const sole = soleAddress(found, links)
    return sole === undefined
      ? {
          key: `busca ${q}`,
          write: async () =>
            searchPage(sources, q, sources.version() === commit ? found : sources.query.busca(q)),
        }
      : { to: sole, isForNow: true }
  }

  /** `gasolina-comum/`, `gasolina-comum/2/`, `gasolina-comum/maceio/` and `gasolina-comum/maceio/2/`. */
  function readFuel(path: readonly string[], given: ReadonlyMap<string, string>): View | Moved | undefined {
    const [fuel = '', second = '', third, ...more] = path.at(-1) === '' ? path.slice(0, -1) : path
    const slug = fuelByAlias(fuel)?.slug
    if (mayBeCookingGas(fuel)) throw new GasolinaError('rota_nao_encontrada', unknownFuel(fuel).frase)
    if (!slug || more.length > 0) return undefined
    const { pagina: asked, ...others } = Object.fromEntries(given)
    const givenPage = readGivenPage(asked)
    const statePage = second === '' ? 1 : readPageNumber(second)
    if (statePage !== undefined && third === undefined && !/^\d{7}$/.test(second)) {
      oneOf('ordenar', given.get('ordenar'), [ORDERS[0]])
      const pagina = givenPage ?? statePage
      return settled(links.fuel(slug, pagina), path, givenPage, '', {
        key: `combustivel ${slug} ${pagina}`,
        write: () => fuelPage(sources, { slug, pagina }),
      })
    }
    const municipio = municipalityFor(second)
    const pathPage = readPageNumber(third)
    if (!municipio || pathPage === undefined) return undefined
    const bairro = readDistrict(given.get('bairro'))
    const ordenar = oneOf('ordenar', given.get('ordenar'), ORDERS)
    const pagina = givenPage ?? pathPage
    const view = { slug, municipio, bairro, ordenar, pagina }
    return settled(links.town(slug, municipio, {}, pagina), path, givenPage, searchOf(others), {
      key: `cidade ${JSON.stringify([slug, slugOf(municipio), bairro, ordenar, pagina])}`,
      write: () => townPage(sources, view),
    })
  }

  /** The view, when it was asked for by its own address, which holds the page; else where it stands. */
  function settled(
    address: string,
    path: readonly string[],
    givenPage: number | undefined,
    search: string,
    view: View,
  ): View | Moved {
    return address === links.page(path.join('/')) && givenPage === undefined ? view : { to: address + search }
  }

  /** A page whose address has one part and a final slash. */
  function alone(view: (search: ReadonlyMap<string, string>) => View | Moved): Reader {
    return ([name = '', ...rest], search) => {
      if (rest.length === 0 && name !== '') return { to: links.page(`${name}/`, Object.fromEntries(search)) }
      return rest.length <= 1 && (rest[0] ?? '') === '' ? view(search) : undefined
    }
  }
}

function notFound(path: readonly string[]): GasolinaError {
  return new GasolinaError('rota_nao_encontrada', `O endereço '${quote(path.join('/'))}' não existe aqui.`)
}
