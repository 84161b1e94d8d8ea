import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Callers } from './per-address.ts'

/** Whoever asks from one address, and what of ours they hold. */
export interface Client {
  readonly address: string
  /** Open connections; those of a proxy count for nobody. */
  connections: Set<Socket>
  /** Requests that wait for their turn. */
  waiting: number
  /** Requests whose answers have not left yet. */
  answering: number
}

export interface Clients {
  /** Who connected; null for a proxy. */
  ofSocket(socket: Socket): Client | null
  /** Who asks. */
  ofRequest(req: IncomingMessage): Client
  /** Call it when something of theirs ended: one who holds nothing is forgotten. */
  release(client: Client): void
  all(): Iterable<Client>
}

export function createClients(callers: Callers): Clients {
  const clients = new Map<string, Client>()

  return {
    ofSocket(socket) {
      const address = callers.ofSocket(socket)
      return address === null ? null : clientAt(address)
    },
    ofRequest: (req) => clientAt(callers.ofRequest(req)),
    release(client) {
      const { address, connections, waiting, answering } = client
      if (connections.size + waiting + answering === 0 && clients.get(address) === client)
        clients.delete(address)
    },
    all: () => clients.values(),
  }

  function clientAt(address: string): Client {
    const known = clients.get(address)
    if (known) return known
    const client = { address, connections: new Set<Socket>(), waiting: 0, answering: 0 }
    clients.set(address, client)
    return client
  }
}
