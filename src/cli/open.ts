import type { Config } from '../config.ts'
import { GasolinaError } from '../errors.ts'
import type { CurrentCommit } from '../query/dataset.ts'
import type { Query } from '../query/query.ts'
import type { Store } from '../store/store.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * The questions, answered by the server at `api`, else from this machine's store. An empty store of the demonstration is
 * filled first.
 * @throws {GasolinaError} `dados_indisponiveis` when the store is empty, or nothing in it can be read.
 */
export async function openQuery(surroundings: Surroundings, api?: string): Promise<Query> {
  if (api !== undefined) return openRemote(api)
  const { query, follow, failure } = await openLocal(surroundings)
  if (failure !== undefined) throw failure
  if (!follow.current()) throwEmpty()
  return query
}

/** A year of sales is read whole in about so long. */
const INSPECT_MS = 2000

/** For `situacao`, which has an answer even when there is no data or it is damaged. */
export async function openForStatus(surroundings: Surroundings, api?: string): Promise<Query> {
  if (api !== undefined) return openRemote(api)
  const { query, failure } = await openLocal(surroundings, INSPECT_MS)
  if (failure !== undefined && !(failure instanceof GasolinaError)) throw failure
  return query
}

export async function openRemote(url: string): Promise<Query> {
  const { createRemoteQuery } = await import('../query/remote.ts')
  return createRemoteQuery({ url })
}

interface Local {
  query: Query
  follow: CurrentCommit
  /** Why nothing could be loaded. */
  failure: unknown
}

async function openLocal(surroundings: Surroundings, inspectMs = 0): Promise<Local> {
  const [{ readConfig }, { openStore }, { followCommits }, { createDataset }, { createQuery }] =
    await Promise.all([
      import('../config.ts'),
      import('../store/open.ts'),
      import('../store/follow.ts'),
      import('../query/dataset.ts'),
      import('../query/query.ts'),
    ])
  const { env, stderr, clock } = surroundings
  const config = readConfig(env)
  for (const aviso of config.avisos) stderr.write(`${aviso}\n`)
  const store = await openStore({ folder: config.storage, fonte: config.fonte })
  let failure: unknown
  const follow = followCommits(store, { onError: (error) => (failure = error), inspectMs })
  await follow.refresh()
  if (failure === undefined && !follow.current() && config.fonte === 'demonstracao') {
    await fillDemonstration(surroundings, config, store)
    await follow.refresh()
  }
  const { urlBase, site, intervaloMinutos } = config
  const dataset = createDataset({ store, follow, clock, intervaloMinutos })
  return { query: createQuery({ dataset, urlBase, site }), follow, failure }
}

async function fillDemonstration(surroundings: Surroundings, config: Config, store: Store): Promise<void> {
  surroundings.stderr.write('Armazenamento vazio: coletando os dados de demonstração.\n')
  const { collectNow } = await import('./collecting.ts')
  await collectNow(surroundings, config, store)
}

function throwEmpty(): never {
  throw new GasolinaError(
    'dados_indisponiveis',
    'Ainda não há dados nesta máquina: rode gasolina atualizar, que os coleta.',
  )
}
