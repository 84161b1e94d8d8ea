import type { RequestListener } from 'node:http'

/** Writes one line of the log: JSON, one object, nothing unprintable. */
export type Log = (evento: string, campos: Readonly<Record<string, unknown>>) => void

/** An address is told whole up to here; the cause of a bug needs its stack. */
const LONGEST_TEXT = 2000

export function createLog(write: (line: string) => void, clock: () => string): Log {
  return (evento, campos) => {
    const line = JSON.stringify({ evento, em: clock(), ...campos }, (_, value: unknown) =>
      typeof value === 'string' ? printable(value) : value,
    )
    write(`${line}\n`)
  }
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

function printable(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
