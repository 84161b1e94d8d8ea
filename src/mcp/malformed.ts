import type { JSONRPCErrorResponse, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

/** A form for each method served. */
const forms = new Map(
  [
    CallToolRequestSchema,
    CompleteRequestSchema,
    GetPromptRequestSchema,
    InitializeRequestSchema,
    ListPromptsRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ListToolsRequestSchema,
    PingRequestSchema,
    ReadResourceRequestSchema,
  ].map((form) => [form.shape.method.value as string, form]),
)

/** No argument has more than one level; what walks through a thousand would run out of stack. */
const DEEPEST = 32

/** The refusal of a request whose `params` are not its method's; the SDK would send its own list of faults as an internal error. */
export function refuseMalformed(request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const { id, method } = request
  if (isDeeper(request, DEEPEST))
    return refusal(id, `params passa de ${DEEPEST} níveis de listas e objetos, o máximo aqui.`)
  const problems = forms.get(method)?.safeParse(request).error?.issues
  if (!problems) return undefined
  const where = problems[0]?.path.join('.') ?? ''
  const member = /^params[\w.]{0,60}$/.test(where) ? where : 'params'
  return refusal(id, `${member} não tem a forma que ${method} pede.`)
}

function refusal(id: JSONRPCRequest['id'], message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidParams, message } }
}

/** Level by level, for a function that calls itself would need the stack it is to spare. */
function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
    if (level.length === 0) return false
  }
  return true
}
