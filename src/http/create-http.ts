import type { Config } from '../config.ts'
import type { Clock } from '../domain/basics/time.ts'
import { type Log, stackOf } from '../format/terminal/log.ts'
import { attributionOf } from '../format/words/source-words.ts'
import { type Dataset, SHORTEST_LIFETIME } from '../query/current/dataset.ts'
import { lazily } from '../domain/basics/memoize.ts'
import type { Snapshot } from '../query/lists/snapshot.ts'
import type { LocalQuery } from '../query/query.ts'
import { readAssets, readOutlines } from '../site/assets.ts'
import type { ApiDescription } from '../site/reference/api-description.ts'
import { createSite } from '../site/site.ts'
import { logRequests } from './guard/request-log.ts'
import { type ClientAddresses, createClientAddresses } from './guard/client-address.ts'
import { createListener } from './fast-paths.ts'
import { createAnswering } from './reply/answering.ts'
import { createCompressor } from './reply/compression.ts'
import { type Failure, createReplier, toFailure } from './reply/replier.ts'
import type { Reply } from './reply/reply.ts'
import { createApi } from './routes/api.ts'
import { createDownloads, createMonthlyDownloads } from './routes/downloads.ts'
import { createOpenApi } from './routes/openapi.ts'
import { createPages } from './routes/pages.ts'
import { type RouterDeps, createRouter } from './routes/router.ts'
import { warmUp } from './warm-up.ts'

interface HttpDeps {
  query: LocalQuery
  dataset: Pick<Dataset, 'snapshot'>
  config: Pick<Config, 'fonte' | 'site' | 'urlBase'> & Partial<Pick<Config, 'mapa' | 'contato' | 'log'>>
  clock: Clock
  log: Log
  /** Seconds until answers expire; the shortest time by default. */
  holding?: () => number
  mcp?: RouterDeps['mcp']
  /** Addresses of clients as in `serveOn`; by default no proxy is trusted. */
  clientAddresses?: ClientAddresses
}

export type Http = ReturnType<typeof createHttp>

/** HTTP, wired: a listener for a node server, for which `serveOn` has the limits; `router` alone is for tests. */
export function createHttp(deps: HttpDeps) {
  const { query, dataset, config, clock, log, mcp } = deps
  const { clientAddresses = createClientAddresses([]), holding = () => SHORTEST_LIFETIME } = deps
  const { urlBase, site } = config
  const compressor = createCompressor(onBug)
  const replier = createReplier({ urlBase, licenseUrl: site, clock, secondsLeft: holding, compressor })
  const answering = createAnswering({ replier, compressor, current, clock })
  const assets = readAssets()
  const pages = createPages({
    assets,
    current,
    tiles: config.mapa?.endereco,
    site: createSite({
      query,
      urlBase,
      outlines: readOutlines(),
      describeApi: lazily(() => createOpenApi(config) as unknown as ApiDescription),
      version: current,
      mapa: config.mapa,
      contato: config.contato,
      attribution: attributionOf({ fonte: config.fonte, site }),
      assetName: (file) => assets[file].name,
    }),
  })
  const readers = {
    ...createApi(query, config),
    ...createDownloads(query, config),
    ...createMonthlyDownloads(query, replier, config, clock),
  }
  const router = createRouter({ readers, pages, answering, replier, config, clientAddresses, failureOf, mcp })
  /** A failure in the one error shape; an unexpected one is logged. */
  const refusal = (error: unknown): Reply => replier.failure(failureOf(error))
  const listener = createListener({ router, answering, replier, current, query, refusal, onBug })
  return {
    router,
    listener: config.log === 'pedidos' ? logRequests(listener, log) : listener,
    refusal,
    warmUp: () => warmUp({ readers, pages, compressor, answering, current }),
  }

  function current(): Snapshot | undefined {
    try {
      return dataset.snapshot()
    } catch {
      return undefined
    }
  }

  function failureOf(error: unknown): Failure {
    const failure = toFailure(error, clock(), urlBase)
    if (failure.unexpected) onBug(error)
    return failure
  }

  function onBug(error: unknown): void {
    log('erro', { causa: stackOf(error) })
  }
}
