import type { RequestListener, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import type { Clock } from '../domain/time.ts'
import type { Codigo } from '../errors.ts'
import { GasolinaError } from '../errors.ts'
import { errorBody } from '../format/error.ts'
import { JSON_TYPE } from '../format/media-types.ts'
import type { Callers } from './callers.ts'
import { createCallers } from './callers.ts'
import { createClients } from './clients.ts'
import { shareOut } from './connections.ts'
import { toFailure } from './errors.ts'
import { limitServer, limits } from './limits.ts'
import type { OnAnswer } from './route-name.ts'
import { readTarget } from './target.ts'

export interface ServeOptions {
  server: Server
  listener: RequestListener
  clock: Clock
  /** Without them no proxy's word is taken. */
  callers?: Callers
  onAnswer?: OnAnswer | undefined
  /** What nobody expected: that request gets the fixed sentence. */
  onBug(error: unknown): void
}

/** Makes a server, made by someone else, answer with `listener` within all limits; returns what ends it. */
export function serveOn(options: ServeOptions): { drain(): Promise<void> } {
  const { server, listener, clock, callers = createCallers([]), onAnswer, onBug } = options
  limitServer(server)
  let draining = false
  const connections = shareOut(server, {
    clients: createClients(callers),
    onAnswer,
    refuse: (error, _, res) => send(res, error),
    listener(req, res) {
      if (draining) res.shouldKeepAlive = false
      try {
        req.url = readTarget(req)
        listener(req, res)
      } catch (error) {
        // What else came on the connection is not to be trusted.
        res.shouldKeepAlive = false
        send(res, error)
      }
    },
  })
  // An expectation nobody knows may be ignored (RFC 9110, 10.1.1); node would answer with an empty 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else connections.whenFree(socket as Socket, () => refuse(error, socket, clock()))
  })
  const slow = setInterval(() => connections.cutOffSlow(), limits.checking).unref()
  server.once('close', () => clearInterval(slow))

  return {
    /** Refuses new connections, lets requests under way finish, at most `limits.drain` long. */
    async drain() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A connection on which nothing ever came is not idle to node, which waits for its headers.
      for (const socket of connections.open()) if (socket.bytesRead === 0) socket.destroy()
      // One kept alive is idle again once its request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), limits.drain)
      await closed
      clearInterval(sweep)
      clearTimeout(late)
    },
  }

  function send(res: ServerResponse, error: unknown): void {
    const failure = toFailure(error, clock())
    if (failure.unexpected) onBug(error)
    if (res.headersSent) return void res.destroy()
    const body = Buffer.from(JSON.stringify(failure.corpo))
    const own = Object.fromEntries(failure.headers)
    res.writeHead(failure.status, { ...headersOf(body), ...own }).end(body)
  }
}

/** What node's parser could not take, in the one error shape. The connection ends, whether the client likes it or not. */
function refuse({ code }: NodeJS.ErrnoException, socket: Duplex, now: number): void {
  if (!socket.writable) return void socket.destroy()
  const [status, codigo, message] = complaints[code ?? ''] ?? MALFORMED
  const body = Buffer.from(JSON.stringify(errorBody(new GasolinaError(codigo, message), now, status)))
  const headers = Object.entries({ connection: 'close', ...headersOf(body) })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`), body]))
  setTimeout(() => socket.destroy(), limits.farewell).unref()
}

function headersOf(body: Buffer): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-type': JSON_TYPE,
    'content-length': String(body.byteLength),
  }
}

type Complaint = readonly [status: number, codigo: Codigo, message: string]

const MALFORMED: Complaint = [400, 'parametro_invalido', 'O pedido não é HTTP bem formado.']

/** What curl sends of an address typed with accents or blanks. */
const UNENCODED: Complaint = [
  400,
  'parametro_invalido',
  'O endereço tem letras acentuadas ou espaços sem codificação: escreva sem acento (maceio) ou codificado (macei%C3%B3), e espaço como + ou %20; no curl, -G --data-urlencode "municipio=Maceió".',
]

const complaints: Record<string, Complaint> = {
  HPE_INVALID_URL: UNENCODED,
  // A blank ends an address, and what follows is no version of HTTP.
  HPE_INVALID_CONSTANT: UNENCODED,
  HPE_HEADER_OVERFLOW: [
    431,
    'uri_longa',
    `O endereço e os cabeçalhos passam de ${limits.head} bytes: encurte a pergunta.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'parametro_invalido', 'O pedido não chegou inteiro a tempo.'],
}
