import { collect, deadlineFor } from '../collect/collect.ts'
import type { Collected } from '../collect/collect.ts'
import type { Config } from '../config.ts'
import { createSource } from '../sources/create.ts'
import type { Store } from '../store/store.ts'
import { createProgress } from './progress.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * One collection from the configured source, its progress on stderr. Ctrl-C ends it soon, and what came is published;
 * a second one ends the program as ever.
 */
export async function collectNow(
  { stderr, clock }: Surroundings,
  config: Config,
  store: Store,
): Promise<Collected> {
  const progress = createProgress(stderr)
  const interrupted = new AbortController()
  const interrupt = (): void => interrupted.abort()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    return await collect({
      source: createSource(config, clock),
      store,
      clock,
      deadlineMs: deadlineFor(config.intervaloMinutos),
      signal: interrupted.signal,
      onProgress: progress.show,
    })
  } finally {
    progress.end()
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}
