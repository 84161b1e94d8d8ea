import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { RespostaSituacao } from '../domain/answers/situacao-and-menus.ts'
import type { Coleta } from '../domain/state/commit-state.ts'
import { type Instante, toMs } from '../domain/basics/time.ts'
import { VERSION } from '../domain/basics/version.ts'
import rows from './gauges.json' with { type: 'json' }

export interface MetricsDeps {
  fonte: string
  situacao(): Promise<RespostaSituacao>
  /** Number of files of the store known to be damaged, and of commits among them. */
  damaged(): Promise<{ files: number; commits: number }>
  /** With the counts missing in `situacao`. */
  lastCollection(): Promise<Coleta | null>
  /** Free bytes on the disk of the store; undefined when unknown. */
  freeBytes(): Promise<number | undefined>
}

/** From a cached answer, a tenth of a millisecond, to the most expensive questions in a queue. */
const SECONDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Metrics of the server and its data by Prometheus' conventions: seconds, bytes, `_total`, and labels of fixed sets. */
export function createMetrics(deps: MetricsDeps) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges whose names end in _total, which is for counters: promtool refuses them.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${name}_total`)
  const durations = new Histogram({
    name: 'gasolina_http_request_duration_seconds',
    help: 'Até a resposta ficar pronta, por rota e status (499: o cliente desistiu antes)',
    labelNames: ['route', 'code'],
    buckets: SECONDS,
    registers: [registry],
  })
  const readState = createStateGauges(registry, deps)

  return {
    /** Counts one answer of the server. */
    answered: (route: string, code: number, ms: number): void =>
      durations.observe({ route, code }, ms / 1000),
    contentType: registry.contentType,
    /** All of it in Prometheus' text format, read anew. */
    async text(): Promise<string> {
      await readState()
      return registry.metrics()
    },
  }
}

/** The gauges of `gauges.json`, and the function that reads the data anew. */
function createStateGauges(registry: Registry, deps: MetricsDeps) {
  const gauges = new Map(
    Object.entries(rows).map(([name, row]) => [
      name,
      new Gauge({ name: `gasolina_${name}`, ...row, registers: [registry] }),
    ]),
  )
  const set = (name: keyof typeof rows, value: number | undefined, labels: Record<string, string> = {}) =>
    gauges.get(name)?.set(labels, value ?? NaN)
  set('build_info', 1, { version: VERSION, source: deps.fonte })

  return async (): Promise<void> => {
    const read = [deps.situacao(), deps.damaged(), deps.lastCollection(), deps.freeBytes()] as const
    const [status, damage, coleta, free] = await Promise.all(read)
    const { commit, ultimaColeta } = status
    set('commit', commit ?? undefined)
    set('data_timestamp_seconds', seconds(status.atualizadoEm))
    set('newest_sale_timestamp_seconds', seconds(status.vendaMaisRecente))
    for (const [fuel, figures] of Object.entries(status.combustiveis)) {
      set('stations', figures.postos, { fuel })
      set('suspect_prices', figures.suspeitos, { fuel })
    }
    set('alerts', status.alertas.length)
    set('damaged_commits', damage.commits)
    set('damaged_files', damage.files)
    set('storage_free_bytes', free)
    set('collection_end_timestamp_seconds', seconds(ultimaColeta?.fim))
    set('collection_duration_seconds', seconds(ultimaColeta?.fim) - seconds(ultimaColeta?.inicio))
    set('collection_sales', coleta?.registros, { state: 'seen' })
    set('collection_sales', coleta?.vendasNovas, { state: 'new' })
    if (!ultimaColeta) return
    for (const result of ['completa', 'parcial', 'falhou'])
      set('collection_result', Number(ultimaColeta.resultado === result), { result })
    const { pedidos, falhas } = ultimaColeta
    set('collection_source_requests', falhas, { outcome: 'failed' })
    set('collection_source_requests', Math.max(0, pedidos - falhas), { outcome: 'answered' })
    set('collection_failed_slices', status.cobertura.fatiasComFalha)
  }
}

/** NaN for an unknown instant: no alert compares with it. */
function seconds(instant: Instante | null | undefined): number {
  return instant ? toMs(instant) / 1000 : NaN
}
