import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type McpHandlerDeps, createMcpHandler } from '../../src/mcp/protocol/streamable-http.ts'
import { type Dataset, createDataset } from '../../src/query/current/dataset.ts'
import { type LocalQuery, type Query, createQuery } from '../../src/query/query.ts'
import { followCommits } from '../../src/store/follow.ts'
import { AGORA, demonstrationFiles } from '../demonstration.ts'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'

export const URL_BASE = 'https://precos.example'
export const SITE = 'https://precos.example/gasolina/'

const clock = () => AGORA

interface World {
  query: LocalQuery
  dataset: Dataset
}

let world: Promise<World> | undefined

/** The demonstration's state of one afternoon in a store in memory: one for all files of a worker, as they only ask. */
export function demonstrationWorld(): Promise<World> {
  return (world ??= open())
}

async function open(): Promise<World> {
  const store = createStore(memory(await demonstrationFiles()), 'demonstracao', clock)
  const follow = followCommits(store, { onError: () => {} })
  await follow.refresh()
  const dataset = createDataset({ store, follow, clock, coleta: true, intervaloMinutos: 60 })
  return { query: createQuery({ dataset, urlBase: URL_BASE, site: SITE }), dataset }
}

export async function demonstrationQuery(): Promise<LocalQuery> {
  return (await demonstrationWorld()).query
}

/** Dependencies of the server; `logged` collects unexpected errors. */
export function depsOf(
  query: Query & Partial<Pick<LocalQuery, 'source'>>,
): McpHandlerDeps & { logged: unknown[] } {
  const logged: unknown[] = []
  const { source } = query
  return {
    query,
    urlBase: URL_BASE,
    site: SITE,
    ...(source && { describe: () => source().description }),
    log: (cause) => void logged.push(cause),
    logged,
  }
}

/** The older era's own client, joined to a server of ours by requests that need no port. */
export async function connect(deps: McpHandlerDeps): Promise<Client> {
  const handle = createMcpHandler(deps)
  const client = new Client({ name: 'teste', version: '1' })
  const fetch = (url: string | URL, init?: RequestInit) => handle(new Request(url, init))
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }))
  return client
}
