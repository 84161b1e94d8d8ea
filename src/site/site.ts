import type { RespostaErro } from '../domain/answers/shared-schemas.ts'
import type { Slug } from '../domain/facts/fuels.ts'
import { USUAL_FUEL } from '../domain/facts/rules.ts'
import type { AssetFile } from './assets.ts'
import { createDiscovery } from './discovery/crawler-files.ts'
import { nearbyFile } from './discovery/near-me-file.ts'
import { createFrame } from './layout.ts'
import { readComparison } from './pages/compare.ts'
import { readReference } from './pages/developers.ts'
import { failurePage } from './pages/failure.ts'
import { readFavourites } from './pages/favourites.ts'
import { readFuel } from './pages/fuel-in-state.ts'
import { readHome } from './pages/home.ts'
import { readJourney } from './pages/journey.ts'
import { readMap } from './pages/map.ts'
import { readNear } from './pages/near-place.ts'
import { readParity } from './pages/parity.ts'
import { readSearch } from './pages/search.ts'
import { readStation } from './pages/station.ts'
import { statusPage } from './pages/status.ts'
import { textPage } from './pages/texts.ts'
import { readMunicipality } from './pages/town.ts'
import { createAddresses, noPageAt } from './request/addresses.ts'
import type { Page, Sources, View } from './request/page-interfaces.ts'

/** Prices of any fuel, in the state or in a town; the menu has those of this one. */
const prices: Page = { name: USUAL_FUEL, menu: 'Preços', engines: 'each', read: readFuel }

/** Every page, in the order of menu and sitemap. */
const pages: readonly Page[] = [
  { name: '', read: alone(readHome) },
  prices,
  { name: 'perto', menu: 'Perto de mim', takesFuel: true, read: alone(readNear) },
  { name: 'caminho', menu: 'No caminho', takesFuel: true, engines: 'blocked', read: alone(readJourney) },
  { name: 'mapa', menu: 'Mapa', takesFuel: true, read: alone(readMap) },
  { name: 'comparar', menu: 'Comparar', takesFuel: true, read: alone(readComparison) },
  { name: 'alcool-ou-gasolina', menu: 'Álcool ou gasolina', read: alone(readParity) },
  { name: 'busca', menu: 'Buscar', engines: 'blocked', read: alone(readSearch) },
  { name: 'favoritos', menu: 'Favoritos', engines: 'blocked', read: alone(readFavourites) },
  { name: 'metodo', footer: [2, 'Como um preço é julgado'], read: text('metodo') },
  { name: 'sobre', footer: [1, 'Sobre e fonte dos dados'], read: text('sobre') },
  { name: 'privacidade', footer: [4, 'Privacidade'], read: text('privacidade') },
  { name: 'acessibilidade', footer: [5, 'Acessibilidade'], read: text('acessibilidade') },
  // Not cached: the time of the next collection depends on the clock.
  {
    name: 'situacao',
    footer: [3, 'Situação dos dados'],
    read: alone(({ sources }) => ({ key: undefined, write: () => statusPage(sources) })),
  },
  { name: 'desenvolvedores', footer: [6, 'Para desenvolvedores'], read: readReference },
  { name: 'municipio', section: prices.name, engines: 'each', read: readMunicipality },
  { name: 'posto', section: prices.name, engines: 'each', read: readStation },
]

export type Site = ReturnType<typeof createSite>

export function createSite({
  urlBase,
  assetName,
  ...rest
}: Omit<Sources, 'links' | 'asset'> & { urlBase: string; assetName(file: AssetFile): string }) {
  const links = createAddresses(urlBase)
  const asset = (file: AssetFile) => links.page(`estatico/${assetName(file)}`)
  const sources: Sources = { ...rest, links, asset }
  const frame = createFrame(sources, pages)

  return {
    /** The page of an address; other first parts are names of fuels. @throws {GasolinaError} `rota_nao_encontrada`, `parametro_invalido`. */
    async find(path: readonly string[], search: ReadonlyMap<string, string>) {
      const page = pages.find(({ name }) => name === path[0]) ?? prices
      const found = page.read({ path, search, sources })
      if (!found) throw noPageAt(path.join('/'))
      return 'to' in found ? found : { ...found, section: page.section ?? page.name }
    },
    discovery: createDiscovery(sources, pages),
    nearby: (slug: Slug) => nearbyFile(sources, slug),
    write: async (view: View & { section: string }) => frame(await view.write(), view.section),
    failure: (corpo: RespostaErro, asked: { path: readonly string[]; search: string }) =>
      frame(failurePage(corpo, asked, sources)),
  }
}

function text(name: Parameters<typeof textPage>[1]): Page['read'] {
  return alone(({ sources }) => ({ key: name, write: async () => textPage(sources, name) }))
}

/** A page whose address has one part and a final slash. */
function alone(read: Page['read']): Page['read'] {
  return (asked) => {
    const { path, search, sources } = asked
    const [name = '', ...rest] = path
    if (rest.length === 0 && name !== '')
      return { to: sources.links.page(`${name}/`, Object.fromEntries(search)) }
    return rest.length <= 1 && (rest[0] ?? '') === '' ? read(asked) : undefined
  }
}
