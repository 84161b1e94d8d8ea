import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { STRETCH, createLanes, freeTurns } from '../../domain/basics/event-loop.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import type { ClientAddresses } from './client-address.ts'
import { limits } from './limits.ts'

/** All connections and requests from one client address. */
export type Client = ReturnType<typeof createClient>

function createClient(address: string) {
  return {
    address,
    /** Open connections, without those of trusted proxies. */
    connections: new Set<Socket>(),
    /** Requests waiting for a turn of the event loop. */
    waiting: 0,
    /** Requests whose body has not arrived whole. */
    receiving: 0,
    /** Other requests with an answer not sent yet. */
    answering: 0,
    /** Answers in the lanes or waiting for one, also those whose connection has closed. */
    making: 0,
    inLanes: createLanes(limits.madePerClient),
  }
}

export type Clients = ReturnType<typeof createClients>

export function createClients(clientAddresses: ClientAddresses) {
  const clients = new Map<string, Client>()
  const known = createMemory(clients)
  const clientAt = (address: string) => known(address, () => createClient(address))

  return {
    release,
    /** Makes an answer when the client has a free lane. It counts until it is made: its work goes on when the connection closes. */
    async make<T>(client: Client, work: () => Promise<T>): Promise<T> {
      client.making++
      try {
        return await client.inLanes(work)
      } finally {
        client.making--
        release(client)
      }
    },
    /** null: a trusted proxy. */
    ofSocket(socket: Socket): Client | null {
      const address = clientAddresses.ofSocket(socket)
      return address === null ? null : clientAt(address)
    },
    ofRequest: (req: IncomingMessage): Client => clientAt(clientAddresses.ofRequest(req)),
    all: (): Iterable<Client> => clients.values(),
  }

  /** Removes a client without connections and requests; call it after each end of one. */
  function release(client: Client): void {
    const { address, connections, waiting, receiving, answering, making } = client
    if (connections.size + waiting + receiving + answering + making === 0 && clients.get(address) === client)
      clients.delete(address)
  }
}

/** Milliseconds: some twenty cached answers, or two lists of all stations. */
const EACH_TURN = 0.4

/** Divides each turn of the event loop among clients: node accepts one connection per turn, so the questions of one client could keep newcomers outside. */
export function createFairTurns(now = () => performance.now()) {
  /** Queues of waiting clients, the next client first. */
  const waiting = new Map<Client, (() => void)[]>()
  let begun: number | undefined

  return {
    /** Runs the action at once, or in one of the next turns. */
    run(client: Client, action: () => void): void {
      const queue = waiting.get(client)
      if (queue) queue.push(action)
      else if (isLeft()) action()
      else waiting.set(client, [action])
    },
  }

  function isLeft(): boolean {
    if (begun === undefined) {
      begun = now()
      setImmediate(endTurn)
    }
    return now() - begun < EACH_TURN
  }

  /** After a search among 42,000 stations new connections come first. */
  function endTurn(): void {
    if (now() - (begun ?? 0) < STRETCH) nextTurn()
    else void freeTurns().then(nextTurn)
  }

  function nextTurn(): void {
    begun = undefined
    while (waiting.size > 0 && isLeft()) {
      const [[client, queue] = []] = waiting
      if (!client || !queue) return
      const action = queue.shift()
      // A client with more actions moves to the end, behind any others.
      if (waiting.size > 1 || queue.length === 0) waiting.delete(client)
      if (queue.length > 0) waiting.set(client, queue)
      action?.()
    }
  }
}
