import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { World } from '../cli/terminal/surroundings.ts'
import type { Config } from '../config.ts'
import { instante } from '../domain/basics/time.ts'
import { GasolinaError } from '../errors.ts'
import { createCallers } from '../http/guard/per-address.ts'
import { createHttp } from '../http/http.ts'
import { createLog, stackOf } from '../format/terminal/log.ts'
import { serveOn } from '../http/server.ts'
import { createMcpHandler } from '../mcp/protocol/http.ts'
import { createDataset } from '../query/current/dataset.ts'
import { createHolding } from '../query/current/freshness-seconds.ts'
import { createQuery } from '../query/query.ts'
import { createSnapshot } from '../query/lists/snapshot.ts'
import { followAttempts, rememberAttempts } from '../store/notes/last-attempt.ts'
import type { Store } from '../store/store.ts'
import { createAgenda } from './agenda.ts'
import type { CollectorDeps } from './collector.ts'
import { createCollector } from './collector.ts'
import { LOOK_EVERY, followStore } from './following.ts'
import { measure } from './measuring.ts'

/** A server's parts, connected. */
export interface Parts {
  /** Leaves an error in the log: a sentence when it was expected, else its stack. */
  tellOf(error: unknown): void
  /** Begins to answer, to collect and to notice commits, once `server` listens; `stop` ends all of it, requests last. */
  start(server: Server): { stop(): Promise<void> }
}

/** How long each look inspects some of the store: a hundredth of the time. */
const INSPECT_MS = 50

/** Nothing runs yet but the newest commit is loaded. `runCollection` is not called where the configuration forbids it. */
export async function createServing(
  { clock, stderr }: Pick<World, 'clock' | 'stderr'>,
  config: Config,
  kept: Store,
  runCollection: CollectorDeps['run'],
): Promise<Parts> {
  const { urlBase, site, intervaloMinutos } = config
  const store = rememberAttempts(kept)
  const log = createLog(
    (line) => stderr.write(line),
    () => instante(clock()),
  )
  const tellOf = (error: unknown): void =>
    log('erro', { causa: error instanceof GasolinaError ? error.message : stackOf(error) })

  const follower = followStore(store, config, clock, {
    onError: tellOf,
    inspectMs: INSPECT_MS,
    prepare: ({ commit }) => createSnapshot(commit).prepare(() => setImmediate()),
  })
  await follower.refresh()
  const writeLine = (line: string): void => void stderr.write(`${line}\n`)
  const collector = config.coleta
    ? createCollector({ store, follower, config, clock, log, writeLine, onError: tellOf, run: runCollection })
    : undefined
  const attempts = followAttempts(store.notes)
  // Pages written at start say how often the collector publishes, where this server does not collect.
  if (!collector) await attempts.latest().catch(() => {})
  const dataset = createDataset({
    store,
    attempts,
    follow: follower,
    proximaColeta: collector?.next ?? (() => null),
    clock,
    coleta: config.coleta,
    intervaloMinutos,
  })
  const query = createQuery({ dataset, urlBase, site })
  const version = () => follower.current() ?? undefined
  const nextPublication = collector?.nextPublication ?? createAgenda(attempts, clock)
  const holding = createHolding({ nextPublication, clock })
  const describe = () => query.source().description
  const mcp = createMcpHandler({ query, urlBase, site, describe, log: tellOf, version, holding })
  const callers = createCallers(config.proxies)
  const http = createHttp({
    query,
    dataset,
    config,
    clock,
    log,
    mcp,
    callers,
    holding,
    logEachRequest: config.log === 'pedidos',
  })
  const prepare = (): void => void http.prepare().catch(tellOf)
  const measuring =
    config.metricas === undefined ? undefined : await measure(config, { query, dataset }, tellOf)

  return {
    tellOf,
    start(server) {
      const { drain } = serveOn({
        server,
        listener: http.listener,
        refusal: http.refusal,
        callers,
        onAnswer: measuring?.answered,
      })
      follower.onSwap(({ commit: { cabecalho } }) => {
        log('servindo', { commit: cabecalho.seq, atualizadoEm: cabecalho.atualizadoEm })
        prepare()
      })
      follower.start(LOOK_EVERY)
      prepare()
      collector?.start()
      return {
        async stop() {
          follower.stop()
          await Promise.all([collector?.stop(), drain()])
          measuring?.close()
          log('fim', {})
        },
      }
    },
  }
}
