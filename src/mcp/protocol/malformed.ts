import {
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  specTypeSchemas,
} from '@modelcontextprotocol/server'

type Form = (typeof specTypeSchemas)[keyof typeof specTypeSchemas]

/** The schema of each method served. */
const forms = new Map<string, Form>(
  Object.entries({
    'tools/call': specTypeSchemas.CallToolRequest,
    'tools/list': specTypeSchemas.ListToolsRequest,
    'resources/list': specTypeSchemas.ListResourcesRequest,
    'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
    'resources/read': specTypeSchemas.ReadResourceRequest,
    'prompts/list': specTypeSchemas.ListPromptsRequest,
    'prompts/get': specTypeSchemas.GetPromptRequest,
    'completion/complete': specTypeSchemas.CompleteRequest,
    initialize: specTypeSchemas.InitializeRequest,
    ping: specTypeSchemas.PingRequest,
  }),
)

/** Arguments have one level; recursion over thousands of levels would overflow the stack. */
const DEEPEST = 32

/** The refusal of a request whose `params` are not its method's; the SDK would send its own list of faults as an internal error. */
export function refuseMalformed(request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const { id, method } = request
  if (isDeeper(request, DEEPEST))
    return refusal(id, `params passa de ${DEEPEST} níveis de listas e objetos, o máximo aqui.`)
  // The newer era lacks `initialize`, and the SDK refuses it there.
  const isGone = method === 'initialize' && request.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined
  const problems = isGone ? undefined : forms.get(method)?.['~standard'].validate(request).issues
  if (!problems) return undefined
  const where = problems[0]?.path?.join('.') ?? ''
  const member = /^params[\w.]{0,60}$/.test(where) ? where : 'params'
  return refusal(id, `${member} não tem a forma que ${method} pede.`)
}

/** The id of a request that is no message for another reason: the client waits for an answer by it. */
export function idOf(message: unknown): JSONRPCRequest['id'] | null {
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message))
    return null
  const { id } = message
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null
}

/** The value of a JSON text; undefined for any other text. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(id: JSONRPCRequest['id'], message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } }
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
