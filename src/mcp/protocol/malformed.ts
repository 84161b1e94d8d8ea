import * as sdk from '@modelcontextprotocol/server'
import { isRecord } from '../../domain/basics/lists.ts'
import { quote } from '../../domain/basics/text.ts'

/** The methods of the older era, with their schemas and, in words, the members of `params`. */
const forms = new Map<string, [(typeof sdk.specTypeSchemas)[keyof typeof sdk.specTypeSchemas], string]>([
  ['tools/call', [sdk.specTypeSchemas.CallToolRequest, 'name, um texto, e arguments, um objeto']],
  ['tools/list', [sdk.specTypeSchemas.ListToolsRequest, 'cursor, um texto']],
  ['resources/list', [sdk.specTypeSchemas.ListResourcesRequest, 'cursor, um texto']],
  ['resources/templates/list', [sdk.specTypeSchemas.ListResourceTemplatesRequest, 'cursor, um texto']],
  ['resources/read', [sdk.specTypeSchemas.ReadResourceRequest, 'uri, um texto']],
  ['prompts/list', [sdk.specTypeSchemas.ListPromptsRequest, 'cursor, um texto']],
  ['prompts/get', [sdk.specTypeSchemas.GetPromptRequest, 'name, um texto, e arguments, um objeto de textos']],
  [
    'completion/complete',
    [sdk.specTypeSchemas.CompleteRequest, 'ref, com type, e argument, com name e value'],
  ],
  [
    'initialize',
    [sdk.specTypeSchemas.InitializeRequest, 'protocolVersion, capabilities e clientInfo, com name e version'],
  ],
  ['ping', [sdk.specTypeSchemas.PingRequest, 'só _meta']],
])

/** Arguments have one level; recursion over thousands of levels would overflow the stack. */
const DEEPEST = 32

/** The refusal of a request whose `params` are not its method's; the SDK would send its own list of faults as an internal error. */
export function refuseMalformed(request: sdk.JSONRPCRequest): object | undefined {
  const { id, method } = request
  if (isTooDeep(request))
    return failureOf(
      sdk.ProtocolErrorCode.InvalidParams,
      `params passa de ${DEEPEST} níveis de listas e objetos, o máximo aqui.`,
      id,
    )
  // The SDK leaves this name out, and arguments without it would be answered.
  const given = request.params?.['arguments']
  if (isRecord(given) && Object.hasOwn(given, '__proto__'))
    return failureOf(
      sdk.ProtocolErrorCode.InvalidParams,
      "O argumento '__proto__' não existe: use só os que tools/list e prompts/list dizem.",
      id,
    )
  const isModern = request.params?._meta?.[sdk.PROTOCOL_VERSION_META_KEY] !== undefined
  const form = forms.get(method)
  if (!form && !isModern)
    return failureOf(
      sdk.ProtocolErrorCode.MethodNotFound,
      `O método '${quote(method)}' não existe. Use um de: ${[...forms.keys()].join(', ')}.`,
      id,
    )
  // The newer era has methods of its own and lacks `initialize`: the SDK refuses there.
  if (!form || (isModern && method === 'initialize')) return undefined
  const [schema, accepted] = form
  const problems = schema['~standard'].validate(request).issues
  if (!problems) return undefined
  const where = problems[0]?.path?.join('.') ?? ''
  const member = /^params[\w.]{0,60}$/.test(where) ? where : 'params'
  return failureOf(
    sdk.ProtocolErrorCode.InvalidParams,
    `${member} não tem a forma que ${method} pede: em params vale ${accepted}.`,
    id,
  )
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
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
    if (level.length === 0) return false
  }
  return true
}
