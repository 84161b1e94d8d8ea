import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { H3 } from 'h3'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import type { Conditions, Reply } from './replier.ts'

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

/** An answer that has begun cannot become another: its connection ends. */
export function sendInstead(res: ServerResponse, reply: Reply): void {
  if (res.headersSent) res.destroy()
  else send(res, reply, res.req.method)
}

/** The router for a node server. An answer that cannot be sent is a failure as any other; h3's own handler would print it. */
export function toListener(router: Pick<H3, 'fetch'>, refusal: (error: unknown) => Reply): RequestListener {
  return (req, res) => void answer(req, res)

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      await sendNodeResponse(res, await router.fetch(new NodeRequest({ req, res })))
    } catch (error) {
      sendInstead(res, refusal(error))
    }
  }
}
