import { once } from 'node:events'
import { createServer } from 'node:http'
import { GasolinaError, codeOf } from '../errors.ts'
import { type MetricsDeps, createMetrics } from './metrics.ts'

/** Loopback: not reachable from other machines. */
const HOST = '127.0.0.1'

/**
 * `GET /metrics` on a port of its own.
 * @throws {GasolinaError} `porta_ocupada`.
 */
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

/** Any other Host is a foreign page whose name resolves to this machine (DNS rebinding). */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' }
