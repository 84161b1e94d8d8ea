import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { rotas } from '../domain/routes.ts'
import type { ListText } from '../format/list-text.ts'
import type { LocalQuery } from '../query/query.ts'
import type { Snapshot } from '../query/snapshot.ts'
import type { Cache } from './cache.ts'
import { acceptedEncodings } from './encoding.ts'
import type { Find } from './finder.ts'
import type { Freshness } from './freshness.ts'
import { limits } from './limits.ts'
import { readRequest } from './params.ts'
import { createAnswerOnce } from './once.ts'
import type { Reader } from './question.ts'
import type { Resource } from './resource.ts'
import type { Responder } from './respond.ts'

export interface HotPathDeps {
  cache: Cache
  responder: Responder
  current(): Snapshot | undefined
  query: Pick<LocalQuery, 'precosText'>
  /** Reads the one question asked in ever new words: radius searches, each from another point. */
  readPrecos: Reader
  find: Find
  freshness: Pick<Freshness, 'isKnown'>
  compress(resource: Resource, acceptEncoding: string | undefined): Promise<void>
}

/**
 * Ready answers leave here, before the router, and lists of prices are made here: the router would take as long as the
 * list. The rest goes on to `next`, and so does every question in which something is wrong: it tells what.
 */
export function createHotPath(deps: HotPathDeps, next: RequestListener): RequestListener {
  const { cache, responder, current, query, readPrecos, find, freshness, compress } = deps
  const answerOnce = createAnswerOnce(responder)

  return (req, res) => {
    const { method, url = '' } = req
    if (method !== 'GET' && method !== 'HEAD') return next(req, res)
    const version = current()
    cache.follow(version)
    const ready = cache.byAddress(url)
    if (ready) return answer(ready, req, res) || void answerKept(async () => ready, req, res)
    if (!version || !isPrecos(url)) return next(req, res)
    const again = !cache.isFirstTime(url)
    if (again || !isPlain(req) || !freshness.isKnown())
      return void answerKept(() => findPrecos(url, again), req, res)
    const text = textOf(url)
    if (text) answerOnce({ text, version, method, res })
    else next(req, res)
  }

  function textOf(url: string): ListText | undefined {
    try {
      return query.precosText(readRequest('precos', {}, url.slice(PRECOS.length)))
    } catch {
      return undefined
    }
  }

  async function answerKept(
    find: () => Promise<Resource>,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    try {
      const made = await find()
      if (answer(made, req, res)) return
      await compress(made, req.headers['accept-encoding']?.toString())
      if (answer(made, req, res)) return
    } catch {
      // Whatever is wrong, the router tells it.
    }
    next(req, res)
  }

  async function findPrecos(url: string, keep: boolean): Promise<Resource> {
    return find(readPrecos({}, url.slice(PRECOS.length)), url, keep)
  }

  function answer(resource: Resource, { method, headers }: IncomingMessage, res: ServerResponse): boolean {
    const reply = responder.answer(resource, {
      acceptEncoding: headers['accept-encoding']?.toString(),
      ifNoneMatch: headers['if-none-match'],
      ifModifiedSince: headers['if-modified-since'],
    })
    if (!reply) return false
    res.writeHead(reply.status, reply.headers)
    const pieces = method === 'HEAD' ? null : reply.body
    if (!pieces) res.end()
    else if (pieces.length === 1) res.end(pieces[0])
    else {
      for (const piece of pieces) res.write(piece)
      res.end()
    }
    return true
  }
}

/** Asks for no other form than the plain one, and not whether something changed. */
function isPlain({ headers }: IncomingMessage): boolean {
  return (
    headers['if-none-match'] === undefined &&
    headers['if-modified-since'] === undefined &&
    acceptedEncodings(headers['accept-encoding']?.toString())[0] === 'identity'
  )
}

function isPrecos(url: string): boolean {
  return url.startsWith(PRECOS) && url.length <= limits.uri && AS_ROUTED.test(url)
}

const PRECOS = `${rotas.find(({ nome }) => nome === 'precos')?.caminho}?`
/** What the router's own parser would leave as it is. */
const AS_ROUTED = /^[!"$-~]+$/
