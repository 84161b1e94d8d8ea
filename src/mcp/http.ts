import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import {
  ErrorCode,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { Clock } from '../domain/time.ts'
import { FRASE_ERRO_INTERNO, GasolinaError, failures } from '../errors.ts'
import { errorBody } from '../format/error.ts'
import { exchange } from './exchange.ts'
import { checkForm, createOriginGuard, readBody } from './guards.ts'
import { refuseMalformed } from './malformed.ts'
import type { Version } from './remembered.ts'
import { createRemembered } from './remembered.ts'
import type { McpDeps } from './server.ts'
import { createServerFactory } from './server.ts'

export interface McpHandlerDeps extends McpDeps {
  clock: Clock
  /** What is served now; without it no answer is remembered. */
  version?: Version
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/**
 * Streamable HTTP at one address, stateless: one POST, one message, one JSON answer. Never rejects.
 * A fresh server per request keeps clients with equal request ids apart.
 */
export function createMcpHandler(deps: McpHandlerDeps): (request: Request) => Promise<Response> {
  const newServer = createServerFactory(deps)
  const checkOrigin = createOriginGuard(deps.urlBase)
  const ask = createRemembered(deps.version ?? (() => undefined), (request) => exchange(newServer(), request))

  async function answer(request: Request): Promise<Response> {
    checkOrigin(request)
    checkForm(request)
    const body = parse(await readBody(request))
    if (body === undefined) return protocolError(ErrorCode.ParseError, 'O corpo não é JSON válido.')
    // A batch could cancel its own requests and leave the answer hanging; the protocol has dropped batches.
    if (Array.isArray(body))
      return protocolError(ErrorCode.InvalidRequest, 'Lotes não valem aqui: mande uma mensagem por POST.')
    const { success, data: message } = JSONRPCMessageSchema.safeParse(body)
    if (!success) return protocolError(ErrorCode.InvalidRequest, 'O corpo não é uma mensagem JSON-RPC.')
    const version = request.headers.get('mcp-protocol-version')
    if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
      return protocolError(
        ErrorCode.InvalidRequest,
        `A versão do protocolo não é conhecida. Use uma de: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
      )
    if (!isRequest(message)) return new Response(null, { status: 202 })
    const refused = refuseMalformed(message)
    if (refused) return json(refused, 200)
    return text(await ask(message), 200)
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      return refusal(error)
    }
  }

  /** Before a message was read. */
  function refusal(error: unknown): Response {
    const told =
      error instanceof GasolinaError && failures[error.codigo].isForClients
        ? error
        : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
    if (told !== error) deps.log(error)
    return json(errorBody(told, deps.clock()), failures[told.codigo].status, told.metodos)
  }
}

/** Notifications and answers ask for nothing: there is no state they could change. */
function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function protocolError(code: number, message: string): Response {
  return json({ jsonrpc: '2.0', error: { code, message }, id: null }, 400)
}

function json(body: object, status: number, allow?: readonly string[]): Response {
  return text(JSON.stringify(body), status, allow)
}

function text(body: string, status: number, allow?: readonly string[]): Response {
  const headers: Record<string, string> = allow ? { ...HEADERS, allow: allow.join(', ') } : HEADERS
  return new Response(body, { status, headers })
}
