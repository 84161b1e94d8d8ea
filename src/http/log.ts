import type { RequestListener } from 'node:http'
import { toLogLine } from '../domain/text.ts'

/** Writes one line of the log: JSON, one object, nothing unprintable. */
export type Log = (evento: string, campos: Readonly<Record<string, unknown>>) => void

/** An address is told whole up to here; the cause of a bug needs its stack. */
const LONGEST_TEXT = 2000

export function createLog(write: (line: string) => void, clock: () => string): Log {
  return (evento, campos) => write(`${toLogLine({ evento, em: clock(), ...campos }, LONGEST_TEXT)}\n`)
}

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
