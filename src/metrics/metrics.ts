import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { RespostaSituacao } from '../domain/answers/situacao-and-menus.ts'
import type { Coleta } from '../domain/state/commit-state.ts'
import { type Instante, toMs } from '../domain/basics/time.ts'
import { VERSION } from '../domain/basics/version.ts'

interface MetricsDeps {
  fonte: string
  situacao(): Promise<RespostaSituacao>
  /** Number of files of the store known to be damaged, and of commits among them. */
  damaged(): Promise<{ files: number; commits: number }>
  /** With the counts missing in `situacao`. */
  lastCollection(): Promise<Coleta | null>
  /** Free bytes on the disk of the store; undefined when unknown. */
  freeBytes(): Promise<number | undefined>
}

export type Metrics = ReturnType<typeof createMetrics>

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

/** The gauges of the data, and the function that reads them anew. */
function createStateGauges(registry: Registry, deps: MetricsDeps) {
  const { fonte, situacao, damaged, lastCollection, freeBytes } = deps
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `gasolina_${name}`, help, labelNames, registers: [registry] })
  gauge('build_info', 'Versão do programa e fonte dos dados', ['version', 'source']).set(
    { version: VERSION, source: fonte },
    1,
  )
  const commit = gauge('commit', 'Número do commit servido')
  const updated = gauge('data_timestamp_seconds', 'Fim da coleta servida (atualizadoEm)')
  const newest = gauge('newest_sale_timestamp_seconds', 'Venda mais nova de todas')
  const stations = gauge('stations', 'Postos com preço atual, por combustível', ['fuel'])
  const suspects = gauge('suspect_prices', 'Preços atuais suspeitos, por combustível', ['fuel'])
  const alerts = gauge('alerts', 'Quantos alertas a situação diz')
  const damagedCommits = gauge('damaged_commits', 'Commits danificados, o servido ou mais novos')
  const damagedFiles = gauge('damaged_files', 'Arquivos do armazenamento danificados ou que faltam')
  const freeSpace = gauge('storage_free_bytes', 'Espaço livre onde ficam os dados')
  const ended = gauge('collection_end_timestamp_seconds', 'Fim da última coleta, também se falhou')
  const duration = gauge('collection_duration_seconds', 'Duração da última coleta')
  const result = gauge('collection_result', '1 no resultado da última coleta', ['result'])
  const requests = gauge('collection_source_requests', 'Pedidos à fonte na última coleta', ['outcome'])
  const sales = gauge(
    'collection_sales',
    'Vendas vistas na última coleta (seen), e as guardadas nela pela primeira vez (new)',
    ['state'],
  )
  const slices = gauge('collection_failed_slices', 'Fatias sem resposta na última coleta')

  return async (): Promise<void> => {
    const read = [situacao(), damaged(), lastCollection(), freeBytes()] as const
    const [status, damage, coleta, free] = await Promise.all(read)
    const { commit: seq, ultimaColeta } = status
    commit.set(seq ?? NaN)
    updated.set(seconds(status.atualizadoEm))
    newest.set(seconds(status.vendaMaisRecente))
    for (const [fuel, figures] of Object.entries(status.combustiveis)) {
      stations.set({ fuel }, figures.postos)
      suspects.set({ fuel }, figures.suspeitos)
    }
    alerts.set(status.alertas.length)
    damagedCommits.set(damage.commits)
    damagedFiles.set(damage.files)
    freeSpace.set(free ?? NaN)
    ended.set(seconds(ultimaColeta?.fim))
    duration.set(seconds(ultimaColeta?.fim) - seconds(ultimaColeta?.inicio))
    sales.set({ state: 'seen' }, coleta?.registros ?? NaN)
    sales.set({ state: 'new' }, coleta?.vendasNovas ?? NaN)
    if (!ultimaColeta) return
    for (const one of ['completa', 'parcial', 'falhou'])
      result.set({ result: one }, Number(ultimaColeta.resultado === one))
    requests.set({ outcome: 'failed' }, ultimaColeta.falhas)
    requests.set({ outcome: 'answered' }, Math.max(0, ultimaColeta.pedidos - ultimaColeta.falhas))
    slices.set(status.cobertura.fatiasComFalha)
  }
}

/** NaN for an unknown instant: no alert compares with it. */
function seconds(instant: Instante | null | undefined): number {
  return instant ? toMs(instant) / 1000 : NaN
}
