import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Query } from '../../query/query.ts'
import { compactSchema } from './compact-schema.ts'

/** What a model sent: JSON values, nothing checked yet. */
export type Arguments = Readonly<Record<string, unknown>>

export interface ToolContext {
  query: Query
  /** Base of every link, without a final slash. */
  urlBase: string
}

/** One tool, as a value. The schemas are for the client; `handler` checks its arguments itself, in our own words. */
export interface Tool {
  name: 'precos' | 'posto' | 'historico' | 'estatisticas'
  title: string
  description: string
  inputSchema: z.ZodType
  outputSchema: z.ZodType
  /** How many levels of its answer the definition tells of; three say what there is. */
  levels?: number
  annotations: NonNullable<Definition['annotations']>
  /** What a host may show of its answers, for a person to look at. */
  _meta?: NonNullable<Definition['_meta']>
  handler(args: Arguments, context: ToolContext): Promise<CallToolResult>
}

/** All four only look things up, in one closed body of data. */
export const lookup = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** The tool as `tools/list` tells it. Making JSON Schemas costs milliseconds: once per process. */
export function toDefinition(tool: Tool): Definition {
  const { name, title, description, annotations, _meta } = tool
  return {
    name,
    title,
    description,
    inputSchema: toJsonSchema(tool.inputSchema, 'input'),
    outputSchema: toJsonSchema(tool.outputSchema, 'output', tool.levels),
    annotations: { title, ...annotations },
    ...(_meta && { _meta }),
  }
}

/** Draft 7, as the SDK itself emits: every client's validator knows it. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', levels = 3): Definition['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // What a text may be, its refusal says; here it would weigh on every conversation.
      delete jsonSchema.minLength
      delete jsonSchema.maxLength
    },
  })
  // The protocol wants an object at the root, also where the answer is one of two shapes.
  return {
    ...(io === 'output' ? compactSchema(json, levels) : json),
    type: 'object',
  } as Definition['inputSchema']
}
