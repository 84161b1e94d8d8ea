import type { RequestListener } from 'node:http'
import type { H3 } from 'h3'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/basics/time.ts'
import type { Dataset } from '../query/current/dataset.ts'
import type { Log } from '../format/terminal/log.ts'
import { stackOf } from '../format/terminal/log.ts'
import { attributionOf } from '../format/words/source-words.ts'
import { SHORTEST } from '../query/current/freshness-seconds.ts'
import { lazily } from '../query/lists/lazily.ts'
import type { LocalQuery } from '../query/query.ts'
import type { Snapshot } from '../query/lists/snapshot.ts'
import { readAssets, readOutlines } from '../site/assets.ts'
import type { ApiDescription } from '../site/request/api-description.ts'
import { createSite } from '../site/site.ts'
import { createAnswering } from './reply/answering.ts'
import { createApi } from './routes/api.ts'
import { createCache } from './reply/cache.ts'
import type { Callers } from './guard/per-address.ts'
import { createCallers } from './guard/per-address.ts'
import { createCompressor } from './reply/compressor.ts'
import { createDados } from './routes/downloads.ts'
import { toFailure } from './reply/errors.ts'
import { createFreshness } from './reply/freshness.ts'
import { limits } from './guard/limits.ts'
import { createListener } from './shortcuts/listener.ts'
import { logRequests } from './guard/log.ts'
import { createPages } from './routes/pages.ts'
import { prepareAnswers } from './warm-up.ts'
import { createMudancas } from './routes/mudancas.ts'
import type { Reply } from './reply/replier.ts'
import { createReplier } from './reply/replier.ts'
import type { RouterDeps } from './routes/router.ts'
import { createOpenApi } from './routes/openapi.ts'
import { createRouter } from './routes/router.ts'
import { toListener } from './reply/send.ts'
import { createStored, createStoredReplies } from './reply/monthly-downloads.ts'
import { createUniqueLists } from './shortcuts/uncached-lists.ts'

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
  const replier = createReplier(
    { urlBase, licenseUrl: site, clock },
    createFreshness(holding, clock),
    compressor,
  )
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
    ...createDados(query, config),
    ...createMudancas(query),
  }
  const router = createRouter({
    readers,
    stored: createStored(query),
    replyStored: createStoredReplies(replier, config, clock),
    pages,
    answering,
    replier,
    config,
    clock,
    onBug,
    callers,
    ...(mcp && { mcp }),
  })
  const sendUnique = createUniqueLists(replier, onBug)
  const listener = createListener(
    { answering, current, query, readPrecos: readers.precos, sendUnique },
    toListener(router, refusal),
  )
  return {
    router,
    listener: logEachRequest ? logRequests(listener, log) : listener,
    refusal,
    prepare: () => prepareAnswers({ readers, pages, compressor, answering, current }),
  }

  function current(): Snapshot | undefined {
    try {
      return dataset.snapshot()
    } catch {
      return undefined
    }
  }

  function refusal(error: unknown): Reply {
    const failure = toFailure(error, clock())
    if (failure.unexpected) onBug(error)
    return replier.failure(failure)
  }

  function onBug(error: unknown): void {
    log('erro', { causa: stackOf(error) })
  }
}
