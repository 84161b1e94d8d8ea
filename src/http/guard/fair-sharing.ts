import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { GasolinaError } from '../../errors.ts'
import { CLIENT_LEFT, type OnAnswer, routeName } from './route-names.ts'
import { type Client, type Clients, createFairTurns } from './clients.ts'
import { limits } from './limits.ts'
import { createUnreadAnswers } from './unread-answers.ts'

interface Connection {
  /** null: a trusted proxy, with a client of its own for each request. */
  readonly client: Client | null
  /** The answer being made or sent. */
  current: Answer | undefined
  /** Its next request waits for a turn of the event loop. */
  isInLine: boolean
  /** Later requests of the connection, in the order in which they were pipelined. */
  waiting: (() => void)[]
  /** Bytes read and written until the last look, and when that look saw more than the one before. */
  traffic: { bytes: number; since: number }
}

interface Answer {
  readonly client: Client
  /** The count of the client in which the answer is: a request whose body still arrives keeps none of its neighbours from asking. */
  count: 'receiving' | 'answering'
  readonly res: ServerResponse
  /** Kept here: `req.socket` is null once the request's stream was destroyed, as after a body over the limit. */
  readonly socket: Socket
}

/** `inLane` runs the making of an answer that takes longer than the call; without it each begins at once. */
export type Listener = (req: IncomingMessage, res: ServerResponse, inLane?: InLane) => void
export type InLane = <T>(work: () => Promise<T>) => Promise<T>

interface ConnectionsDeps {
  clients: Clients
  listener: Listener
  refuse(error: GasolinaError, res: ServerResponse): void
  onAnswer?: OnAnswer | undefined
  silence: number
}

/** Limits per client address and in all: connections, answers at a time, and bytes made for clients that do not read them. */
export function shareFairly(server: Server, deps: ConnectionsDeps) {
  const { clients, listener, refuse, onAnswer, silence } = deps
  const connections = new Map<Socket, Connection>()
  const unread = createUnreadAnswers()
  const turns = createFairTurns()

  server.on('connection', (socket: Socket) => {
    const client = clients.ofSocket(socket)
    if (!makeRoom(client)) {
      if (client) clients.release(client)
      socket.destroy()
      return
    }
    client?.connections.add(socket)
    const traffic = { bytes: 0, since: performance.now() }
    connections.set(socket, { client, current: undefined, isInLine: false, waiting: [], traffic })
    socket.once('close', () => close(socket))
  })

  server.on('request', (req, res) => {
    const connection = connections.get(req.socket)
    if (!connection) return void req.socket.destroy()
    if (!isBusy(connection)) getInLine(connection, req, res)
    else if (connection.waiting.push(() => getInLine(connection, req, res)) > limits.pipelined)
      req.socket.destroy()
  })

  return {
    open: (): Iterable<Socket> => connections.keys(),
    /** Runs the action when nothing else will be written to the connection: after the answer under way. */
    whenFree(socket: Socket, action: () => void): void {
      const connection = connections.get(socket)
      // A request that arrived whole is still answered; a broken one never will be.
      if (connection?.isInLine || connection?.current?.res.req.complete) connection.waiting.push(action)
      else action()
    },
    /** Cuts off clients that read too slowly, and connections without traffic; for a timer. */
    cutOffSlow(): void {
      unread.cutOffSlow()
      for (const [socket, { traffic }] of connections)
        if (isSilent(socket, traffic, silence)) socket.destroy()
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
    if (client.answering >= limits.answersPerClient) refuse(tooMany(), res)
    else listener(req, res, (work) => clients.make(client, work))
    if (onAnswer) tellWhenReady(onAnswer, req, res, start)
    // Most answers are ready at once and the system takes every byte: nothing to account for.
    if (res.writableEnded && res.writableLength === 0) return
    const count = hasBody(req) ? 'receiving' : 'answering'
    const answer: Answer = { client, count, res, socket: req.socket }
    connection.current = answer
    client[count]++
    if (count === 'receiving') req.once('end', () => received(connection, answer))
    if (res.writableEnded) unread.add(answer)
    else res.on('prefinish', () => unread.add(answer))
    res.on('close', () => end(connection, answer))
  }

  function received(connection: Connection, answer: Answer): void {
    if (connection.current !== answer) return
    answer.client.receiving--
    answer.client.answering++
    answer.count = 'answering'
  }

  function end(connection: Connection, answer: Answer): void {
    if (connection.current !== answer) return
    const { client, socket } = answer
    connection.current = undefined
    unread.delete(answer)
    client[answer.count]--
    clients.release(client)
    if (!socket.destroyed) goOn(connection)
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

  /** A client at its limit loses its oldest idle connection. With every place taken, the client with most loses one, an idle one first; where all have as few, a newcomer gets the oldest idle one of all. */
  function makeRoom(newcomer: Client | null): boolean {
    const own = newcomer?.connections ?? new Set<Socket>()
    if (own.size >= limits.connectionsPerClient) return closeIdle(own)
    if (connections.size < limits.connections) return true
    const [most] = [...clients.all()].toSorted((a, b) => b.connections.size - a.connections.size)
    if (!most || own.size + 1 >= most.connections.size)
      return own.size < limits.connectionsOfBrowser && closeIdle(connections.keys())
    const [oldest] = most.connections
    if (!closeIdle(most.connections)) oldest?.destroy()
    return true
  }

  /** Closes the oldest connection, but of a trusted proxy, for which no answer is being made or sent. */
  function closeIdle(sockets: Iterable<Socket>): boolean {
    for (const socket of sockets) {
      const { client = null, current, isInLine } = connections.get(socket) ?? {}
      if (!client || isInLine || current?.count === 'answering' || socket.destroyed) continue
      socket.destroy()
      return true
    }
    return false
  }
}

/** Instead of the server's own `timeout`, which sets a timer for each request. */
function isSilent(socket: Socket, traffic: Connection['traffic'], silence: number): boolean {
  const now = performance.now()
  const bytes = socket.bytesRead + socket.bytesWritten
  if (bytes !== traffic.bytes) Object.assign(traffic, { bytes, since: now })
  return now - traffic.since > silence
}

function tooMany(): GasolinaError {
  return new GasolinaError(
    'muitos_pedidos',
    `Deste endereço já correm ${limits.answersPerClient} pedidos: espere as respostas e pergunte de novo.`,
    { tentarEm: 1 },
  )
}

/** True where bytes to read follow the headers, perhaps slowly; nobody reads those of another method, whose end would never come. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = headers
  return method === 'POST' && (encoding !== undefined || Number(length) > 0)
}

function isBusy({ current, isInLine }: Connection): boolean {
  return isInLine || current !== undefined
}

/** When the answer is ready, not when it is sent: a slow client says nothing about the server. */
function tellWhenReady(tell: OnAnswer, req: IncomingMessage, res: ServerResponse, start: number): void {
  const route = routeName(req.url ?? '')
  if (res.writableEnded) return tell(route, res.statusCode, performance.now() - start)
  res.once('prefinish', () => tell(route, res.statusCode, performance.now() - start))
  res.once('close', () => {
    if (!res.writableEnded) tell(route, CLIENT_LEFT, performance.now() - start)
  })
}
