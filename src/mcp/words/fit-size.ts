import type { CallToolResult } from '@modelcontextprotocol/server'

/** What an answer may weigh, in bytes, so that it leaves a model's context free: 30 kB less the envelope around it. */
export const MAX_BYTES = 29_500

/** Lengths to which lists are cut, one after the other, until the answer is light enough. */
export const SHORTER = [60, 30, 20, 12, 6, 3, 0]

/** The first result that is light enough; the makers go from the whole answer to its bare bones. */
export async function firstThatFits(
  makers: Iterable<() => CallToolResult | Promise<CallToolResult>>,
): Promise<CallToolResult> {
  let result: CallToolResult = { content: [] }
  for (const make of makers) {
    result = await make()
    if (weight(result) <= MAX_BYTES) break
  }
  return result
}

/** Rows are shared and never change, so each is weighed once. */
const rowWeights = new WeakMap<object, number>()

function weight({ content, structuredContent, _meta }: CallToolResult): number {
  const { conteudo, ...rest } = (structuredContent ?? {}) as { conteudo?: unknown }
  const shell = bytesOf(content) + bytesOf(rest) + bytesOf(_meta ?? {})
  if (!Array.isArray(conteudo)) return shell + bytesOf(conteudo)
  return conteudo.reduce((sum: number, row: object) => sum + rowWeight(row), shell)
}

function rowWeight(row: object): number {
  const known = rowWeights.get(row)
  if (known !== undefined) return known
  const weight = bytesOf(row) + 1
  rowWeights.set(row, weight)
  return weight
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}
