import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/server'
import { z } from 'zod'
import * as rules from '../../domain/facts/rules.ts'
import { ORDEM_DE_LEITURA, defaultOf, parametros } from '../../domain/questions/parameters.ts'
import type { Ferramenta } from '../../domain/questions/routes.ts'
import type { Query } from '../../query/query.ts'
import texts from '../texts.json' with { type: 'json' }
import { withView } from '../view-resource.ts'
import { MOST_ROWS, USUAL_ROWS } from '../words/price-sentences.ts'
import { compactSchema } from './compact-schema.ts'

/** Arguments from a model: JSON values, unchecked. */
export type Arguments = Readonly<Record<string, unknown>>

export interface ToolContext {
  query: Query
  /** Base of every link, without a final slash; undefined where no server answers. */
  urlBase: string | undefined
}

/** One tool, as a value. The schemas are for the client; `handler` checks its arguments itself, in our own words. */
export interface Tool extends Omit<ReturnType<typeof textsOf>, 'notes'> {
  inputSchema: z.ZodObject
  outputSchema: z.ZodType
  /** Levels of the answer that the definition describes; 3 by default. */
  levels?: number
  handler(args: Arguments, context: ToolContext): Promise<CallToolResult>
}

/** Default amounts: litres, and m³ of gas, as cylinders take less than fifty. */
export const [TANK, CYLINDER] = [String(defaultOf('estatisticas', 'litros')), '15']

/** Figures in the texts, where `{names}` stand for them: of the rules, and of the tools. */
const FIGURES: Readonly<Record<string, unknown>> = {
  ...rules,
  MOST_ROWS,
  USUAL_ROWS,
  ORDEM_DE_LEITURA,
  TANK,
  CYLINDER,
  STATIONS_TO_COMPARE: rules.written(rules.STATIONS_TO_COMPARE),
  LITROS: parametros.litros.padrao,
  CONSUMO: parametros.consumo.padrao,
}

/** A tool's texts in `texts.json`: `purpose` follows its name in the server's instructions, `notes` are on its parameters. */
export function textsOf(tool: Ferramenta) {
  const { title, purpose, description, notes } = texts.tools[tool]
  return {
    title,
    purpose,
    description: filled(description.join('\n')),
    notes: Object.fromEntries(Object.entries(notes).map(([name, note]) => [name, filled(note)])),
  }
}

export function filled(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = FIGURES[name]
    if (typeof figure !== 'string' && typeof figure !== 'number')
      throw new Error(`a text has no figure for {${name}}`)
    return String(figure)
  })
}

const LOOKUP = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The tool's entry in `tools/list`. Converting to JSON Schema costs milliseconds: once per process. */
export function toDefinition(name: string, tool: Tool): Definition {
  const { title, description } = tool
  return {
    name,
    title,
    description,
    inputSchema: toJsonSchema(tool.inputSchema, 'input'),
    outputSchema: toJsonSchema(tool.outputSchema, 'output', tool.levels),
    annotations: { title, ...LOOKUP },
    _meta: withView,
  }
}

const BOUNDS = /^(?:min|max)Length$|^(?:exclusive)?(?:min|max)imum$|^pattern$/i

/** Draft 7, as the SDK itself emits: every client's validator supports it. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', levels = 3): Definition['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // Bounds and patterns: the refusal says them, and here they would cost tokens in every conversation.
      for (const name in jsonSchema) if (BOUNDS.test(name)) delete jsonSchema[name]
    },
  })
  // The protocol requires an object at the root, also where the answer is one of two shapes.
  return {
    ...(io === 'output' ? compactSchema(json, levels) : json),
    type: 'object',
  } as Definition['inputSchema']
}
