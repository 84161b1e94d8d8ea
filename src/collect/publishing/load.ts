import type { Commit } from '../../domain/state/commit-state.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { rebuild } from './rebuild.ts'

/**
 * The commit to merge upon. Where all are damaged, what is left of them and the log of sales is published first, so that a
 * source that shows half of the stations is not taken for all there are; where nothing is left a collection begins anew.
 */
export async function loadNewest(store: Store, agora: Instante): Promise<Commit | null> {
  try {
    return (await store.commits.load())?.commit ?? null
  } catch (error) {
    if (!(error instanceof GasolinaError && error.codigo === 'dados_indisponiveis')) throw error
  }
  const draft = await rebuild(store, agora)
  if (!draft) return null
  const published = await store.commits.publish(draft)
  return published === 'superseded' ? loadNewest(store, agora) : published
}
