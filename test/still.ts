import type { CurrentCommit } from '../src/query/current/dataset.ts'
import type { Loaded } from '../src/store/commits/commit-log.ts'

/** A commit loaded once, served for as long as a test lasts. */
export function still(loaded: Loaded | null): CurrentCommit {
  return { current: () => loaded, problem: () => null, lost: () => null }
}
