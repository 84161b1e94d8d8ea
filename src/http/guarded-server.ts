import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { GasolinaError } from '../errors.ts'
import { type ClientAddresses, createClientAddresses } from './guard/client-address.ts'
import { createClients } from './guard/clients.ts'
import { type Listener, shareFairly } from './guard/fair-sharing.ts'
import { limitServer, limits } from './guard/limits.ts'
import type { OnAnswer } from './guard/route-names.ts'
import { type Reply, sendInstead } from './reply/reply.ts'

interface ServeOptions {
  server: Server
  listener: Listener
  refusal(error: unknown): Reply
  /** Addresses of clients; by default no proxy is trusted. */
  clientAddresses?: ClientAddresses
  onAnswer?: OnAnswer | undefined
  /** Milliseconds without traffic until a connection is cut off. */
  silence?: number
}

/** Attaches the listener and all limits to a server; `drain` closes it. */
export function serveOn(options: ServeOptions): { drain(): Promise<void> } {
  const { server, listener, refusal, clientAddresses = createClientAddresses([]), onAnswer } = options
  const { silence = limits.silence } = options
  limitServer(server)
  let draining = false
  const connections = shareFairly(server, {
    clients: createClients(clientAddresses),
    onAnswer,
    silence,
    refuse: (error, res) => sendInstead(res, refusal(error)),
    listener(req, res, inLane) {
      if (draining) res.shouldKeepAlive = false
      try {
        req.url = readTarget(req)
        listener(req, res, inLane)
      } catch (error) {
        // The rest of the connection's bytes may be no request.
        res.shouldKeepAlive = false
        sendInstead(res, refusal(error))
      }
    },
  })
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); node would answer with an empty 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else connections.whenFree(socket as Socket, () => endWith(refusal(complaintOf(error)), socket))
  })
  const slow = setInterval(() => connections.cutOffSlow(), limits.checking).unref()
  server.once('close', () => clearInterval(slow))

  return {
    /** Refuses new connections, lets requests under way finish, at most `limits.drain` long. */
    async drain() {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // node does not count a connection without any bytes as idle: it waits for headers.
      for (const socket of connections.open()) if (socket.bytesRead === 0) socket.destroy()
      // A kept-alive connection becomes idle once its request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), limits.drain)
      await closed
      clearInterval(sweep)
      clearTimeout(late)
    },
  }
}

/** Answers a request that node's parser refused, for which there is no response object. Closes the connection, read or not. */
function endWith({ status, headers, body }: Reply, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const pairs = ['date', new Date().toUTCString(), 'connection', 'close', ...headers]
  const lines = pairs.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  const head = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`)
  socket.end(Buffer.concat([head, ...(body ?? [])]))
  setTimeout(() => socket.destroy(), limits.farewell).unref()
}

/** Form of a Host header. Any host name is accepted: no answer repeats it. */
const HOST = /^(?:\[[\d.:a-f]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/i
/** Spellings of Host seen lately, a handful per server. `URL.canParse` refuses all-numeric names and ports past the last. */
const hosts = new LRUCache<string, boolean>({
  max: 100,
  memoMethod: (text) => HOST.test(text) && URL.canParse(`http://${text}/`),
})

/** Path and query of the target. @throws {GasolinaError} `pedido_malformado` for a malformed target or Host, no Host, or two. */
function readTarget({ url = '', headers, rawHeaders, httpVersion, method }: IncomingMessage): string {
  const { host } = headers
  if (host === undefined ? httpVersion !== '1.0' : !hosts.memo(host))
    throw malformed('O cabeçalho Host falta ou não é o nome de um servidor, como exemplo.com.br:8080.')
  // node keeps the first of several Host headers; a proxy on the way may have used the last.
  if (rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    throw malformed('O cabeçalho Host veio mais de uma vez: mande um só.')
  if (url.startsWith('/')) return url
  // About the server as a whole (RFC 9110, 9.3.7): every folder takes the methods of the root.
  if (url === '*' && method === 'OPTIONS') return '/'
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw malformed('O alvo do pedido não é um caminho: ele começa com /.')
  const { pathname, search } = new URL(url)
  return pathname + search
}

function malformed(message: string): GasolinaError {
  return new GasolinaError('pedido_malformado', message)
}

function complaintOf({ code = '' }: NodeJS.ErrnoException): GasolinaError {
  // curl sends accents and blanks of an address unencoded; the text after a blank is no HTTP version.
  if (code === 'HPE_INVALID_URL' || code === 'HPE_INVALID_CONSTANT')
    return malformed(
      'O endereço tem letras acentuadas ou espaços sem codificação: escreva sem acento (maceio) ou codificado (macei%C3%B3), e espaço como + ou %20; no curl, -G --data-urlencode "municipio=Maceió".',
    )
  if (code === 'HPE_HEADER_OVERFLOW')
    return new GasolinaError(
      'cabecalho_grande',
      `O endereço e os cabeçalhos passam de ${limits.head} bytes: encurte a pergunta.`,
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new GasolinaError(
      'pedido_demorado',
      `O pedido não chegou inteiro a tempo: mande os cabeçalhos em até ${limits.headersTimeout / 1000} s e o pedido todo em até ${limits.requestTimeout / 1000} s.`,
    )
  return malformed('O pedido não é HTTP bem formado.')
}
