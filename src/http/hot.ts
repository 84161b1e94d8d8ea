import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { rotas } from '../domain/routes.ts'
import type { Cache } from './cache.ts'
import type { Find } from './finder.ts'
import { limits } from './limits.ts'
import type { Question, Reader } from './question.ts'
import type { Resource } from './resource.ts'
import type { Responder } from './respond.ts'

export interface HotPathDeps {
  cache: Cache
  responder: Responder
  currentVersion(): object | undefined
  /** Reads the one question asked in ever new words: radius searches, each from another point. */
  readPrecos: Reader
  find: Find
}

/**
 * Ready answers leave here, before the router, and lists of prices are made here: the router would take as long as the
 * list. The rest goes on to `next`, and so does every question in which something is wrong: it tells what.
 */
export function createHotPath(deps: HotPathDeps, next: RequestListener): RequestListener {
  const { cache, responder, currentVersion, readPrecos, find } = deps

  return (req, res) => {
    const { method, url = '' } = req
    if (method !== 'GET' && method !== 'HEAD') return next(req, res)
    cache.follow(currentVersion())
    const ready = cache.byAddress(url)
    if (ready && answer(ready, req, res)) return
    const question = ready ? undefined : questionOf(url)
    if (question) void makeAnswer(question, req, res)
    else next(req, res)
  }

  async function makeAnswer(question: Question, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const made = await find(question, req.url ?? '').catch(() => undefined)
    if (!made || !answer(made, req, res)) next(req, res)
  }

  function answer(resource: Resource, { method, headers }: IncomingMessage, res: ServerResponse): boolean {
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

  function questionOf(url: string): Question | undefined {
    if (!url.startsWith(PRECOS) || url.length > limits.uri || !PLAIN.test(url)) return undefined
    try {
      return readPrecos({}, url.slice(PRECOS.length - 1))
    } catch {
      return undefined
    }
  }
}

const PRECOS = `${rotas.find(({ nome }) => nome === 'precos')?.caminho}?`
/** What the router's own parser would leave as it is. */
const PLAIN = /^[!"$-~]+$/
