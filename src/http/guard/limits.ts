import type { Server } from 'node:http'

/** Every limit on clients of the HTTP face but those of `/mcp` alone, with its reason. Times are in milliseconds, sizes in bytes. */
export const limits = {
  /** The longest sensible question has 600; servers and proxies on the way cut at 8 kB or less. */
  uri: 4000,
  /** Address and headers together: memory of each connection before its client is known. */
  head: 16 * 1024,
  /** A phone on a bad line sends its headers within 2 s; a client that drips them wants the connection, not an answer. */
  headersTimeout: 5000,
  /** Whole request, body included: only POST /mcp has one, of at most 64 kB. */
  requestTimeout: 10_000,
  /** Between requests of one connection. Short, so that an idle crowd is gone within seconds. */
  keepAliveTimeout: 5000,
  /** A socket without traffic in either direction: clients that stopped reading. */
  silence: 30_000,
  /** Interval of node's check for connections past the timeouts above; its own 30 s would stretch 5 s to 35. */
  checking: 1000,
  /** After a refusal, for a client that does not close its side. */
  farewell: 2000,
  /** About 30 kB each while idle; a thousand is some 30 MB. Past that the client with most connections loses one. */
  connections: 1000,
  /** With every place taken by clients of few connections each, idle ones are given up for a client with fewer than a browser opens. */
  connectionsOfBrowser: 6,
  /** A busy program opens some dozens; a household or an office shares one address. Past that the oldest idle one is closed. */
  connectionsPerClient: 256,
  /** Answers being made or sent at one time for one client address. */
  answersPerClient: 64,
  /** Answers being made at one time for one client address; its others wait, and none is made for a connection that has closed. */
  madePerClient: 4,
  /** Pipelined requests of one connection. No browser sends any. */
  pipelined: 16,
  /** Unread answers of all clients; past it the oldest are cut off. */
  unreadBytes: 64 * 1024 * 1024,
  /** Bytes a millisecond: less than a phone gets at the edge of the oldest network. Slower readers are cut off. */
  slowestReader: 2,
  /** Time for requests under way after SIGTERM. */
  drain: 5000,
} as const

/** Sets the limits on an existing server: listhen takes no server options. */
export function limitServer(server: Server): void {
  Object.assign(server, {
    maxHeaderSize: limits.head,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checking,
    // A missing Host is answered in the one error shape, not by node's empty 400.
    requireHostHeader: false,
  })
  // node starts the check on `listening`, with the interval at that moment. Its handler replaces the older timer.
  if (server.listening) server.emit('listening')
}
