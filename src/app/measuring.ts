import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { StorageAddress } from '../storage-address.ts'
import type { OnAnswer } from '../http/guard/addresses.ts'
import type { Dataset } from '../query/current/dataset.ts'
import type { Query } from '../query/query.ts'
import { lastCollection } from '../query/answers/situacao.ts'

interface Measured {
  query: Pick<Query, 'situacao'>
  dataset: Pick<Dataset, 'status'>
}

/**
 * Measures a server, and has the measures read at the configured port. Loaded only when somebody wants them.
 * @throws {GasolinaError} `porta_ocupada`.
 */
export async function measure(
  { fonte, metricas = 0, storage }: Config,
  { query, dataset }: Measured,
  onBug: (error: unknown) => void,
): Promise<{ answered: OnAnswer; close(): void }> {
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('../metrics/metrics.ts'),
    import('../metrics/endpoint.ts'),
  ])
  const metrics = createMetrics({
    fonte,
    situacao: query.situacao,
    async damaged() {
      const { files, damaged } = await dataset.status()
      return { files: files.length, commits: damaged.length }
    },
    lastCollection: async () => lastCollection(await dataset.status()),
    freeBytes: () => freeBytes(storage),
  })
  const { close } = await serveMetrics(metricas, metrics, onBug)
  return { answered: metrics.answered, close }
}

/** Unknown where the folder does not exist yet, or the store is on another machine. */
async function freeBytes(storage: StorageAddress): Promise<number | undefined> {
  if (storage.kind !== 'folder') return undefined
  try {
    const { bavail, bsize } = await statfs(storage.folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
