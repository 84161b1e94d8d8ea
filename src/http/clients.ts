import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BlockList, isIP } from 'node:net'

/** Whoever asks from one address, and what of ours they hold. */
export interface Client {
  readonly address: string
  /** Open connections; those of a proxy count for nobody. */
  connections: Set<Socket>
  /** Requests whose answers have not left yet. */
  answering: number
}

export interface Clients {
  /** Who connected; null for a proxy, behind which many may be. */
  ofSocket(socket: Socket): Client | null
  /** Who asks, when a proxy passes the question on: the last address that no trusted proxy wrote. */
  behindProxy(req: IncomingMessage): Client
  /** The address they ask from, whoever passes the question on. */
  addressOf(req: IncomingMessage): string
  /** Call it when something of theirs ended: one who holds nothing is forgotten. */
  release(client: Client): void
  all(): Iterable<Client>
}

/** `proxies`: addresses and networks (`10.0.0.0/8`) whose word about who asks is taken. */
export function createClients(proxies: readonly string[]): Clients {
  const trusted = toBlockList(proxies)
  const clients = new Map<string, Client>()

  return {
    ofSocket: ({ remoteAddress = '' }) => (isTrusted(remoteAddress) ? null : clientAt(nameOf(remoteAddress))),
    behindProxy: (req) => clientAt(toldBy(req)),
    addressOf: (req) =>
      isTrusted(req.socket.remoteAddress ?? '') ? toldBy(req) : nameOf(req.socket.remoteAddress ?? ''),
    release(client) {
      if (client.connections.size === 0 && client.answering === 0) clients.delete(client.address)
    },
    all: () => clients.values(),
  }

  function toldBy({ headers, socket }: IncomingMessage): string {
    const told = String(headers['x-forwarded-for'] ?? '').split(',')
    for (const part of told.toReversed()) {
      const address = part.trim().replace(/^\[(.*)\]$/, '$1')
      // What is no address was not written by a proxy of ours: nothing left of it counts.
      if (!isIP(address)) break
      if (!isTrusted(address)) return nameOf(address)
    }
    return nameOf(socket.remoteAddress ?? '')
  }

  function clientAt(address: string): Client {
    const known = clients.get(address)
    if (known) return known
    const client = { address, connections: new Set<Socket>(), answering: 0 }
    clients.set(address, client)
    return client
  }

  function isTrusted(address: string): boolean {
    if (proxies.length === 0) return false
    const plain = withoutMapping(address)
    return trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** An IPv6 household has 2^64 addresses: its network counts as one. */
function nameOf(address: string): string {
  const plain = withoutMapping(address)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = groups.concat(
    Array.from({ length: missing }, () => '0'),
    tail ? tail.split(':') : [],
  )
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** A socket that takes both families tells IPv4 addresses as `::ffff:192.0.2.1`. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

function toBlockList(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
