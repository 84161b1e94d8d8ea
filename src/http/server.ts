import type { Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../domain/time.ts'
import type { Codigo } from '../errors.ts'
import { GasolinaError } from '../errors.ts'
import { errorBody } from '../format/error.ts'
import { limitServer, limits } from './limits.ts'

/** Limits and manners for a server made by someone else; returns what ends it. */
export function prepareServer(server: Server, clock: Clock): { drain(): Promise<void> } {
  limitServer(server)
  let draining = false
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, clock()))
  // Before the listener that answers: after this response the connection ends.
  server.prependListener('request', (_, res: ServerResponse) => {
    if (draining) res.shouldKeepAlive = false
  })
  return {
    /** Refuses new connections, lets requests under way finish, at most `limits.drain` long. */
    async drain() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A connection on which nothing ever came is not idle to node, which waits for its headers.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      // One kept alive is idle again once its request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), limits.drain)
      await closed
      clearInterval(sweep)
      clearTimeout(late)
    },
  }
}

/** What node's parser could not take, in the one error shape. The connection ends. */
function refuse({ code }: NodeJS.ErrnoException, socket: Duplex, now: number): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, codigo, message] = complaints[code ?? ''] ?? MALFORMED
  const body = JSON.stringify(errorBody(new GasolinaError(codigo, message), status, now))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'cache-control: no-store',
      'access-control-allow-origin: *',
      'x-content-type-options: nosniff',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

type Complaint = readonly [status: number, codigo: Codigo, message: string]

const MALFORMED: Complaint = [400, 'parametro_invalido', 'O pedido não é HTTP bem formado.']

const complaints: Record<string, Complaint> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'uri_longa',
    `O endereço e os cabeçalhos passam de ${limits.head} bytes: encurte a pergunta.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'parametro_invalido', 'O pedido não chegou inteiro a tempo.'],
}
