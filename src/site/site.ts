import type { RespostaErro } from '../domain/answers/shared-schemas.ts'
import type { Slug } from '../domain/facts/fuels.ts'
import { createAddresses } from './request/addresses.ts'
import type { AssetFile } from './assets.ts'
import { nearbyFile } from './discovery/near-me-file.ts'
import { createDiscovery } from './discovery/crawler-files.ts'
import { createFrame } from './layout.ts'
import { failurePage } from './pages/failure.ts'
import type { Sources, View } from './request/page-interfaces.ts'
import { findPage, pages } from './routes.ts'

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
    /** @throws {GasolinaError} `rota_nao_encontrada`, `parametro_invalido`. */
    find: (path: readonly string[], search: ReadonlyMap<string, string>) =>
      findPage({ path, search, sources }),
    discovery: createDiscovery(sources, pages),
    nearby: (slug: Slug) => nearbyFile(sources, slug),
    write: async (view: View & { section: string }) => frame(await view.write(), view.section),
    failure: (corpo: RespostaErro, path: readonly string[]) => frame(failurePage(corpo, path, sources)),
  }
}
