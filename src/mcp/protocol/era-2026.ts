import * as sdk from '@modelcontextprotocol/server'
import { quote } from '../../domain/basics/text.ts'
import { JSON_TYPE } from '../../format/json/answer-json.ts'
import type { LogCause } from '../tools/errors.ts'
import { type createServerFactory, signature } from '../server.ts'

/** The first revision of the newer era; the SDK serves it but exports no name for it. */
export const MODERN_VERSION = '2026-07-28'

/** Longer refusals repeat what the client sent, in characters. */
const LONG_REFUSAL = 2000

/** Revision 2026-07-28 over HTTP: the SDK checks each request's headers and the client's `_meta`. */
export function createModernEra(newServer: ReturnType<typeof createServerFactory>, log: LogCause) {
  const { fetch } = sdk.createMcpHandler(() => newServer('modern'), { legacy: 'reject', onerror })

  return async (request: Request, message: unknown) => {
    const response = await fetch(request, { parsedBody: message })
    const { status, headers } = response
    // The SDK checks headers and `_meta` before it looks for the method: 404 means that they were right.
    if (status === 404 && sdk.isJSONRPCRequest(message) && message.method === 'ping')
      return { status: 200, type: JSON_TYPE, text: JSON.stringify(pong(message.id)) }
    const text = await response.text()
    return {
      status,
      type: headers.get('content-type') ?? JSON_TYPE,
      text: status !== 200 && text.length > LONG_REFUSAL ? shortened(text) : text,
    }
  }

  /** The SDK reports refusals of wrong requests, too; those are not logged. */
  function onerror(error: Error): void {
    if (!(error instanceof sdk.ProtocolError) && !error.message.startsWith('Rejected ')) log(error)
  }
}

/** The answer to `ping` in the newer era, which dropped it: clients still send it to check that the server is alive. */
export function pong(id: sdk.RequestId): sdk.JSONRPCMessage {
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: signature } }
}

/** The SDK repeats whole names, versions and headers; a hundred characters of each are enough, as everywhere here. */
function shortened(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === 'string' ? quote(value) : value,
  )
}
