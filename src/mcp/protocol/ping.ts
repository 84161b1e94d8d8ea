import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server'
import { signature } from '../server.ts'

/**
 * The answer to `ping` in the newer era. Revision 2026-07-28 dropped the method, and the SDK refuses it there; clients send it
 * all the same, to learn whether a server lives.
 */
export function pong(id: RequestId): JSONRPCMessage {
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: signature } }
}
