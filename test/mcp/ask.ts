import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'vitest'

export interface Answer {
  bytes: number
  isError: boolean
  /** Our sentences: the first text block. */
  text: string
  /** The other text blocks, each of them JSON. */
  data: unknown[]
  links: { uri: string; mimeType?: string | undefined }[]
  /** Without `observacoes`. */
  structured: Record<string, unknown>
  observacoes: string[]
}

/**
 * Calls a tool as a client does, and checks the promises common to all answers: at most 30 kB, data blocks that are
 * JSON, each sentence beside figures in both views, and, once the client has listed the tools, `structuredContent` that fits the
 * output schema (the SDK checks).
 */
export async function ask(client: Client, name: string, args: object = {}): Promise<Answer> {
  const result = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult
  const bytes = Buffer.byteLength(JSON.stringify(result))
  expect(bytes).toBeLessThan(30_000)
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const [text = '', ...data] = texts
  const { observacoes = [], ...structured } = (result.structuredContent ?? {}) as { observacoes?: string[] }
  if (!result.isError) expect(observacoes.toSorted()).toEqual(notesIn(text).toSorted())
  return {
    bytes,
    isError: result.isError ?? false,
    text,
    data: data.map((json) => JSON.parse(json) as unknown),
    links: result.content.flatMap((block) => (block.type === 'resource_link' ? [block] : [])),
    structured,
    observacoes,
  }
}

/** Lines of the text without those of figures (in the structure), of layout and of the source (which has its own fields). */
function notesIn(text: string): string[] {
  return text.split('\n').filter((line) => !/^- |:$|^series, |^Fonte: /.test(line))
}
