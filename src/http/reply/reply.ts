import { type IncomingHttpHeaders, STATUS_CODES, type ServerResponse } from 'node:http'
import { FastResponse } from 'srvx'

/** A finished answer: node writes the flat list of header names and values as it is. */
export interface Reply {
  status: number
  headers: string[]
  body: readonly Uint8Array[] | null
  /** Pieces in place of a body, fetched as fast as the client reads. */
  stream?: AsyncIterable<Uint8Array>
}

/** Writes a reply without a stream to node directly. */
export function send(res: ServerResponse, { status, headers, body }: Reply, method: string | undefined) {
  res.writeHead(status, headers)
  if (method !== 'HEAD') for (const piece of body?.slice(0, -1) ?? []) res.write(piece)
  res.end(method === 'HEAD' ? undefined : body?.at(-1))
}

/** Sends a failure. When another answer has begun, the connection is closed: its status can no longer change. */
export function sendInstead(res: ServerResponse, reply: Reply): void {
  if (res.headersSent) res.destroy()
  else send(res, reply, res.req.method)
}

/** A reply for the router. Header pairs, not an object: srvx then hands them to node without making a Headers. */
export function toResponse({ status, headers, body, stream }: Reply, method?: string): Response {
  const pairs: [string, string][] = []
  for (let i = 0; i + 1 < headers.length; i += 2) pairs.push([headers[i] ?? '', headers[i + 1] ?? ''])
  const bytes = body?.length === 1 ? body[0] : body && Buffer.concat(body)
  return new FastResponse(method === 'HEAD' ? null : stream ? ReadableStream.from(stream) : bytes, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: pairs,
  })
}

/** A whole web Response as a reply: by itself it would be sent in chunks, without content-length. */
export async function replyOf(response: Response): Promise<Reply> {
  const { status } = response
  const headers = [...response.headers].flat()
  if (status === 204) return { status, headers, body: null }
  const body = Buffer.from(await response.arrayBuffer())
  return { status, headers: [...headers, 'content-length', String(body.length)], body: [body] }
}

/** Request headers that choose among the forms of an answer: node's, or an object made from a web request's. */
export type Conditions = Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match' | 'if-modified-since'>

/**
 * Tag of the form the client holds already: the answer is 304. Undefined: send it. The date decides only without
 * `if-none-match`, and a future date is ignored: a client that got one from a clock set ahead would hear "unchanged" until then.
 * `tags` are of all forms the client may hold: one got before the compressed form was ready still counts. `current` is that of the form
 * that would be sent now (RFC 9110, 15.4.5).
 */
export function heldTag(
  { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince }: Conditions,
  { tags, current, modified }: { tags: readonly string[]; current: string; modified: number },
  now: number,
): string | undefined {
  if (ifNoneMatch?.trim() === '*') return current
  if (ifNoneMatch !== undefined) return tags.find((tag) => ifNoneMatch.includes(tag))
  if (ifModifiedSince === undefined) return undefined
  const since = Date.parse(ifModifiedSince)
  return modified <= since && since <= now ? current : undefined
}
