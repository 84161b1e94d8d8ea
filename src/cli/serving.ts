import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { nothingAsked } from '../collect/account.ts'
import { collect, deadlineFor } from '../collect/collect.ts'
import { rebuildInMemory } from '../collect/rebuild.ts'
import { collectionLine } from '../collect/log-line.ts'
import type { Schedule } from '../collect/schedule.ts'
import { createSchedule } from '../collect/schedule.ts'
import type { Config } from '../config.ts'
import type { Commit } from '../domain/state.ts'
import type { Instante } from '../domain/time.ts'
import { SECOND, instante } from '../domain/time.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import { createFace } from '../http/face.ts'
import { createLog } from '../http/log.ts'
import { serveOn } from '../http/server.ts'
import { createMcpHandler } from '../mcp/http.ts'
import { createDataset } from '../query/dataset.ts'
import { createQuery } from '../query/query.ts'
import { createSnapshot } from '../query/snapshot.ts'
import { createSource } from '../sources/create.ts'
import { rememberAttempts } from '../store/attempts.ts'
import { followCommits } from '../store/follow.ts'
import type { Store } from '../store/store.ts'
import type { Surroundings } from './surroundings.ts'

export interface Serving {
  /** Leaves an error in the log: a sentence when it was expected, else its stack. */
  tellOf(error: unknown): void
  /** Begins to answer, to collect and to notice commits, once `server` listens; `stop` ends all of it, requests last. */
  start(server: Server): { stop(): Promise<void> }
}

/** How soon commits of other processes are noticed, and how long each look inspects some of the store: one hundredth. */
const LOOK_EVERY = 5 * SECOND
const INSPECT_MS = 50

/** The server's parts, connected; nothing runs yet but the newest commit is loaded. */
export async function createServing(
  { clock, stderr }: Surroundings,
  config: Config,
  kept: Store,
): Promise<Serving> {
  const { urlBase, site } = config
  const store = rememberAttempts(kept)
  const log = createLog(
    (line) => stderr.write(line),
    () => instante(clock()),
  )
  const tellOf = (error: unknown): void =>
    log('erro', { causa: error instanceof GasolinaError ? error.message : stackOf(error) })

  const follower = followCommits(store, {
    onError: tellOf,
    inspectMs: INSPECT_MS,
    rebuild: () => rebuildInMemory(store, instante(clock())),
    prepare: ({ commit }) => createSnapshot(commit).prepare(() => setImmediate()),
  })
  await follower.refresh()
  const source = createSource(config, clock)
  let foundBusyAt: Commit | undefined
  const schedule: Schedule = createSchedule({
    intervalMinutes: config.intervaloMinutos,
    clock,
    // What was rebuilt stands in for a commit that the next collection is to publish.
    lastCommitAt: follower.problem() ? null : (follower.current()?.commit.cabecalho.publicadoEm ?? null),
    onError: tellOf,
    async run(signal, again) {
      if (!again) foundBusyAt = follower.current()?.commit
      else if (await isCollected()) return 'done'
      const inicio = instante(clock())
      const deadlineMs = deadlineFor(config.intervaloMinutos)
      try {
        const collected = await collect({ source, store, clock, deadlineMs, signal, proxima: schedule.next })
        if (!(again && collected.emAndamento)) stderr.write(`${collectionLine(collected.coleta)}\n`)
        for (const aviso of collected.avisos) log('aviso', { aviso })
        if (collected.emAndamento) return 'busy'
      } catch (error) {
        await tellFailed(inicio, error)
      }
      await follower.refresh()
      return 'done'
    },
  })

  /** Whether the collector that this one waits for came to its end. */
  async function isCollected(): Promise<boolean> {
    await follower.refresh()
    const newest = follower.current()?.commit
    return newest !== undefined && newest !== foundBusyAt && newest.cabecalho.coleta.resultado === 'completa'
  }

  /** A collection that the store ended, or a bug, leaves its line and its note too. */
  async function tellFailed(inicio: Instante, error: unknown): Promise<void> {
    const motivo = error instanceof GasolinaError ? error.message : FRASE_ERRO_INTERNO
    const noted = await store.notes.readLastAttempt()
    const coleta =
      noted && noted.coleta.inicio >= inicio ? noted.coleta : nothingAsked(inicio, instante(clock()), motivo)
    stderr.write(`${collectionLine(coleta)}\n`)
    await store.notes.writeLastAttempt({ ...noted, coleta, proxima: schedule.next() }).catch(() => {})
    if (!(error instanceof GasolinaError)) throw error
  }

  const { intervaloMinutos } = config
  const dataset = createDataset({
    store,
    follow: follower,
    proximaColeta: schedule.next,
    clock,
    intervaloMinutos,
  })
  const query = createQuery({ dataset, urlBase, site })
  const mcp = createMcpHandler({
    query,
    urlBase,
    site,
    clock,
    log: tellOf,
    version: () => follower.current() ?? undefined,
  })
  const logEachRequest = config.log === 'pedidos'
  const face = createFace({ query, dataset, config, clock, log, logEachRequest, mcp })
  const warmUp = (): void => void face.warmUp().catch(tellOf)

  return {
    tellOf,
    start(server) {
      const { drain } = serveOn({
        server,
        listener: face.listener,
        clock,
        proxies: config.proxies,
        onBug: tellOf,
      })
      follower.onSwap(warmUp)
      follower.start(LOOK_EVERY)
      warmUp()
      schedule.start()
      return {
        async stop() {
          follower.stop()
          await Promise.all([schedule.stop(), drain()])
        },
      }
    },
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
