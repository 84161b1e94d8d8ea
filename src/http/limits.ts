import type { Server } from 'node:http'

/** Every limit of the HTTP face, with its reason. Times are in milliseconds, sizes in bytes. */
export const limits = {
  /** The longest sensible question has 600; servers and proxies on the way cut at 8 kB or less. */
  uri: 4000,
  /** Address and headers together, held in memory per connection before anything is known of the client. */
  head: 16 * 1024,
  /** A phone on a bad line sends its headers within 2 s; a client that drips them wants the connection, not an answer. */
  headersTimeout: 5000,
  /** Whole request, body included: only POST /mcp has one, of at most 64 kB. */
  requestTimeout: 10_000,
  /** Between requests of one connection. Short, so that an idle crowd is gone within seconds. */
  keepAliveTimeout: 5000,
  /** A socket on which nothing moves, in either direction: readers that stopped reading. */
  silence: 30_000,
  /** How often node looks for connections past the timeouts above; its own 30 s would stretch 5 s to 35. */
  checking: 1000,
  /** About 30 kB each while idle; a thousand is some 30 MB. Past that a connection is dropped at once. */
  connections: 1000,
  /** What requests under way get to finish after SIGTERM. */
  drain: 5000,
  /** Ready answers of one commit, compressed forms included. */
  cacheBytes: 64 * 1024 * 1024,
  /** Memory for putting lists together, waiting for the next one. */
  freeBuffers: 2 * 1024 * 1024,
  /** Characters of raw addresses that lead to ready answers. */
  cacheKeys: 4 * 1024 * 1024,
} as const

/** Sets the limits on a server made by someone else (listhen gives no way to hand them over). */
export function limitServer(server: Server): void {
  Object.assign(server, {
    maxHeaderSize: limits.head,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    timeout: limits.silence,
    connectionsCheckingInterval: limits.checking,
    maxConnections: limits.connections,
  })
  // Node arms the check once, on `listening`, with the interval of that moment. Its handler replaces the older timer.
  if (server.listening) server.emit('listening')
}
