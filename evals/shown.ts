/** What reaches a model of what a server says: hosts hand on one view or the other. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { sha256 } from './hash.ts'
import type { View } from './transcripts.ts'

export interface Definitions {
  instructions: string
  tools: { name: string; title?: string; description?: string; inputSchema: object; outputSchema?: object }[]
}

/** Hosts that hand on the text hand on no schema of the structure. */
export function definitionsAs(view: View, { instructions, tools }: Definitions): string {
  const told = tools.map(({ name, title, description, inputSchema, outputSchema }) =>
    [
      `## ${name}: ${title}`,
      description,
      `inputSchema: ${JSON.stringify(inputSchema)}`,
      ...(view === 'estrutura' ? [`outputSchema: ${JSON.stringify(outputSchema)}`] : []),
    ].join('\n'),
  )
  return [instructions, ...told].join('\n\n')
}

export function shownAs(view: View, { content, structuredContent, isError }: CallToolResult): string {
  // Of a refusal every host shows the text.
  if (view === 'estrutura' && structuredContent && !isError) return JSON.stringify(structuredContent)
  return content
    .map((block) =>
      block.type === 'text'
        ? block.text
        : block.type === 'resource_link'
          ? `${block.name}: ${block.uri}`
          : '',
    )
    .join('\n')
}

export function hashOf(result: CallToolResult): string {
  return sha256(JSON.stringify([result.content, result.structuredContent, result.isError ?? false]))
}

/** UTF-8 bytes ÷ 3.6, as tokens are counted here. */
export function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.6)
}
