import { type Server, createServer } from 'node:http'
import { makeMonthlyFiles } from '../../src/collect/months/make-monthly-files.ts'
import { collect } from '../../src/collect/collect.ts'
import type { Config } from '../../src/config.ts'
import { type Clock, HOUR, instante } from '../../src/domain/basics/time.ts'
import { createClientAddresses } from '../../src/http/guard/client-address.ts'
import { type Http, createHttp } from '../../src/http/create-http.ts'
import type { NomeDaFonte } from '../../src/domain/state/commit-state.ts'
import type { Log } from '../../src/format/terminal/log.ts'
import type { OnAnswer } from '../../src/http/guard/route-names.ts'
import { serveOn } from '../../src/http/guarded-server.ts'
import { createDataset, createHolding } from '../../src/query/current/dataset.ts'
import { type LocalQuery, createQuery } from '../../src/query/query.ts'
import { createDemonstration } from '../../src/sources/demonstration/demonstration-source.ts'
import { type Follower, followCommits } from '../../src/store/follow.ts'
import { AGORA, demonstrationFiles } from '../demonstration.ts'
import { memory } from '../memory.ts'
import { type Store, createStore } from '../../src/store/store.ts'
import type { LastAttempt } from '../../src/store/notes/note-files.ts'
import { listenInTest } from '../listening-in-test.ts'

export const URL_BASE = 'https://precos.example/base'

export interface World {
  http: Http
  store: Store
  query: LocalQuery
  follower: Follower
  /** The clock's time, to be moved by the test. */
  time: { now: number }
  /** Collects once, and the server notices. */
  collectNow(): Promise<void>
  /** What a collector does after that: the files of months. */
  makeMonthlyFilesNow(): Promise<void>
  logged: [string, Readonly<Record<string, unknown>>][]
}

export interface WorldOptions {
  collected?: boolean
  /** With the thirty days of sales before the first collection. */
  history?: boolean
  /** With the files of its months. */
  months?: boolean
  /** Wraps the query, for tests of what happens when it fails. */
  spoil?: (query: LocalQuery) => LocalQuery
  /** Milliseconds to the next publication; null: none is planned. */
  nextIn?: number | null
  mcp?: (request: Request, caller: string) => Promise<Response>
  proxies?: string[]
  logEachRequest?: boolean
  urlBase?: string
  /** Source that pages name; the data is the demonstration's. */
  fonte?: NomeDaFonte
  mapa?: Config['mapa']
  contato?: string
  site?: string
  /** Whether this server collects, and every how many minutes; what its store holds of another collector's note. */
  coleta?: boolean
  intervaloMinutos?: number
  lastAttempt?: LastAttempt
}

/** The whole program over a store in memory: demonstration source, collection, commits, query, HTTP. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const {
    collected = true,
    history = false,
    months = false,
    spoil = (query) => query,
    mcp,
    proxies = [],
    logEachRequest = false,
    nextIn = HOUR / 2,
    urlBase = URL_BASE,
    fonte = 'demonstracao',
    site = 'https://precos.example/',
    mapa,
    contato,
    coleta = true,
    intervaloMinutos = 60,
    lastAttempt,
  } = options
  const time = { now: AGORA }
  const clock: Clock = () => time.now
  const files = collected ? await demonstrationFiles({ history, months }) : undefined
  const store = createStore(memory(files), 'demonstracao', clock)
  const follower = followCommits(store, { onError: () => {} })
  const proxima = () => (nextIn === null ? null : instante(time.now + nextIn))
  if (lastAttempt) await store.notes.writeLastAttempt(lastAttempt)
  await store.attempts.latest()
  const dataset = createDataset({
    store,
    follow: follower,
    proximaColeta: proxima,
    clock,
    coleta,
    intervaloMinutos,
  })
  const config = {
    fonte,
    urlBase,
    site,
    mapa,
    contato,
    log: logEachRequest ? 'pedidos' : 'coletas',
  } as const
  const query = spoil(createQuery({ dataset, ...config }))
  const logged: World['logged'] = []
  const log: Log = (evento, campos) => void logged.push([evento, campos])
  const http = createHttp({
    query,
    dataset,
    config,
    clock,
    log,
    holding: createHolding(proxima, clock),
    clientAddresses: createClientAddresses(proxies),
    ...(mcp && { mcp }),
  })
  const source = { ...createDemonstration({ clock }), ...(!history && { earlierSales: undefined }) }
  const collectNow = async () => {
    await collect({ source, store, clock })
    await follower.refresh()
  }
  const makeMonthlyFilesNow = async () => {
    const commit = (await store.commits.load())?.commit
    if (commit) await makeMonthlyFiles({ store, commit, agora: instante(time.now) })
    await follower.refresh()
  }
  if (collected) await follower.refresh()
  return { http, store, query, follower, time, collectNow, makeMonthlyFilesNow, logged }
}

const worlds = new Map<boolean, Promise<World>>()

/**
 * One such world for all tests of a worker that only read: none of them collects, moves its clock or counts its log. With its history
 * go the files of its months.
 */
export function worldToRead({ history = false } = {}): Promise<World> {
  let world = worlds.get(history)
  if (!world) worlds.set(history, (world = createWorld({ history, months: history })))
  return world
}

/** A real server on a free port, closed when the test ends. */
export async function startServer(
  { http }: Pick<World, 'http'>,
  { proxies = [], ...options }: { proxies?: string[]; onAnswer?: OnAnswer; silence?: number } = {},
) {
  const server: Server = createServer()
  const { port, base } = await listenInTest(server)
  const { drain } = serveOn({
    server,
    listener: http.listener,
    refusal: http.refusal,
    clientAddresses: createClientAddresses(proxies),
    ...options,
  })
  return { server, port, base, drain }
}
