import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientAddresses } from './client-address.ts'

/** All connections and requests from one client address. */
export interface Client {
  readonly address: string
  /** Open connections, without those of trusted proxies. */
  connections: Set<Socket>
  /** Requests waiting for a turn of the event loop. */
  waiting: number
  /** Requests with an answer not sent yet. */
  answering: number
}

export type Clients = ReturnType<typeof createClients>

export function createClients(clientAddresses: ClientAddresses) {
  const clients = new Map<string, Client>()

  return {
    /** null: a trusted proxy. */
    ofSocket(socket: Socket): Client | null {
      const address = clientAddresses.ofSocket(socket)
      return address === null ? null : clientAt(address)
    },
    ofRequest: (req: IncomingMessage): Client => clientAt(clientAddresses.ofRequest(req)),
    /** Removes a client without connections and requests; call it after each end of one. */
    release(client: Client): void {
      const { address, connections, waiting, answering } = client
      if (connections.size + waiting + answering === 0 && clients.get(address) === client)
        clients.delete(address)
    },
    all: (): Iterable<Client> => clients.values(),
  }

  function clientAt(address: string): Client {
    const known = clients.get(address)
    if (known) return known
    const client = { address, connections: new Set<Socket>(), waiting: 0, answering: 0 }
    clients.set(address, client)
    return client
  }
}
