import { rebuildInMemory } from '../collect/publishing/rebuild.ts'
import type { Config } from '../config.ts'
import { type Clock, SECOND, instante } from '../domain/basics/time.ts'
import { type FollowOptions, type Follower, followCommits } from '../store/commits/follow.ts'
import type { Store } from '../store/store.ts'

/** Milliseconds between looks for commits of other processes. */
export const LOOK_EVERY = 5 * SECOND
/** Looks at an engine per inspection, one a minute: each file is a request. */
const INSPECT_ENGINE_EVERY = 12

/** The newest commit, for a server: it keeps serving it when the store fails. */
export function followStore(
  store: Store,
  { storage }: Pick<Config, 'storage'>,
  clock: Clock,
  options: Pick<FollowOptions, 'onError' | 'inspectMs' | 'prepare'>,
): Follower {
  return followCommits(store, {
    ...options,
    inspectEvery: storage.kind === 'folder' ? 1 : INSPECT_ENGINE_EVERY,
    rebuild: () => rebuildInMemory(store, instante(clock())),
  })
}
