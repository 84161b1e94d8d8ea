import type { CallToolResult } from '@modelcontextprotocol/server'

type Maker = () => CallToolResult | Promise<CallToolResult>

/** Largest answer in bytes, which spares a model's context: 30 kB less the envelope around it. */
const MAX_BYTES = 29_500

/** Lengths to which lists are cut, one after the other, until the answer fits. */
const SHORTER = [60, 30, 20, 12, 6, 3, 0]

/**
 * The first result that fits, or the smallest one: of `makers`, from the whole answer to the leanest, then of `cut`, with fewer
 * and fewer of the list's `length` members.
 */
export async function firstThatFits(
  makers: readonly Maker[],
  cut?: (n: number) => ReturnType<Maker>,
  length = Infinity,
): Promise<CallToolResult> {
  const cuts = cut ? SHORTER.filter((n) => n < length).map((n) => () => cut(n)) : []
  let result: CallToolResult = { content: [] }
  for (const make of [...makers, ...cuts]) {
    result = await make()
    if (weight(result) <= MAX_BYTES) break
  }
  return result
}

function weight({ content, structuredContent = {}, _meta = {} }: CallToolResult): number {
  return Buffer.byteLength(JSON.stringify([content, structuredContent, _meta]))
}
