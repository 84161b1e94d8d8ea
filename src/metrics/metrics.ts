import { once } from 'node:events'
import { createServer } from 'node:http'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { RespostaSituacao } from '../domain/answers/situacao-and-menus.ts'
import type { Coleta } from '../domain/state/commit-state.ts'
import { type Instante, toMs } from '../domain/basics/time.ts'
import { VERSION } from '../domain/basics/version.ts'
import { GasolinaError, codeOf } from '../errors.ts'
import rows from './gauges.json' with { type: 'json' }

interface MetricsDeps {
  fonte: string
  situacao(): Promise<RespostaSituacao>
  /** Number of files of the store known to be damaged, and of commits among them; undefined when the store cannot be read. */
  damaged(): Promise<{ files: number | undefined; commits: number | undefined }>
  /** With the counts missing in `situacao`. */
  lastCollection(): Promise<Coleta | null>
  /** Free bytes on the disk of the store; undefined when unknown. */
  freeBytes(): Promise<number | undefined>
}

/** Loopback: not reachable from other machines. */
const HOST = '127.0.0.1'

/** `GET /metrics` on a port of its own. @throws {GasolinaError} `porta_ocupada`. */
export async function serveMetrics(porta: number, deps: MetricsDeps, onBug: (error: unknown) => void) {
  const metrics = createMetrics(deps)
  const server = createServer((req, res) => {
    if (!LOOPBACK.test(req.headers.host ?? ''))
      return void res.writeHead(403, PLAIN).end('Pergunte por localhost, 127.0.0.1 ou [::1].\n')
    const isAsked = (req.method === 'GET' || req.method === 'HEAD') && /^\/metrics(\?|$)/.test(req.url ?? '')
    if (!isAsked) return void res.writeHead(404, PLAIN).end('Só há /metrics.\n')
    metrics.text().then(
      (text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        onBug(error)
        res.writeHead(500, PLAIN).end('Não foi possível ler as medidas.\n')
      },
    )
  })
  // unref: this server alone keeps no process alive.
  server.listen(porta, HOST).unref()
  await once(server, 'listening').catch((cause: unknown) => {
    const code = codeOf(cause)
    throw new GasolinaError(
      'porta_ocupada',
      code === 'EADDRINUSE'
        ? `A porta ${porta} de ${HOST} já está em uso: libere-a ou escolha outra em GASOLINA_METRICAS.`
        : `Não foi possível escutar na porta ${porta} de ${HOST} (${code}): escolha outra em GASOLINA_METRICAS.`,
      { cause },
    )
  })
  return {
    answered: metrics.answered,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Accepted `Host` headers: with another one a web page may have made its own name resolve to this machine (DNS rebinding). */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' }

/** Buckets from a cached answer, a tenth of a millisecond, to the most expensive questions in a queue. */
const SECONDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Metrics of the server and its data by Prometheus' conventions: seconds, bytes, `_total`, and labels of fixed sets. */
function createMetrics(deps: MetricsDeps) {
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
    answered: (route: string, code: number, ms: number) => durations.observe({ route, code }, ms / 1000),
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
      set('stations', commit === null ? NaN : figures.postos, { fuel })
      set('suspect_prices', commit === null ? NaN : figures.suspeitos, { fuel })
    }
    set('alerts', status.alertas.length)
    set('damaged_commits', damage.commits)
    set('damaged_files', damage.files)
    set('storage_free_bytes', free)
    set('collection_end_timestamp_seconds', seconds(ultimaColeta?.fim))
    set('collection_duration_seconds', seconds(ultimaColeta?.fim) - seconds(ultimaColeta?.inicio))
    set('collection_sales', coleta?.registros, { state: 'seen' })
    set('collection_sales', coleta?.vendasNovas, { state: 'new' })
    for (const result of ['completa', 'parcial', 'falhou'])
      set('collection_result', ultimaColeta ? Number(ultimaColeta.resultado === result) : NaN, { result })
    const { pedidos, falhas } = ultimaColeta ?? { pedidos: NaN, falhas: NaN }
    set('collection_source_requests', falhas, { outcome: 'failed' })
    set('collection_source_requests', Math.max(0, pedidos - falhas), { outcome: 'answered' })
    set('collection_failed_slices', ultimaColeta ? status.cobertura.fatiasComFalha : NaN)
  }
}

/** NaN for an unknown instant: no alert compares with it. */
function seconds(instant: Instante | null | undefined): number {
  return instant ? toMs(instant) / 1000 : NaN
}
