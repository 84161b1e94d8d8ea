import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { GasolinaError } from '../../errors.ts'
import type { Client, Clients } from './per-connection.ts'
import { createFairTurns } from './fair-turns.ts'
import { limits } from './limits.ts'
import type { OnAnswer } from './route-name.ts'
import { CLIENT_LEFT, routeName } from './route-name.ts'

/** What the server holds for one connection. */
interface Connection {
  /** null when a proxy is at the other end. */
  readonly client: Client | null
  /** The answer that is being made, or leaving. */
  current: Answer | undefined
  /** Whether its next answer waits for its turn. */
  isInLine: boolean
  /** What comes after it, in the order in which it was pipelined. */
  waiting: (() => void)[]
}

interface Answer {
  readonly client: Client
  readonly res: ServerResponse
  readonly socket: Socket
  /** How much of it the client had not taken when it was ready, and when that was. */
  unread: number
  readyAt: number
}

export interface ConnectionsDeps {
  clients: Clients
  listener: RequestListener
  /** Tells a client, in an answer, why its request is not looked at. */
  refuse(error: GasolinaError, req: IncomingMessage, res: ServerResponse): void
  onAnswer?: OnAnswer | undefined
}

export interface Connections {
  open(): Iterable<Socket>
  /** Does it once nothing else can leave on the connection: an answer under way is let by. */
  whenFree(socket: Socket, action: () => void): void
  /** Cuts off clients that take their answers too slowly; for a timer. */
  cutOffSlow(): void
}

/**
 * Shares the server out fairly: so many connections and answers an address, one answer at a time on each connection, and
 * so many bytes in all made for clients that do not read them.
 */
export function shareOut(
  server: Server,
  { clients, listener, refuse, onAnswer }: ConnectionsDeps,
): Connections {
  const connections = new Map<Socket, Connection>()
  /** Answers that wait for their reader, the longest waiting first. */
  const unread = new Set<Answer>()
  let unreadBytes = 0
  const turns = createFairTurns()

  server.on('connection', (socket: Socket) => {
    const client = clients.ofSocket(socket)
    if ((client && client.connections.size >= limits.connectionsPerClient) || !makeRoom(client)) {
      if (client) clients.release(client)
      socket.destroy()
      return
    }
    client?.connections.add(socket)
    connections.set(socket, { client, current: undefined, isInLine: false, waiting: [] })
    socket.once('close', () => close(socket))
  })

  server.on('request', (req, res) => {
    const connection = connections.get(req.socket)
    if (!connection) return void req.socket.destroy()
    if (!isBusy(connection)) getInLine(connection, req, res)
    // Nobody needs so many answers ahead of reading the first.
    else if (connection.waiting.push(() => getInLine(connection, req, res)) > limits.pipelined)
      req.socket.destroy()
  })

  return {
    open: () => connections.keys(),
    whenFree(socket, action) {
      const connection = connections.get(socket)
      // A question that came whole is still answered; one that did not never will be.
      if (connection?.isInLine || connection?.current?.res.req.complete) connection.waiting.push(action)
      else action()
    },
    cutOffSlow() {
      const now = performance.now()
      for (const answer of unread)
        if (now - answer.readyAt > limits.silence + answer.unread / limits.slowestReader)
          answer.socket.destroy()
    },
  }

  function getInLine(connection: Connection, req: IncomingMessage, res: ServerResponse): void {
    const client = connection.client ?? clients.ofRequest(req)
    connection.isInLine = true
    client.waiting++
    turns.run(client, () => {
      connection.isInLine = false
      client.waiting--
      const isThere = !req.socket.destroyed
      if (isThere) begin(connection, client, req, res)
      clients.release(client)
      if (isThere) goOn(connection)
    })
  }

  function begin(connection: Connection, client: Client, req: IncomingMessage, res: ServerResponse): void {
    const start = onAnswer ? performance.now() : 0
    if (client.answering >= limits.answersPerClient) refuse(tooMany(), req, res)
    else listener(req, res)
    if (onAnswer) tellWhenReady(onAnswer, req, res, start)
    // Most answers are ready at once and the system has taken every byte: there is nothing to keep account of.
    if (res.writableEnded && res.writableLength === 0) return
    const answer: Answer = { client, res, socket: req.socket, unread: 0, readyAt: 0 }
    connection.current = answer
    client.answering++
    if (res.writableEnded) noteUnread(answer)
    else res.on('prefinish', () => noteUnread(answer))
    res.on('close', () => end(connection, answer))
  }

  function noteUnread(answer: Answer): void {
    const { writableLength } = answer.res
    if (writableLength === 0) return
    answer.unread = writableLength
    answer.readyAt = performance.now()
    unread.add(answer)
    unreadBytes += answer.unread
    for (const oldest of unread) {
      if (unreadBytes <= limits.unreadBytes) break
      forget(oldest)
      oldest.socket.destroy()
    }
  }

  function forget(answer: Answer): void {
    if (unread.delete(answer)) unreadBytes -= answer.unread
  }

  function end(connection: Connection, answer: Answer): void {
    if (connection.current !== answer) return
    connection.current = undefined
    forget(answer)
    answer.client.answering--
    clients.release(answer.client)
    if (!answer.socket.destroyed) goOn(connection)
  }

  function goOn(connection: Connection): void {
    while (!isBusy(connection) && connection.waiting.length > 0) connection.waiting.shift()?.()
  }

  function close(socket: Socket): void {
    const connection = connections.get(socket)
    if (!connections.delete(socket) || !connection) return
    if (connection.current) end(connection, connection.current)
    connection.client?.connections.delete(socket)
    if (connection.client) clients.release(connection.client)
  }

  /** When every place is taken, whoever holds the most gives one up: an idle one first. */
  function makeRoom(newcomer: Client | null): boolean {
    if (connections.size < limits.connections) return true
    let most: Client | undefined
    for (const client of clients.all())
      if (client.connections.size > (most?.connections.size ?? 0)) most = client
    if (!most || (newcomer && newcomer.connections.size + 1 >= most.connections.size)) return false
    const places = [...most.connections]
    const given = places.find((socket) => !connections.get(socket)?.current) ?? places[0]
    given?.destroy()
    return true
  }
}

function isBusy({ current, isInLine }: Connection): boolean {
  return isInLine || current !== undefined
}

/** Not when it has left: how slowly a client reads says nothing of the server. */
function tellWhenReady(tell: OnAnswer, req: IncomingMessage, res: ServerResponse, start: number): void {
  const route = routeName(req.url ?? '')
  if (res.writableEnded) return tell(route, res.statusCode, performance.now() - start)
  res.once('prefinish', () => tell(route, res.statusCode, performance.now() - start))
  res.once('close', () => {
    if (!res.writableEnded) tell(route, CLIENT_LEFT, performance.now() - start)
  })
}

function tooMany(): GasolinaError {
  return new GasolinaError(
    'muitos_pedidos',
    `Deste endereço já correm ${limits.answersPerClient} pedidos: espere as respostas e pergunte de novo.`,
    { tentarEm: 1 },
  )
}
