import type { IncomingMessage } from 'node:http'
import { BlockList, type Socket, isIP } from 'node:net'

/** The address a client is known by; one for all of an IPv6 /64 network. */
export type ClientAddresses = ReturnType<typeof createClientAddresses>

/** `proxies`: addresses and networks (`10.0.0.0/8`) trusted to tell their clients' addresses. */
export function createClientAddresses(proxies: readonly string[]) {
  const trusted = toBlockList(proxies)

  return {
    ofSocket,
    /** Address of the client behind any trusted proxies: the last address in x-forwarded-for that is not a proxy's. */
    ofRequest: (req: IncomingMessage): string => ofSocket(req.socket) ?? toldBy(req),
  }

  /** Address of the other end of a connection; null for a trusted proxy, which has many clients. */
  function ofSocket({ remoteAddress = '' }: Socket): string | null {
    return isTrusted(remoteAddress) ? null : nameOf(remoteAddress)
  }

  function toldBy({ headers, socket }: IncomingMessage): string {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    for (const part of forwarded.toReversed()) {
      const address = part.trim().replace(/^\[(.*)\]$/, '$1')
      // Text that is no address was not written by a trusted proxy; neither was the text to its left.
      if (!isIP(address)) break
      if (!isTrusted(address)) return nameOf(address)
    }
    return nameOf(socket.remoteAddress ?? '')
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
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** A dual-stack socket reports IPv4 addresses as `::ffff:192.0.2.1`. */
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
