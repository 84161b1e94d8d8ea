import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { rotas } from '../../domain/questions/routes.ts'
import type { ListText } from '../../format/json/list-text.ts'
import type { LocalQuery } from '../../query/query.ts'
import type { Snapshot } from '../../query/lists/snapshot.ts'
import type { Answering } from '../reply/answering.ts'
import type { Encoding } from '../reply/encoding.ts'
import { acceptedEncodings, quickest } from '../reply/encoding.ts'
import { namesFuelOtherwise } from '../../domain/questions/question-url.ts'
import { limits } from '../guard/limits.ts'
import { readRequest } from '../reply/params.ts'
import type { Reader } from '../reply/question.ts'
import { isFromAPoint } from '../reply/question.ts'
import { conditionsOf, send } from '../reply/send.ts'
import type { UniqueList } from './uncached-lists.ts'

export interface ListenerDeps {
  answering: Answering
  current(): Snapshot | undefined
  query: Pick<LocalQuery, 'precosText'>
  /** Reads the one question asked in ever new words: radius searches, each from another point. */
  readPrecos: Reader
  sendUnique(list: UniqueList): void
}

/**
 * Before the router, which takes as long as an answer: what is ready leaves here, and so do lists of prices. The rest goes on
 * to `next`, and so does every question in which something is wrong: it tells what.
 */
export function createListener(deps: ListenerDeps, next: RequestListener): RequestListener {
  const { answering, current, query, readPrecos, sendUnique } = deps

  return (req, res) => {
    const { method, url = '' } = req
    if (method !== 'GET' && method !== 'HEAD') return next(req, res)
    const ready = answering.known(url, conditionsOf(req))
    if (ready) return send(res, ready, method)
    const version = current()
    if (!version || !isPrecos(url)) return next(req, res)
    const accepted = acceptedEncodings(req.headers['accept-encoding']?.toString())
    const text = asksForChanges(req) ? undefined : textOf(url, accepted)
    if (text) sendUnique({ text, version, method, res, accepted })
    else void answerList(req, res)
  }

  /** Of what is not kept: a list from a point, or one to leave as it is that nobody asked for before. */
  function textOf(url: string, accepted: readonly Encoding[]): ListText | undefined {
    const staysPlain = accepted[0] === 'identity'
    if (!staysPlain && quickest(accepted) !== 'gzip') return undefined
    try {
      const search = url.slice(PRECOS.length - 1)
      const pedido = readRequest('precos', {}, search)
      if (!isPlainList(search, pedido)) return undefined
      const isUnique = isFromAPoint(pedido) || (staysPlain && answering.isFirstTime(url))
      return isUnique ? query.precosText(pedido) : undefined
    } catch {
      return undefined
    }
  }

  async function answerList(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method, url = '' } = req
    try {
      const question = readPrecos({}, url.slice(PRECOS.length - 1))
      send(res, await answering.reply(question, url, conditionsOf(req)), method)
    } catch {
      next(req, res)
    }
  }
}

/** JSON whose headers are those of every list: no other page, no other name for the fuel. */
function isPlainList(search: string, pedido: Pedido<'precos'>): boolean {
  const { pagina, registrosPorPagina, formato, dialeto } = pedido
  const asksForMore = pagina ?? registrosPorPagina ?? formato ?? dialeto
  return asksForMore === undefined && !namesFuelOtherwise(search, pedido)
}

/** Asks whether something changed. */
function asksForChanges({ headers }: IncomingMessage): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

function isPrecos(url: string): boolean {
  return url.startsWith(PRECOS) && url.length <= limits.uri && AS_ROUTED.test(url)
}

const PRECOS = `${rotas.find(({ nome }) => nome === 'precos')?.caminho}?`
/** What the router's own parser would leave as it is. */
const AS_ROUTED = /^[!"$-~]+$/
