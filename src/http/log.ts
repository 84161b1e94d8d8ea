import type { RequestListener } from 'node:http'
import type { Log } from '../format/log.ts'

/**
 * One line per request, when it has ended; `bytes` counts headers too. No address or header of the client, nor where they say
 * they are: it is nobody's business.
 */
export function logRequests(listener: RequestListener, log: Log): RequestListener {
  return (req, res) => {
    const start = performance.now()
    const { method, url, socket } = req
    const written = socket.bytesWritten
    res.once('close', () =>
      log('pedido', {
        metodo: method,
        endereco: withoutPlaces(url),
        status: res.statusCode,
        bytes: socket.bytesWritten - written,
        ms: Math.round((performance.now() - start) * 10) / 10,
        ...(!res.writableFinished && { interrompido: true }),
      }),
    )
    listener(req, res)
  }
}

/** However the names are written; what only resembles them, a reader misses less than its writer would. */
const OF_A_PLACE = /^\W*(?:lat|lon|lng|rota)/i

/** `lat=-9.6&lon=-35.7` becomes `lat=*&lon=*`, also where the signs between them came encoded. */
function withoutPlaces(url = ''): string {
  return url
    .split(/([?&]|%3f|%26)/i)
    .map((part) => (OF_A_PLACE.test(decoded(part)) ? part.replace(/(=|%3d).*/is, '$1*') : part))
    .join('')
}

/** Broken encoding stays as it is. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
