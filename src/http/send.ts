import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Conditions, Reply } from './reply.ts'

/** Headers of the request that choose among the forms of an answer. */
export function conditionsOf({ headers }: IncomingMessage): Conditions {
  return {
    acceptEncoding: headers['accept-encoding']?.toString(),
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  }
}

/** Hands a reply to node as it is: a flat list of headers, and pieces one after the other. */
export function send(
  res: ServerResponse,
  { status, headers, body }: Reply,
  method: string | undefined,
): void {
  res.writeHead(status, headers)
  const pieces = method === 'HEAD' ? null : body
  if (!pieces) res.end()
  else if (pieces.length === 1) res.end(pieces[0])
  else {
    for (const piece of pieces) res.write(piece)
    res.end()
  }
}
