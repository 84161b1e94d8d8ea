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
  /** After a refusal, for a client that does not close its side. */
  farewell: 2000,
  /** About 30 kB each while idle; a thousand is some 30 MB. Past that whoever holds the most gives one up. */
  connections: 1000,
  /** A browser opens six, a busy program some dozens; a household or an office shares one address. */
  connectionsPerClient: 256,
  /** Answers made or leaving at one time for one address. */
  answersPerClient: 64,
  /** Requests on one connection that wait for the answer before theirs. No browser sends any. */
  pipelined: 16,
  /** Made for clients that do not read, in all; past it the longest waiting are cut off. */
  unreadBytes: 64 * 1024 * 1024,
  /** Bytes a millisecond: less than a phone gets at the edge of the oldest network. Slower readers are cut off. */
  slowestReader: 2,
  /** What requests under way get to finish after SIGTERM. */
  drain: 5000,
  /** Ready answers of one commit, compressed forms included. */
  cacheBytes: 32 * 1024 * 1024,
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
    // A missing Host is told in the one error shape, not by an empty 400.
    requireHostHeader: false,
  })
  // Node arms the check once, on `listening`, with the interval of that moment. Its handler replaces the older timer.
  if (server.listening) server.emit('listening')
}
