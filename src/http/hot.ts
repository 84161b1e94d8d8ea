import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Cache } from './cache.ts'
import type { Responder } from './respond.ts'

/** Ready answers leave here, before the router; the rest goes on to `next`. */
export function createHotPath(
  cache: Cache,
  responder: Responder,
  currentVersion: () => object | undefined,
  next: RequestListener,
): RequestListener {
  return (req, res) => {
    if (!answerFromMemory(req, res)) next(req, res)
  }

  function answerFromMemory({ method, url, headers }: IncomingMessage, res: ServerResponse): boolean {
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    cache.follow(currentVersion())
    const resource = cache.byAddress(url)
    if (!resource) return false
    const reply = responder.answer(resource, {
      acceptEncoding: headers['accept-encoding']?.toString(),
      ifNoneMatch: headers['if-none-match'],
      ifModifiedSince: headers['if-modified-since'],
    })
    if (!reply) return false
    res.writeHead(reply.status, reply.headers)
    if (reply.body === null || method === 'HEAD') res.end()
    else res.end(reply.body)
    return true
  }
}
