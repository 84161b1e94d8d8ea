import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'
import type { Era } from '../server.ts'
import { STATUS } from '../tools/status.ts'

/** What decides the tools' answers: while it is the same object, equal calls have equal answers. */
export type Version = () => object | undefined

/** Characters kept in all; an answer has 30,000 at most. */
const MAX_CHARACTERS = 8_000_000

export interface Call {
  era: Era
  request: JSONRPCRequest
  /** False: it may have to be refused, so nobody answers it from memory. */
  isTrusted: boolean
}

/**
 * Answers calls of tools, as JSON. Assistants ask much the same things between two collections, so what a call found is kept
 * as text until the next one, for each era of the protocol; refusals are not, for they may pass.
 */
export function createRemembered(version: Version) {
  const results = new Map<string, string>()
  let held: object | undefined
  let characters = 0

  return async ({ era, request, isTrusted }: Call, ask: () => Promise<JSONRPCMessage>): Promise<string> => {
    const now = version()
    if (now !== held) forget(now)
    const key = now && mayBeKept(request) ? keyOf(era, request) : undefined
    const known = key !== undefined && isTrusted ? results.get(key) : undefined
    if (known !== undefined) return `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${known}}`
    const answer = await ask()
    if (key !== undefined && 'result' in answer && answer.result['isError'] !== true && version() === now)
      remember(key, JSON.stringify(answer.result))
    return JSON.stringify(answer)
  }

  function remember(key: string, result: string): void {
    if (characters + key.length + result.length > MAX_CHARACTERS) forget(held)
    if (!results.has(key)) characters += key.length + result.length
    results.set(key, result)
  }

  function forget(now: object | undefined): void {
    held = now
    characters = 0
    results.clear()
  }
}

/** The status tells what happened since the commit, too. */
function mayBeKept({ method, params }: JSONRPCRequest): boolean {
  return method === 'tools/call' && !Object.keys(params?.['arguments'] ?? {}).includes(STATUS)
}

/** `_meta` is the client's own and changes no answer. */
function keyOf(era: Era, { params }: JSONRPCRequest): string {
  return JSON.stringify([era, params?.['name'], params?.['arguments']])
}
