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

/** The refusal of a request whose `params` are not its method's; the SDK would send its own list of faults as an internal error. */
export function refuseMalformed(request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const { id, method } = request
  const problems = forms.get(method)?.safeParse(request).error?.issues
  if (!problems) return undefined
  const where = problems[0]?.path.join('.') ?? ''
  const member = /^params[\w.]{0,60}$/.test(where) ? where : 'params'
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: ErrorCode.InvalidParams,
      message: `${member} não tem a forma que ${method} pede.`,
    },
  }
}
