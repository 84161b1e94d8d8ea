import { statfs } from 'node:fs/promises'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { ProcessContext } from '../cli/program.ts'
import { FIRST_COMMIT } from '../collect/collect.ts'
import type { Config } from '../config.ts'
import { type Instante, toMs } from '../domain/basics/time.ts'
import { GasolinaError } from '../errors.ts'
import { createClientAddresses } from '../http/guard/client-address.ts'
import { createHttp } from '../http/create-http.ts'
import { createLog, stackOf } from '../format/terminal/log.ts'
import { serveOn } from '../http/guarded-server.ts'
import { createMcpHandler } from '../mcp/protocol/streamable-http.ts'
import { lastCollection } from '../query/answers/situacao.ts'
import { createDataset, createHolding } from '../query/current/dataset.ts'
import { createQuery } from '../query/query.ts'
import { createSnapshot } from '../query/lists/snapshot.ts'
import type { StorageAddress } from '../storage-address.ts'
import type { Store } from '../store/store.ts'
import { type CollectorDeps, createCollector } from './collector.ts'
import { limitHeapGrowth } from './v8-settings.ts'
import { LOOK_EVERY, followStore } from './configured-store.ts'

/** Milliseconds of inspecting the store at each look: a fiftieth of the time. */
const INSPECT_MS = 100

/** Loads the newest commit and starts nothing. No process is started when the configuration forbids it. */
export async function createServing(
  { clock, stderr }: Pick<ProcessContext, 'clock' | 'stderr'>,
  config: Config,
  store: Store,
  processes: Pick<CollectorDeps, 'run' | 'takeRegistry'>,
) {
  const { urlBase, site, intervaloMinutos } = config
  const log = createLog((line) => stderr.write(line), clock)
  /** Logs an error: an expected one by its sentence, else by its stack. */
  const tellOf = (error: unknown): void =>
    log('erro', { causa: error instanceof GasolinaError ? error.message : stackOf(error) })

  const follower = followStore({ config, store }, clock, {
    onError: tellOf,
    inspectMs: INSPECT_MS,
    prepare: ({ commit }) => {
      const before = follower.current()?.commit
      return createSnapshot(commit, store, before && createSnapshot(before, store)).prepare(() =>
        setImmediate(),
      )
    },
  })
  await follower.refresh()
  limitHeapGrowth()
  const writeLine = (line: string): void => void stderr.write(`${line}\n`)
  const collector = config.coleta
    ? createCollector({ store, follower, config, clock, log, writeLine, onError: tellOf, ...processes })
    : undefined
  // Pages written at start show the interval of another collector, from its note.
  if (!collector) await store.attempts.latest().catch(() => {})
  const dataset = createDataset({
    store,
    follow: follower,
    proximaColeta: collector?.next ?? (() => null),
    isCollecting: collector?.isCollecting ?? (() => false),
    clock,
    coleta: config.coleta,
    intervaloMinutos,
  })
  const query = createQuery({ dataset, urlBase, site })
  const version = () => follower.current() ?? undefined
  const holding = createHolding(collector?.nextPublication ?? notedPublication, clock)
  const describe = () => query.source().description
  const mcp = createMcpHandler({ query, urlBase, site, describe, log: tellOf, version, holding })
  const clientAddresses = createClientAddresses(config.proxies)
  const http = createHttp({ query, dataset, config, clock, log, mcp, clientAddresses, holding })
  const { listener, refusal } = http
  const warmUp = (): Promise<void> => http.warmUp().catch(tellOf)
  const measuring = config.metricas === undefined ? undefined : await measure(config.metricas)

  return {
    tellOf,
    /** Answers, collects and follows commits, once `server` listens; `warm` is when the first answers are made, `stop` ends all of it, requests last. */
    start(server: Server) {
      const onAnswer = measuring?.answered
      const { drain } = serveOn({ server, listener, refusal, clientAddresses, onAnswer })
      let logged = follower.current()?.commit
      follower.onSwap(({ commit }) => {
        const { cabecalho } = commit
        limitHeapGrowth()
        // A swap for other files, such as those of months, has the same commit.
        if (commit !== logged)
          log('servindo', { commit: cabecalho.seq, atualizadoEm: cabecalho.atualizadoEm })
        logged = commit
        // At 42,000 stations its 8 s of processor time would be taken from the collection that goes on.
        if (cabecalho.coleta.motivo !== FIRST_COMMIT) void warmUp()
      })
      follower.start(LOOK_EVERY)
      const warm = warmUp()
      collector?.start()
      return {
        warm,
        async stop(): Promise<void> {
          follower.stop()
          await Promise.all([collector?.stop(), drain()])
          measuring?.close()
          log('fim', {})
        },
      }
    },
  }

  /** The next commit of another collector, by its note; null while that one is being made, or without a note. */
  function notedPublication(): Instante | null {
    const noted = store.attempts.known()
    if (!noted?.proxima || clock() >= toMs(noted.proxima)) return null
    return noted.publicacao ?? noted.proxima
  }

  async function measure(porta: number) {
    const { serveMetrics } = await import('../metrics/metrics.ts')
    const deps = {
      fonte: config.fonte,
      situacao: query.situacao,
      async damaged() {
        const { files, damaged, problem } = await dataset.status()
        // A count of zero is unknown while the store cannot be read.
        if (problem === null) return { files: files.length, commits: damaged.length }
        return { files: files.length || undefined, commits: damaged.length || undefined }
      },
      lastCollection: async () => lastCollection(await dataset.status()),
      freeBytes: () => freeBytes(config.storage),
    }
    return serveMetrics(porta, deps, tellOf)
  }
}

/** Undefined when the folder does not exist yet, or the store is on another machine. */
async function freeBytes(storage: StorageAddress): Promise<number | undefined> {
  if (storage.kind !== 'folder') return undefined
  const disk = await statfs(storage.folder).catch(() => undefined)
  return disk && disk.bavail * disk.bsize
}
