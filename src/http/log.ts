import type { RequestListener } from 'node:http'
import type { Log } from '../format/log.ts'

/** One line per request, when it has ended; `bytes` counts headers too. No address or header of the client: they are nobody's business. */
export function logRequests(listener: RequestListener, log: Log): RequestListener {
  return (req, res) => {
    const start = performance.now()
    const { method, url, socket } = req
    const written = socket.bytesWritten
    res.once('close', () =>
      log('pedido', {
        metodo: method,
        endereco: url,
        status: res.statusCode,
        bytes: socket.bytesWritten - written,
        ms: Math.round((performance.now() - start) * 10) / 10,
        ...(!res.writableFinished && { interrompido: true }),
      }),
    )
    listener(req, res)
  }
}
