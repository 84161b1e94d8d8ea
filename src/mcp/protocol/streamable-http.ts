import * as sdk from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { oncePer } from '../../domain/basics/memoize.ts'
import { jsonOrUndefined } from '../../domain/basics/text.ts'
import { FRASE_ERRO_INTERNO, GasolinaError, failures, forClients } from '../../errors.ts'
import { JSON_TYPE } from '../../format/json/answer-json.ts'
import { asInOldEra } from '../tools/errors.ts'
import { STATUS } from '../tools/estatisticas.ts'
import { checkForm, createConcurrencyLimit, createOriginGuard, readRequestBody } from './http-guards.ts'
import { failureOf, idOf, refuseMalformed } from './malformed.ts'
import { UNKNOWN_VERSION, createModernEra } from './era-2026.ts'
import { type ServerDeps, createServerFactory } from '../server.ts'

export interface McpHandlerDeps extends ServerDeps {
  urlBase: string
  /** The commit served now. Results are cached while it is the same object; without it, never. */
  version?: () => object | undefined
}

const { InternalError, InvalidRequest, ParseError } = sdk.ProtocolErrorCode

const HEADERS = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Any page may read an answer: without cookies or keys nothing in it is private. The Origin guard decides which may ask.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
}

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'content-type, accept, authorization, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-max-age': '86400',
}

/**
 * Streamable HTTP at one address for both eras of the protocol, stateless: one POST, one message, one JSON answer. Never
 * rejects. A fresh server per request keeps clients with equal request ids apart. `caller` is the address of a request.
 */
export function createMcpHandler(deps: McpHandlerDeps) {
  const newServer = createServerFactory(deps)
  const checkOrigin = createOriginGuard(deps.urlBase)
  const answerModern = createModernEra(newServer, deps.log)
  const limited = createConcurrencyLimit()
  // Results of a commit, as JSON by tool and arguments. Only for the older era, where a hit costs a fifth of a miss: in the newer one
  // the SDK checks each request first. A call that began before a new commit sets its result in the older commit's cache.
  const resultsOf = oncePer((_commit: object) => new LRUCache<string, string>({ max: MAX_RESULTS }))

  async function answer(request: Request, caller: string): Promise<Response> {
    checkOrigin(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT })
    checkForm(request)
    const message = jsonOrUndefined(await readRequestBody(request))
    if (message === undefined) return refuse(ParseError, `O corpo não é JSON válido: ${MESSAGE}.`)
    // A batch could cancel its own requests and leave the answer hanging; the protocol has dropped batches.
    if (Array.isArray(message))
      return refuse(InvalidRequest, 'Lotes não valem aqui: mande uma mensagem por POST.')
    if (!sdk.isSpecType.JSONRPCMessage(message))
      return refuse(InvalidRequest, `O corpo não é uma mensagem JSON-RPC: ${MESSAGE}.`, idOf(message))
    return limited(caller, () => answerMessage(request, message)).catch((error: unknown) =>
      refusal(error, isRequest(message) ? message.id : null),
    )
  }

  async function answerMessage(request: Request, message: sdk.JSONRPCMessage): Promise<Response> {
    const isLegacy = await sdk.isLegacyRequest(request, message)
    const malformed = isRequest(message) ? refuseMalformed(message) : undefined
    if (malformed) return json(malformed, isLegacy ? 200 : 400)
    if (isLegacy) return answerLegacy(request, message)
    const { status, type, text } = await answerModern(request, message)
    return new Response(text || null, { status, headers: { ...HEADERS, 'content-type': type } })
  }

  async function answerLegacy(request: Request, message: sdk.JSONRPCMessage): Promise<Response> {
    const version = request.headers.get('mcp-protocol-version')
    if (version !== null && !sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version))
      return refuse(InvalidRequest, UNKNOWN_VERSION)
    if (!isRequest(message)) return new Response(null, { status: 202, headers: HEADERS })
    const commit = isCacheable(message) ? deps.version?.() : undefined
    const results = commit && resultsOf(commit)
    const key = JSON.stringify([message.params?.['name'], message.params?.['arguments']])
    const known = results?.get(key)
    if (known !== undefined)
      return text(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${known}}`, 200)
    const answer = await exchange(newServer('legacy'), message)
    if ('result' in answer && answer.result['isError'] !== true)
      results?.set(key, JSON.stringify(answer.result))
    return json(answer, 200)
  }

  return (request: Request, caller = '') =>
    answer(request, caller).catch((error: unknown) => refusal(error, null))

  /** An expected error as a JSON-RPC error, whose `data` has HTTP's status and our code. Other errors are logged. */
  function refusal(error: unknown, id: sdk.JSONRPCRequest['id'] | null): Response {
    const expected = forClients(error) ?? new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
    if (expected !== error) deps.log(error)
    const { codigo, message, metodos, tentarEm } = expected
    const { status } = failures[codigo]
    const code = status === 500 ? InternalError : REFUSED
    return json(failureOf(code, message, id, { status, codigo }), status, {
      ...(metodos && { allow: metodos.join(', ') }),
      ...(tentarEm !== undefined && { 'retry-after': String(tentarEm) }),
    })
  }
}

const MESSAGE = 'mande um objeto como {"jsonrpc":"2.0","id":1,"method":"tools/list"}'

/** One of the codes that JSON-RPC reserves for servers; the SDK, too, uses it where HTTP's status says what went wrong. */
const REFUSED = -32000

/** The older era: one request and its answer, on a server of its own. The SDK's transport for it has event streams and sessions. */
function exchange(server: sdk.Server, request: sdk.JSONRPCRequest): Promise<sdk.JSONRPCMessage> {
  return new Promise((resolve, reject) => {
    const transport: sdk.Transport = {
      start: async () => {},
      close: async () => {},
      send: async (message) => {
        // Notifications of the server are dropped: the HTTP answer carries one message.
        if (!('method' in message)) resolve(asInOldEra(message))
      },
    }
    server
      .connect(transport)
      .then(() => transport.onmessage?.(request))
      .catch(reject)
  })
}

/** Cached results, of at most 30 kB each. */
const MAX_RESULTS = 250

/** A tool's call without the status, which changes between two commits. */
function isCacheable({ method, params }: sdk.JSONRPCRequest): boolean {
  return method === 'tools/call' && !Object.hasOwn(params?.['arguments'] ?? {}, STATUS)
}

/** Notifications and answers need no reply: a stateless server has nothing that they could change. */
function isRequest(message: sdk.JSONRPCMessage): message is sdk.JSONRPCRequest {
  return 'method' in message && 'id' in message
}

function refuse(code: number, message: string, id: sdk.JSONRPCRequest['id'] | null = null): Response {
  return json(failureOf(code, message, id), 400)
}

function json(body: object, status: number, more?: Readonly<Record<string, string>>): Response {
  return text(JSON.stringify(body), status, more)
}

function text(body: string, status: number, more?: Readonly<Record<string, string>>): Response {
  return new Response(body, { status, headers: { ...HEADERS, ...more } })
}
