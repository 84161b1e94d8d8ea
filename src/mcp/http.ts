import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { Clock } from '../domain/time.ts'
import type { Codigo } from '../errors.ts'
import { FRASE_ERRO_INTERNO, GasolinaError } from '../errors.ts'
import { errorBody } from '../format/error.ts'
import { checkForm, createOriginGuard, readBody } from './guards.ts'
import type { McpDeps } from './server.ts'
import { createServerFactory } from './server.ts'

export interface McpHandlerDeps extends McpDeps {
  clock: Clock
}

/** Refusals before a message is read; whatever else a guard may throw is a bug. */
const statusOf: Partial<Record<Codigo, number>> = {
  origem_nao_permitida: 403,
  metodo_nao_permitido: 405,
  corpo_grande: 413,
  tipo_nao_suportado: 415,
}

/**
 * Streamable HTTP at one address, stateless: one POST, one message, one JSON answer. Never rejects.
 * A fresh server and transport per request keep clients with equal request ids apart.
 */
export function createMcpHandler(deps: McpHandlerDeps): (request: Request) => Promise<Response> {
  const newServer = createServerFactory(deps)
  const checkOrigin = createOriginGuard(deps.urlBase)

  async function answer(request: Request): Promise<Response> {
    checkOrigin(request)
    checkForm(request)
    const message = parse(await readBody(request))
    if (message === undefined) return protocolError(ErrorCode.ParseError, 'O corpo não é JSON válido.')
    // A batch could cancel its own requests and leave the answer hanging; the protocol has dropped batches.
    if (Array.isArray(message))
      return protocolError(ErrorCode.InvalidRequest, 'Lotes não valem aqui: mande uma mensagem por POST.')
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = newServer()
    try {
      await server.connect(transport)
      return await transport.handleRequest(acceptingBoth(request), { parsedBody: message })
    } finally {
      await server.close()
    }
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      return refusal(error)
    }
  }

  function refusal(error: unknown): Response {
    const status = error instanceof GasolinaError ? statusOf[error.codigo] : undefined
    if (error instanceof GasolinaError && status !== undefined)
      return json(errorBody(error, status, deps.clock()), status, error.metodos)
    deps.log(error)
    return json(errorBody(new GasolinaError('erro_interno', FRASE_ERRO_INTERNO), 500, deps.clock()), 500)
  }
}

/** The SDK insists on a client that takes event streams too, though none is ever sent here. */
function acceptingBoth(request: Request): Request {
  const accept = request.headers.get('accept') ?? ''
  if (accept.includes('application/json') && accept.includes('text/event-stream')) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(request.url, { method: 'POST', headers })
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
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  if (allow) headers.allow = allow.join(', ')
  return new Response(JSON.stringify(body), { status, headers })
}
