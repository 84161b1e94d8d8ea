import type { RequestListener } from 'node:http'
import type { H3 } from 'h3'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/basics/time.ts'
import type { Log } from '../format/terminal/log.ts'
import { stackOf } from '../format/terminal/log.ts'
import { attributionOf } from '../format/words/source-words.ts'
import type { Dataset } from '../query/current/dataset.ts'
import { SHORTEST } from '../query/current/freshness-seconds.ts'
import { lazily } from '../query/lists/lazily.ts'
import type { Snapshot } from '../query/lists/snapshot.ts'
import type { LocalQuery } from '../query/query.ts'
import { readAssets, readOutlines } from '../site/assets.ts'
import type { ApiDescription } from '../site/request/api-description.ts'
import { createSite } from '../site/site.ts'
import { limits } from './guard/limits.ts'
import { logRequests } from './guard/log.ts'
import type { Callers } from './guard/per-address.ts'
import { createCallers } from './guard/per-address.ts'
import { createListener } from './listener.ts'
import { createAnswering } from './reply/answering.ts'
import { createCache } from './reply/cache.ts'
import { createCompressor } from './reply/compression.ts'
import type { Failure } from './reply/errors.ts'
import { toFailure } from './reply/errors.ts'
import { createReplier } from './reply/replier.ts'
import type { Reply } from './reply/reply.ts'
import { createApi } from './routes/api.ts'
import { createDownloads } from './routes/downloads.ts'
import { createMonthlyDownloads } from './routes/monthly-downloads.ts'
import { createOpenApi } from './routes/openapi.ts'
import { createPages } from './routes/pages.ts'
import type { RouterDeps } from './routes/router.ts'
import { createRouter } from './routes/router.ts'
import { warmUp } from './warm-up.ts'

export interface HttpDeps {
  query: LocalQuery
  dataset: Pick<Dataset, 'snapshot'>
  config: Pick<Config, 'fonte' | 'site' | 'urlBase'> & Partial<Pick<Config, 'mapa'>>
  clock: Clock
  log: Log
  /** Seconds for which what is answered now holds; without it the shortest time. */
  holding?: () => number
  /** Whether each request leaves a line in the log. */
  logEachRequest?: boolean
  /** Answers at /mcp. */
  mcp?: RouterDeps['mcp']
  /** As `serveOn` has them; without them no proxy's word is taken. */
  callers?: Callers
}

export interface Http {
  /** For a node server; see `serveOn` for its limits. */
  listener: RequestListener
  /** A failure in the one error shape; one nobody expected is logged. */
  refusal(error: unknown): Reply
  /** The router alone, for tests. */
  router: H3
  /** After a new commit: what most people ask is made ready, in slices, compressed forms last. */
  prepare(): Promise<void>
}

/** HTTP, wired. */
export function createHttp(deps: HttpDeps): Http {
  const {
    query,
    dataset,
    config,
    clock,
    log,
    mcp,
    callers = createCallers([]),
    logEachRequest,
    holding = () => SHORTEST,
  } = deps
  const { urlBase, site } = config
  const compressor = createCompressor(onBug)
  const replier = createReplier({ urlBase, licenseUrl: site, clock, secondsLeft: holding, compressor })
  const cache = createCache({ maxBytes: limits.cacheBytes, maxKeys: limits.cacheKeys })
  const answering = createAnswering({ cache, replier, compressor, current, clock })
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
      attribution: attributionOf({ fonte: config.fonte, site }),
      assetName: (file) => assets[file].name,
    }),
  })
  const readers = {
    ...createApi(query, config),
    ...createDownloads(query, config),
    ...createMonthlyDownloads(query, replier, config, clock),
  }
  const router = createRouter({
    readers,
    pages,
    answering,
    replier,
    config,
    callers,
    failureOf,
    ...(mcp && { mcp }),
  })
  const refusal = (error: unknown): Reply => replier.failure(failureOf(error))
  const readPrecos = readers.precos
  const listener = createListener({ router, answering, replier, current, query, readPrecos, refusal, onBug })
  return {
    router,
    listener: logEachRequest ? logRequests(listener, log) : listener,
    refusal,
    prepare: () => warmUp({ readers, pages, compressor, answering, current }),
  }

  function current(): Snapshot | undefined {
    try {
      return dataset.snapshot()
    } catch {
      return undefined
    }
  }

  function failureOf(error: unknown): Failure {
    const failure = toFailure(error, clock())
    if (failure.unexpected) onBug(error)
    return failure
  }

  function onBug(error: unknown): void {
    log('erro', { causa: stackOf(error) })
  }
}
