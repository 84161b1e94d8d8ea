import type { Wishes } from '../cli/program.ts'
import type { World } from '../cli/terminal/surroundings.ts'
import { VERSION } from '../domain/basics/version.ts'
import { GasolinaError } from '../errors.ts'
import { createDataset } from '../query/current/dataset.ts'
import type { Query } from '../query/query.ts'
import { createQuery } from '../query/query.ts'
import type { Follower } from '../store/commits/follow.ts'
import { followCommits } from '../store/commits/follow.ts'
import { openConfigured } from './configured-store.ts'

export async function openQuery(world: World, api: string | undefined, wishes: Wishes): Promise<Query> {
  return api === undefined ? (await openFollowed(world, wishes)).query : openRemote(api)
}

/** Of this machine's store, with the follower that looks for newer commits when told to. */
export async function openFollowed(world: World, wishes: Wishes): Promise<Pick<Local, 'query' | 'follow'>> {
  const { query, follow, failure } = await openLocal(world, wishes)
  if (failure !== undefined) throw failure
  if (!follow.current()) throwEmpty()
  return { query, follow }
}

/** A year of sales is read whole in about so long. */
const INSPECT_MS = 2000

export async function openForStatus(world: World, api: string | undefined, wishes: Wishes): Promise<Query> {
  if (api !== undefined) return openRemote(api)
  const { query, failure } = await openLocal(world, wishes, INSPECT_MS)
  if (failure !== undefined && !(failure instanceof GasolinaError)) throw failure
  return query
}

export async function openRemote(url: string, signal?: AbortSignal): Promise<Query> {
  const { createRemoteQuery } = await import('../query/remote/remote-query.ts')
  return createRemoteQuery({ url, userAgent: `gasolina/${VERSION} (cli)`, ...(signal && { signal }) })
}

interface Local {
  query: Query
  follow: Follower
  /** Why nothing could be loaded. */
  failure: unknown
}

async function openLocal(world: World, wishes: Wishes, inspectMs = 0): Promise<Local> {
  const { clock } = world
  const { config, store } = await openConfigured(world, wishes)
  let failure: unknown
  const follow = followCommits(store, { onError: (error) => (failure = error), inspectMs })
  await follow.refresh()
  if (failure === undefined && !follow.current() && config.fonte === 'demonstracao') {
    wishes.tell('Armazenamento vazio: coletando os dados de demonstração.')
    const { collectInto } = await import('./collecting.ts')
    await collectInto(store, { config, clock, ...wishes })
    await follow.refresh()
  }
  const { urlBase, site, intervaloMinutos } = config
  const dataset = createDataset({ store, follow, clock, intervaloMinutos })
  return { query: createQuery({ dataset, urlBase, site }), follow, failure }
}

function throwEmpty(): never {
  throw new GasolinaError(
    'dados_indisponiveis',
    'Ainda não há dados nesta máquina: rode gasolina atualizar, que os coleta.',
  )
}
