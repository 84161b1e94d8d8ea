import type { Config } from '../config.ts'
import { GasolinaError } from '../errors.ts'
import type { CurrentCommit } from '../query/dataset.ts'
import type { Query } from '../query/query.ts'
import type { Loaded, Store } from '../store/store.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * The questions, answered by the server at `api`, else from this machine's store. An empty store of the demonstration is
 * filled first.
 * @throws {GasolinaError} `dados_indisponiveis` when the store is empty, or nothing in it can be read.
 */
export async function openQuery(surroundings: Surroundings, api?: string): Promise<Query> {
  if (api !== undefined) return openRemote(api)
  return openLocal(surroundings, async (store, config) => {
    const loaded = await store.commits.load()
    return loaded ?? (await fillDemonstration(surroundings, config, store)) ?? throwEmpty()
  })
}

/** For `situacao`, which has an answer even when there is no data or it is damaged. */
export async function openForStatus(surroundings: Surroundings, api?: string): Promise<Query> {
  if (api !== undefined) return openRemote(api)
  return openLocal(surroundings, async (store, config) => {
    try {
      return (await store.commits.load()) ?? (await fillDemonstration(surroundings, config, store))
    } catch (error) {
      if (!(error instanceof GasolinaError)) throw error
      return error
    }
  })
}

export async function openRemote(url: string): Promise<Query> {
  const { createRemoteQuery } = await import('../query/remote.ts')
  return createRemoteQuery({ url })
}

async function openLocal(
  { env, stderr, clock }: Surroundings,
  load: (store: Store, config: Config) => Promise<Loaded | GasolinaError | null>,
): Promise<Query> {
  const [{ readConfig }, { openStore }, { createDataset }, { createQuery }] = await Promise.all([
    import('../config.ts'),
    import('../store/open.ts'),
    import('../query/dataset.ts'),
    import('../query/query.ts'),
  ])
  const config = readConfig(env)
  for (const aviso of config.avisos) stderr.write(`${aviso}\n`)
  const store = await openStore({ folder: config.storage, fonte: config.fonte })
  const loaded = await load(store, config)
  const follow: CurrentCommit =
    loaded instanceof GasolinaError
      ? { current: () => null, problem: () => loaded }
      : { current: () => loaded, problem: () => null }
  const { urlBase, site, intervaloMinutos } = config
  const dataset = createDataset({ store, follow, clock, intervaloMinutos })
  return createQuery({ dataset, urlBase, site })
}

async function fillDemonstration(
  surroundings: Surroundings,
  config: Config,
  store: Store,
): Promise<Loaded | null> {
  if (config.fonte !== 'demonstracao') return null
  surroundings.stderr.write('Armazenamento vazio: coletando os dados de demonstração.\n')
  const { collectNow } = await import('./collecting.ts')
  await collectNow(surroundings, config, store)
  return store.commits.load()
}

function throwEmpty(): never {
  throw new GasolinaError(
    'dados_indisponiveis',
    'Ainda não há dados nesta máquina: rode gasolina atualizar, que os coleta.',
  )
}
