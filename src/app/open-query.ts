import { setTimeout } from 'node:timers/promises'
import type { Feedback, ProcessContext, Watch } from '../cli/program.ts'
import { createDeadline } from '../deadline.ts'
import { VERSION } from '../domain/basics/version.ts'
import { GasolinaError } from '../errors.ts'
import { createDataset } from '../query/current/dataset.ts'
import { type Query, createQuery } from '../query/query.ts'
import { type Follower, followCommits } from '../store/follow.ts'
import { type Opened, openConfigured } from './configured-store.ts'
import { takeInterruption } from './interruption.ts'

/** Longest inspection of the store for `situacao`, in milliseconds: about the time to read a year of sales. */
const INSPECT_MS = 2000

/** Questions are asked of the server at `api`, else of the store of this machine; so in the two functions below. */
export async function openQuery(context: ProcessContext, api: string | undefined, feedback: Feedback) {
  return api === undefined ? (await openFollowed(context, feedback)).query : openRemote(api)
}

export async function openForStatus(context: ProcessContext, api: string | undefined, feedback: Feedback) {
  if (api !== undefined) return openRemote(api)
  const { query, failure } = await openOnce(context, feedback, INSPECT_MS)
  if (failure !== undefined && !(failure instanceof GasolinaError)) throw failure
  return query
}

/** A query for a command that asks repeatedly: Ctrl-C ends its pause or its question at once. */
export async function openWatch(
  context: ProcessContext,
  api: string | undefined,
  feedback: Feedback,
): Promise<Watch> {
  const local = api === undefined ? await openFollowed(context, feedback) : undefined
  const { signal, by } = takeInterruption()
  const query = local?.query ?? (await openRemote(api ?? '', signal))
  const ending = createDeadline({ parent: signal })
  return {
    query: {
      ...query,
      async mudancas(pedido) {
        signal.throwIfAborted()
        return ending.race(query.mudancas(pedido))
      },
    },
    interrupted: by,
    async openDelivery(to, once) {
      const { createDelivery } = await import('./deliver.ts')
      return createDelivery({ to, once, signal, env: context.env, tell: feedback.tell })
    },
    async pause(ms) {
      await setTimeout(ms, undefined, { signal }).catch(() => {})
      if (!signal.aborted && local) await ending.race(local.follower.refresh()).catch(() => {})
      return !signal.aborted
    },
  }
}

async function openFollowed(context: ProcessContext, feedback: Feedback) {
  const local = await openOnce(context, feedback)
  if (local.failure !== undefined) throw local.failure
  if (local.follower.current()) return local
  throw new GasolinaError(
    'dados_indisponiveis',
    'Ainda não há dados nesta máquina: rode gasolina atualizar, que os coleta.',
  )
}

/** The store after one look, with the error of a failed one. */
async function openOnce(context: ProcessContext, feedback: Feedback, inspectMs = 0) {
  let failure: unknown
  const onError = (error: unknown) => (failure = error)
  const local = await openLocal(context, feedback, ({ store }) =>
    followCommits(store, { onError, inspectMs }),
  )
  return { ...local, failure }
}

/** The store of this machine, followed by `follow`; an empty demonstration is filled. */
export async function openLocal(
  context: ProcessContext,
  feedback: Feedback,
  follow: (opened: Opened) => Follower,
) {
  const opened = await openConfigured(context, feedback)
  const { config, store } = opened
  const follower = follow(opened)
  await follower.refresh()
  if (!follower.problem() && !follower.current() && config.fonte === 'demonstracao') {
    feedback.tell('Armazenamento vazio: coletando os dados de demonstração.')
    const { fillDemonstration } = await import('./collect-once.ts')
    await fillDemonstration(opened, context, feedback)
    await follower.refresh()
  }
  const { urlBase, ditos, intervaloMinutos } = config
  const dataset = createDataset({ store, follow: follower, clock: context.clock, intervaloMinutos })
  return { query: createQuery({ dataset, urlBase, site: ditos.site }), follower, store, ditos }
}

export async function openRemote(url: string, signal?: AbortSignal): Promise<Query> {
  const { createRemoteQuery } = await import('../query/remote/remote-query.ts')
  return createRemoteQuery({ url, userAgent: `gasolina/${VERSION} (cli)`, ...(signal && { signal }) })
}
