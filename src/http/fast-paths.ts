import type { IncomingMessage, ServerResponse } from 'node:http'
import type { H3 } from 'h3'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { createLanes } from '../domain/basics/event-loop.ts'
import type { Pedido } from '../domain/questions/parameters.ts'
import { namesFuelOtherwise } from '../domain/questions/question-url.ts'
import { rotas } from '../domain/questions/routes.ts'
import { JSON_TYPE } from '../format/json/answer-json.ts'
import { LONG, type LaterText, type ListText } from '../format/json/list-text.ts'
import type { Snapshot } from '../query/lists/snapshot.ts'
import type { LocalQuery } from '../query/query.ts'
import type { InLane, Listener } from './guard/fair-sharing.ts'
import { limits } from './guard/limits.ts'
import { type Answering, commitMark } from './reply/answering.ts'
import { isFromAPoint, readRequest } from './reply/read-question.ts'
import { acceptedEncodings, compressedOnce, isSentPlain } from './reply/compression.ts'
import { type Reply, send, sendInstead } from './reply/reply.ts'
import type { Replier } from './reply/replier.ts'
import { createReusedMemory } from './reply/reused-memory.ts'
import { type Encoding, quoted, tagOf } from './reply/resource.ts'

interface ListenerDeps {
  router: Pick<H3, 'fetch'>
  answering: Answering
  replier: Pick<Replier, 'headOf'>
  current(): Snapshot | undefined
  query: Pick<LocalQuery, 'precosText'>
  refusal(error: unknown): Reply
  onBug(error: unknown): void
}

/**
 * Two shortcuts before the router: cached answers, and lists of prices that are sent once and not cached. A wrong question goes to the
 * router, for the message, and so does all else: in the client's lanes, but for the health check, which a crowd at one address must not delay.
 * Processor time of a search by radius (22 November 2026, `wrk -c32` on a busy machine, smallest of 20 runs of a second): 130 µs;
 * 160 with new memory for each list, 185 when each list is sent at once, 340 by way of `Answering`.
 */
export function createListener(deps: ListenerDeps): Listener {
  const { router, answering, replier, current, query, refusal, onBug } = deps
  let waiting: (() => Promise<void>)[] = []
  const memory = createReusedMemory()
  const inLanes = createLanes(LONG_LISTS)

  return (req, res, inLane = atOnce) => {
    const { method, url = '' } = req
    if ((method !== 'GET' && method !== 'HEAD') || url === SAUDE) return void route(req, res, atOnce)
    const ready = answering.known(url, req.headers)
    if (ready) return send(res, ready, method)
    const version = current()
    const accepted = acceptedEncodings(req.headers['accept-encoding'])
    const text = isPrecos(url) && !isConditional(req) ? textOf(url, accepted) : undefined
    if (!version || !text) return void route(req, res, inLane)
    const action = () => sendUncached(res, text, version, accepted)
    if (typeof text === 'function' || text.byteLength > LONG) void inLanes(action)
    else sendLater(action)
  }

  /** The text of a list not worth caching: from a point, or uncompressed and asked for the first time. */
  function textOf(url: string, accepted: readonly Encoding[]): ListText | LaterText | undefined {
    try {
      const search = url.slice(PRECOS.length - 1)
      const pedido = readRequest('precos', {}, search)
      if (!isPlainList(search, pedido)) return undefined
      const isUnique = isFromAPoint(pedido) || (accepted[0] === 'identity' && answering.isFirstTime(url))
      return isUnique ? query.precosText(pedido) : undefined
    } catch {
      return undefined
    }
  }

  /** Lists of one event-loop turn are written together: a client that reads several wakes once. */
  function sendLater(action: () => Promise<void>): void {
    if (waiting.push(action) > 1) return
    setImmediate(() => {
      const actions = waiting
      waiting = []
      for (const each of actions) void each()
    })
  }

  async function sendUncached(
    res: ServerResponse,
    text: ListText | LaterText,
    version: Snapshot,
    accepted: readonly Encoding[],
  ): Promise<void> {
    if (res.destroyed) return
    try {
      const ready = typeof text === 'function' ? await text() : text
      const { byteLength, checksum, writeTo, writeInTurns } = ready
      const buffer = memory.take(byteLength)
      const bytes = buffer.subarray(0, byteLength)
      if (byteLength > LONG) await writeInTurns(bytes, () => res.destroyed)
      else writeTo(bytes)
      if (res.destroyed) return memory.giveBack(buffer)
      const isPlain = isSentPlain(accepted, byteLength)
      const encoding: Encoding = (!isPlain && accepted.find((each) => each !== 'identity')) || 'identity'
      const body = encoding === 'identity' ? bytes : await compressedOnce(bytes, encoding)
      const { seq: commit, mark, modified } = commitMark(version)
      const tag = quoted(tagOf(mark, byteLength, checksum), encoding === 'br' ? 'br1' : encoding)
      const form = { tipo: JSON_TYPE, byteLength: body.length, tag, modified, commit, encoding }
      send(res, { status: 200, headers: replier.headOf(form), body: [body] }, res.req.method)
      if (body === bytes) memory.giveBackWhenSent(buffer, res)
      else memory.giveBack(buffer)
    } catch (error) {
      onBug(error)
      res.destroy()
    }
  }

  /** h3's own handler would print an answer that cannot be sent; here it is a failure like any other. */
  async function route(req: IncomingMessage, res: ServerResponse, inLane: InLane): Promise<void> {
    try {
      const response = await inLane(async () =>
        res.destroyed ? undefined : router.fetch(new NodeRequest({ req, res })),
      )
      // Outside the lane, as a slow client takes minutes for a file.
      if (response) await sendNodeResponse(res, response)
    } catch (error) {
      sendInstead(res, refusal(error))
    }
  }
}

/**
 * Lists of megabytes written, copied and compressed at a time, as zlib has threads; none of a client that has left. A hundred clients that asked for
 * all of 42,000 stations, and left at once, took 3.8 GB without this, and 0.6 with it (29 November 2026).
 */
const LONG_LISTS = 4

/** JSON with the headers of every list: no other page, no other name for the fuel. */
function isPlainList(search: string, pedido: Pedido<'precos'>): boolean {
  const { pagina, registrosPorPagina, formato, dialeto } = pedido
  const asksForMore = pagina ?? registrosPorPagina ?? formato ?? dialeto
  return asksForMore === undefined && !namesFuelOtherwise(search, pedido)
}

function isConditional({ headers }: IncomingMessage): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

function isPrecos(url: string): boolean {
  return url.startsWith(PRECOS) && url.length <= limits.uri && AS_ROUTED.test(url)
}

const atOnce: InLane = (work) => work()

const SAUDE = rotas.find(({ nome }) => nome === 'saude')?.caminho
const PRECOS = `${rotas.find(({ nome }) => nome === 'precos')?.caminho}?`
/** Characters that the router's own parser does not change. */
const AS_ROUTED = /^[!"$-~]+$/
