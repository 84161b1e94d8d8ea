import type { NomeDaFonte } from '../src/domain/state/commit-state.ts'
import { type Store, connectStore } from '../src/store/store.ts'

/** The part of one source in the store at `folder`. */
export function openStore({ folder, fonte }: { folder: string; fonte: NomeDaFonte }): Promise<Store> {
  return connectStore({ kind: 'folder', folder }, fonte)
}
