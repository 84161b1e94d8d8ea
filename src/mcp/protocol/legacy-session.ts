import type { JSONRPCMessage, JSONRPCRequest, Server, Transport } from '@modelcontextprotocol/server'
import { asInOldEra } from '../tools/errors.ts'

/**
 * The older era: one request in, its answer out, on a server of its own. The SDK's own transport for it answers by event
 * streams and keeps sessions and resumption, none of which exist without state.
 */
export function exchange(server: Server, request: JSONRPCRequest): Promise<JSONRPCMessage> {
  return new Promise((resolve, reject) => {
    const transport: Transport = {
      start: async () => {},
      close: async () => {},
      send: async (message) => {
        // The server may speak of its own accord; only the answer has somewhere to go.
        if (!('method' in message)) resolve(asInOldEra(message))
      },
    }
    server
      .connect(transport)
      .then(() => transport.onmessage?.(request))
      .catch(reject)
  })
}
