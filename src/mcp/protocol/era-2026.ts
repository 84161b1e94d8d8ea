import * as sdk from '@modelcontextprotocol/server'
import { isRecord } from '../../domain/basics/lists.ts'
import { quote } from '../../domain/basics/text.ts'
import { JSON_TYPE } from '../../format/json/answer-json.ts'
import type { LogCause } from '../tools/errors.ts'
import { type createServerFactory, signature } from '../server.ts'

/** The first revision of the newer era; the SDK serves it but exports no name for it. */
const MODERN_VERSION = '2026-07-28'

export const UNKNOWN_VERSION = `A versão do protocolo não é conhecida. Use uma de: ${[MODERN_VERSION, ...sdk.SUPPORTED_PROTOCOL_VERSIONS].join(', ')}.`

const WRONG_META = `Mande em params._meta o que a revisão ${MODERN_VERSION} pede, ou no cabeçalho mcp-protocol-version uma anterior: ${sdk.SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`

/** Sentences by the SDK's codes for versions and headers. The code of headers that contradict the body has no name there. */
const IN_PORTUGUESE: Readonly<Record<number, string>> = {
  [sdk.ProtocolErrorCode.UnsupportedProtocolVersion]: UNKNOWN_VERSION,
  [-32020]: 'Os cabeçalhos mcp-protocol-version, mcp-method e mcp-name têm de dizer o mesmo que o corpo.',
}

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
      text: status === 400 ? inPortuguese(text) : text,
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

/** A refusal of the SDK after a sentence on what is accepted. */
function inPortuguese(text: string): string {
  const refusal = JSON.parse(text.length > LONG_REFUSAL ? shortened(text) : text) as sdk.JSONRPCErrorResponse
  const { code, message, data } = refusal.error
  const sentence = isRecord(data) && 'envelope' in data ? WRONG_META : IN_PORTUGUESE[code]
  if (sentence !== undefined) refusal.error.message = `${sentence} ${message}`
  return JSON.stringify(refusal)
}

/** The SDK repeats whole names, versions and headers; a hundred characters of each are enough, as everywhere here. */
function shortened(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === 'string' ? quote(value) : value,
  )
}
