import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'
import {
  isLegacyRequest,
  isSpecType,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { FRASE_ERRO_INTERNO, GasolinaError, failures } from '../../errors.ts'
import { JSON_TYPE } from '../../format/files/media-types.ts'
import { exchange } from './legacy-session.ts'
import { checkForm, createOriginGuard, readBody } from './http-guards.ts'
import { idOf, refuseMalformed } from './malformed.ts'
import { createModern, MODERN_VERSION } from './era-2026.ts'
import type { Version } from './result-cache.ts'
import { createRemembered } from './result-cache.ts'
import { createRoom } from './concurrency.ts'
import type { McpDeps } from '../server.ts'
import { createServerFactory } from '../server.ts'

export interface McpHandlerDeps extends McpDeps {
  /** What is served now; without it no answer is remembered. */
  version?: Version
}

/** `caller` tells whoever asks from the others, by the address they ask from. */
export type McpHandler = (request: Request, caller?: string) => Promise<Response>

const HEADERS = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Pages may read what comes: without cookies or keys there is nothing that is one person's. Who may ask, Origin decides.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
}

/** To a browser's question before a page's own: what clients of both eras send. */
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'content-type, accept, authorization, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-max-age': '86400',
}

/**
 * Streamable HTTP at one address for both eras of the protocol, stateless: one POST, one message, one JSON answer. Never
 * rejects. A fresh server per request keeps clients with equal request ids apart.
 */
export function createMcpHandler(deps: McpHandlerDeps): McpHandler {
  const newServer = createServerFactory(deps)
  const checkOrigin = createOriginGuard(deps.urlBase)
  const remembered = createRemembered(deps.version ?? (() => undefined))
  const answerModern = createModern({ newServer, remembered, log: deps.log })
  const inRoom = createRoom()

  async function answer(request: Request, caller: string): Promise<Response> {
    checkOrigin(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT })
    checkForm(request)
    const message = parse(await readBody(request))
    if (message === undefined) return refuse(ProtocolErrorCode.ParseError, 'O corpo não é JSON válido.')
    // A batch could cancel its own requests and leave the answer hanging; the protocol has dropped batches.
    if (Array.isArray(message))
      return refuse(ProtocolErrorCode.InvalidRequest, 'Lotes não valem aqui: mande uma mensagem por POST.')
    if (!isSpecType.JSONRPCMessage(message))
      return refuse(ProtocolErrorCode.InvalidRequest, 'O corpo não é uma mensagem JSON-RPC.', idOf(message))
    try {
      return await inRoom(caller, () => answerMessage(request, message))
    } catch (error) {
      return refusal(error, isRequest(message) ? message.id : null)
    }
  }

  async function answerMessage(request: Request, message: JSONRPCMessage): Promise<Response> {
    const isLegacy = await isLegacyRequest(request, message)
    const malformed = isRequest(message) ? refuseMalformed(message) : undefined
    if (malformed) return json(malformed, isLegacy ? 200 : 400)
    if (isLegacy) return answerLegacy(request, message)
    const { status, type, text } = await answerModern(request, message)
    return new Response(text || null, { status, headers: { ...HEADERS, 'content-type': type } })
  }

  async function answerLegacy(request: Request, message: JSONRPCMessage): Promise<Response> {
    const version = request.headers.get('mcp-protocol-version')
    if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
      return refuse(
        ProtocolErrorCode.InvalidRequest,
        `A versão do protocolo não é conhecida. Use uma de: ${[MODERN_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS].join(', ')}.`,
      )
    if (!isRequest(message)) return new Response(null, { status: 202, headers: HEADERS })
    const ask = () => exchange(newServer('legacy'), message)
    return text(await remembered({ era: 'legacy', request: message, isTrusted: true }, ask), 200)
  }

  return async (request, caller = '') => {
    try {
      return await answer(request, caller)
    } catch (error) {
      return refusal(error, null)
    }
  }

  /** What the program expected, told in the protocol's form: `data` says by which of HTTP's codes. */
  function refusal(error: unknown, id: JSONRPCRequest['id'] | null): Response {
    const told =
      error instanceof GasolinaError && failures[error.codigo].isForClients
        ? error
        : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
    if (told !== error) deps.log(error)
    const { codigo, message, metodos, tentarEm } = told
    const { status } = failures[codigo]
    const code = status === 500 ? ProtocolErrorCode.InternalError : REFUSED
    return json(failureOf(code, message, id, { status, codigo }), status, {
      ...(metodos && { allow: metodos.join(', ') }),
      ...(tentarEm !== undefined && { 'retry-after': String(tentarEm) }),
    })
  }
}

/** Of the codes JSON-RPC leaves to servers, the one that the SDK, too, uses for what HTTP's status tells. */
const REFUSED = -32000

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

/** `id` is null of a message that could not be read. */
function failureOf(code: number, message: string, id: JSONRPCRequest['id'] | null, data?: object): object {
  return { jsonrpc: '2.0', error: { code, message, ...(data && { data }) }, id }
}

function refuse(code: number, message: string, id: JSONRPCRequest['id'] | null = null): Response {
  return json(failureOf(code, message, id), 400)
}

function json(body: object, status: number, more?: Readonly<Record<string, string>>): Response {
  return text(JSON.stringify(body), status, more)
}

function text(body: string, status: number, more?: Readonly<Record<string, string>>): Response {
  return new Response(body, { status, headers: more ? { ...HEADERS, ...more } : HEADERS })
}
