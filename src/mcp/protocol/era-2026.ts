import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isJSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
} from '@modelcontextprotocol/server'
import { quote } from '../../domain/basics/text.ts'
import { JSON_TYPE } from '../../format/files/media-types.ts'
import type { Log } from '../tools/errors.ts'
import { pong } from './ping.ts'
import type { createRemembered } from './result-cache.ts'
import type { createServerFactory } from '../server.ts'

export interface ModernDeps {
  newServer: ReturnType<typeof createServerFactory>
  remembered: ReturnType<typeof createRemembered>
  log: Log
}

/** The revision with which the newer era begins; the SDK serves it and has no name for it. */
export const MODERN_VERSION = '2026-07-28'

/** An answer of the newer era, to be sent. */
export interface ModernAnswer {
  status: number
  type: string
  text: string
}

/** What clients say of themselves, remembered once it was found right: so many, each so long at most, in characters. */
const MAX_INTRODUCTIONS = 1000
const MAX_INTRODUCTION = 2000

/** Longer refusals quote what came. */
const LONG_REFUSAL = 2000

/**
 * Revision 2026-07-28 over HTTP: the SDK judges each request's headers and what its `_meta` says of the client. A call that
 * is plainly right, of a client known to speak rightly, may be answered from what an equal call found.
 */
export function createModern({ newServer, remembered, log }: ModernDeps) {
  const { fetch } = createMcpHandler(() => newServer('modern'), { legacy: 'reject', onerror })
  const introductions = new Set<string>()

  return async (request: Request, message: unknown): Promise<ModernAnswer> => {
    if (!isPlainCall(request, message)) return bounded(withPing(message, await serve(request, message)))
    const introduction = introductionOf(message)
    const isTrusted = introductions.has(introduction)
    let answer: ModernAnswer | undefined
    const text = await remembered({ era: 'modern', request: message, isTrusted }, async () => {
      answer = await serve(request, message)
      return JSON.parse(answer.text) as JSONRPCMessage
    })
    if (!answer) return { status: 200, type: JSON_TYPE, text }
    if (answer.status === 200 && !isTrusted) remember(introduction)
    return bounded(answer)
  }

  async function serve(request: Request, message: unknown): Promise<ModernAnswer> {
    const response = await fetch(request, { parsedBody: message })
    const type = response.headers.get('content-type') ?? JSON_TYPE
    return { status: response.status, type, text: await response.text() }
  }

  function remember(introduction: string): void {
    if (introduction.length > MAX_INTRODUCTION) return
    if (introductions.size >= MAX_INTRODUCTIONS) introductions.clear()
    introductions.add(introduction)
  }

  /** The SDK reports what it refuses, too: that is the client's affair. */
  function onerror(error: Error): void {
    if (!(error instanceof ProtocolError) && !error.message.startsWith('Rejected ')) log(error)
  }
}

/** A call whose headers say, letter for letter, what its body says. */
function isPlainCall({ headers }: Request, message: unknown): message is JSONRPCRequest {
  const { id, method, params } = message as Partial<JSONRPCRequest>
  return (
    id !== undefined &&
    method === 'tools/call' &&
    headers.get('mcp-method') === method &&
    headers.get('mcp-name') === params?.['name'] &&
    headers.get('mcp-protocol-version') === params?._meta?.[PROTOCOL_VERSION_META_KEY]
  )
}

/** Not found is the last of the SDK's refusals: headers and `_meta` are right then. */
function withPing(message: unknown, answer: ModernAnswer): ModernAnswer {
  if (!isJSONRPCRequest(message) || message.method !== 'ping' || answer.status !== 404) return answer
  return { status: 200, type: JSON_TYPE, text: JSON.stringify(pong(message.id)) }
}

/** The part of `_meta` that the protocol asks for. */
function introductionOf({ params }: JSONRPCRequest): string {
  const meta = params?._meta ?? {}
  return JSON.stringify([
    meta[PROTOCOL_VERSION_META_KEY],
    meta[CLIENT_INFO_META_KEY],
    meta[CLIENT_CAPABILITIES_META_KEY],
  ])
}

/** The SDK quotes whole names, versions and headers; as everywhere here, a hundred characters are enough. */
function bounded(answer: ModernAnswer): ModernAnswer {
  if (answer.status === 200 || answer.text.length <= LONG_REFUSAL) return answer
  const text = JSON.stringify(JSON.parse(answer.text), (_, value: unknown) =>
    typeof value === 'string' ? quote(value) : value,
  )
  return { ...answer, text }
}
