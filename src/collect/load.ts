import type { Commit } from '../domain/state.ts'
import { GasolinaError } from '../errors.ts'
import type { Store } from '../store/store.ts'

/** The commit to merge upon. Where all are damaged a collection begins anew: that is how the service recovers. */
export async function loadNewest(store: Store): Promise<Commit | null> {
  try {
    return (await store.commits.load())?.commit ?? null
  } catch (error) {
    if (error instanceof GasolinaError && error.codigo === 'dados_indisponiveis') return null
    throw error
  }
}
