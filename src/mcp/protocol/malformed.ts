import * as sdk from '@modelcontextprotocol/server'
import { isRecord } from '../../domain/basics/lists.ts'

const forms = new Map<string, (typeof sdk.specTypeSchemas)[keyof typeof sdk.specTypeSchemas]>([
  ['tools/call', sdk.specTypeSchemas.CallToolRequest],
  ['tools/list', sdk.specTypeSchemas.ListToolsRequest],
  ['resources/list', sdk.specTypeSchemas.ListResourcesRequest],
  ['resources/templates/list', sdk.specTypeSchemas.ListResourceTemplatesRequest],
  ['resources/read', sdk.specTypeSchemas.ReadResourceRequest],
  ['prompts/list', sdk.specTypeSchemas.ListPromptsRequest],
  ['prompts/get', sdk.specTypeSchemas.GetPromptRequest],
  ['completion/complete', sdk.specTypeSchemas.CompleteRequest],
  ['initialize', sdk.specTypeSchemas.InitializeRequest],
  ['ping', sdk.specTypeSchemas.PingRequest],
])

/** Arguments have one level; recursion over thousands of levels would overflow the stack. */
const DEEPEST = 32

/** The refusal of a request whose `params` are not its method's; the SDK would send its own list of faults as an internal error. */
export function refuseMalformed(request: sdk.JSONRPCRequest): object | undefined {
  const { id, method } = request
  if (isDeeper(request, DEEPEST))
    return failureOf(
      sdk.ProtocolErrorCode.InvalidParams,
      `params passa de ${DEEPEST} níveis de listas e objetos, o máximo aqui.`,
      id,
    )
  // The newer era lacks `initialize`, and the SDK refuses it there.
  const isGone =
    method === 'initialize' && request.params?._meta?.[sdk.PROTOCOL_VERSION_META_KEY] !== undefined
  const problems = isGone ? undefined : forms.get(method)?.['~standard'].validate(request).issues
  if (!problems) return undefined
  const where = problems[0]?.path?.join('.') ?? ''
  const member = /^params[\w.]{0,60}$/.test(where) ? where : 'params'
  return failureOf(sdk.ProtocolErrorCode.InvalidParams, `${member} não tem a forma que ${method} pede.`, id)
}

/** The id of a request that is no message for another reason: the client waits for an answer by it. */
export function idOf(message: unknown): sdk.JSONRPCRequest['id'] | null {
  if (!isRecord(message) || !('method' in message)) return null
  const { id } = message
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null
}

/** A JSON-RPC error; `id` is null for a message that could not be read. */
export function failureOf(code: number, message: string, id: sdk.JSONRPCRequest['id'] | null, data?: object) {
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
