import type { RespostaErro } from '../domain/answers/common.ts'
import type { Mapa } from '../config.ts'
import type { Slug } from '../domain/facts/fuels.ts'
import { createAddresses } from './request/addresses.ts'
import type { AssetFile } from './assets.ts'
import { nearbyFile } from './found/nearby-file.ts'
import { type Discovery, createDiscovery } from './found/discovery.ts'
import type { Html } from './markup/html.ts'
import { createFrame } from './layout.ts'
import { failurePage } from './pages/failure.ts'
import type { Moved, Sources, View } from './request/page-content.ts'
import { findPage, pages } from './routes.ts'

export interface SiteDeps extends Omit<Sources, 'links' | 'streets'> {
  urlBase: string
  assetName(file: AssetFile): string
  /** Tile server for street maps; no streets without it. */
  mapa?: Mapa | undefined
}

export interface Site {
  /** @throws {GasolinaError} `rota_nao_encontrada`, `parametro_invalido`. */
  find(path: readonly string[], search: ReadonlyMap<string, string>): Promise<SiteView | Moved>
  /** Files for programs. */
  discovery: Discovery
  nearby(slug: Slug): Promise<string>
  write(view: SiteView): Promise<Html>
  failure(corpo: RespostaErro, path: readonly string[]): Html
}

interface SiteView extends View {
  section: string
}

/** The site, wired. */
export function createSite({ urlBase, assetName, mapa, ...rest }: SiteDeps): Site {
  const { attribution } = rest
  const links = createAddresses(urlBase)
  const assetAddress = (file: AssetFile) => links.page(`estatico/${assetName(file)}`)
  const frame = createFrame({ pages, links, assetAddress, attribution, source: rest.query.source })
  const streets = mapa && {
    tiles: mapa.endereco,
    credit: mapa.credito,
    script: assetAddress('streets.js'),
    style: assetAddress('streets.css'),
  }
  const sources: Sources = { ...rest, links, streets }

  return {
    find: async (path, search) => findPage({ path, search, sources }),
    discovery: createDiscovery(sources, pages, assetAddress),
    nearby: (slug) => nearbyFile(sources, slug),
    write: async (view) => frame(await view.write(), view.section),
    failure: (corpo, path) => frame(failurePage(corpo, path, sources)),
  }
}
