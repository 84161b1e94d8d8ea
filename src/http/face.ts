import type { RequestListener } from 'node:http'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import type { Config } from '../config.ts'
import type { Clock } from '../domain/time.ts'
import type { Dataset } from '../query/dataset.ts'
import type { LocalQuery } from '../query/query.ts'
import type { Snapshot } from '../query/snapshot.ts'
import { createApi } from './api.ts'
import { createApp } from './app.ts'
import { createCache } from './cache.ts'
import { createCompressor } from './compressor.ts'
import { createDados } from './dados.ts'
import { acceptedEncodings, quickest } from './encoding.ts'
import type { Find } from './finder.ts'
import { createFinder } from './finder.ts'
import { createFreshness } from './freshness.ts'
import { createHotPath } from './hot.ts'
import { limits } from './limits.ts'
import type { Log } from './log.ts'
import { logRequests } from './log.ts'
import type { Resource } from './resource.ts'
import { createResponder } from './respond.ts'
import { warmUp } from './warm.ts'

export interface FaceDeps {
  query: LocalQuery
  dataset: Pick<Dataset, 'snapshot' | 'status'>
  config: Pick<Config, 'fonte' | 'site' | 'urlBase'>
  clock: Clock
  log: Log
  /** Whether each request leaves a line in the log. */
  logEachRequest?: boolean
  /** Answers POST /mcp. */
  mcp?: (request: Request) => Promise<Response>
}

export interface Face {
  /** For a node server; see `prepareServer` for its limits. */
  listener: RequestListener
  /** The router alone, for tests. */
  app: H3
  /** After a new commit: what most people ask is made ready, in slices, compressed forms last. */
  warmUp(): Promise<void>
}

/** The HTTP face, wired. */
export function createFace({ query, dataset, config, clock, log, mcp, logEachRequest }: FaceDeps): Face {
  const cache = createCache({ maxBytes: limits.cacheBytes, maxKeys: limits.cacheKeys })
  const freshness = createFreshness(dataset, clock)
  const compressor = createCompressor()
  const responder = createResponder(
    { urlBase: config.urlBase, licenseUrl: config.site },
    freshness,
    compressor,
  )
  const readers = { ...createApi(query, config), ...createDados(query, config) }
  const find = createFinder(cache, current, clock)
  const findFresh: Find = async (question, address, keep) => {
    await freshness.update()
    return find(question, address, keep)
  }
  const app = createApp({
    readers,
    responder,
    find: findFresh,
    config,
    clock,
    mcp,
    compress,
    onBug: (error) =>
      log('erro', { causa: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  })
  const hot = {
    cache,
    responder,
    current,
    readPrecos: readers.precos,
    find: findFresh,
    query,
    freshness,
    compress,
  }
  const listener = createHotPath(hot, toNodeHandler(app))
  return {
    app,
    listener: logEachRequest ? logRequests(listener, log) : listener,
    warmUp: () => warmUp({ readers, compressor, find, current }),
  }

  function compress(resource: Resource, acceptEncoding: string | undefined): Promise<void> {
    return compressor.makeNow(resource, quickest(acceptedEncodings(acceptEncoding)))
  }

  function current(): Snapshot | undefined {
    try {
      return dataset.snapshot()
    } catch {
      return undefined
    }
  }
}
