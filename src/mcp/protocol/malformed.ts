import {
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  specTypeSchemas,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../domain/basics/lists.ts'

const forms = new Map<string, (typeof specTypeSchemas)[keyof typeof specTypeSchemas]>([
  ['tools/call', specTypeSchemas.CallToolRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['resources/list', specTypeSchemas.ListResourcesRequest],
  ['resources/templates/list', specTypeSchemas.ListResourceTemplatesRequest],
  ['resources/read', specTypeSchemas.ReadResourceRequest],
  ['prompts/list', specTypeSchemas.ListPromptsRequest],
  ['prompts/get', specTypeSchemas.GetPromptRequest],
  ['completion/complete', specTypeSchemas.CompleteRequest],
  ['initialize', specTypeSchemas.InitializeRequest],
  ['ping', specTypeSchemas.PingRequest],
])

/** Arguments have one level; recursion over thousands of levels would overflow the stack. */
const DEEPEST = 32

/** The refusal of a request whose `params` are not its method's; the SDK would send its own list of faults as an internal error. */
export function refuseMalformed(request: JSONRPCRequest): object | undefined {
  const { id, method } = request
  if (isDeeper(request, DEEPEST))
    return failureOf(
      ProtocolErrorCode.InvalidParams,
      `params passa de ${DEEPEST} níveis de listas e objetos, o máximo aqui.`,
      id,
    )
  // The newer era lacks `initialize`, and the SDK refuses it there.
  const isGone = method === 'initialize' && request.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined
  const problems = isGone ? undefined : forms.get(method)?.['~standard'].validate(request).issues
  if (!problems) return undefined
  const where = problems[0]?.path?.join('.') ?? ''
  const member = /^params[\w.]{0,60}$/.test(where) ? where : 'params'
  return failureOf(ProtocolErrorCode.InvalidParams, `${member} não tem a forma que ${method} pede.`, id)
}

/** The id of a request that is no message for another reason: the client waits for an answer by it. */
export function idOf(message: unknown): JSONRPCRequest['id'] | null {
  if (!isRecord(message) || !('method' in message)) return null
  const { id } = message
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null
}

/** A JSON-RPC error; `id` is null for a message that could not be read. */
export function failureOf(code: number, message: string, id: JSONRPCRequest['id'] | null, data?: object) {
  return { jsonrpc: '2.0', error: { code, message, ...(data && { data }) }, id }
}

/** Level by level: recursion would use the stack that this check protects. */
function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
    if (level.length === 0) return false
  }
  return true
}
