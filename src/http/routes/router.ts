import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import { H3 } from 'h3'
import type { H3Event } from 'h3'
import { FastResponse } from 'srvx'
import type { Config } from '../../config.ts'
import type { Clock } from '../../domain/basics/time.ts'
import type { NomeDeRota } from '../../domain/questions/routes.ts'
import { GasolinaError } from '../../errors.ts'
import type { Answering } from '../reply/answering.ts'
import type { Callers } from '../guard/per-address.ts'
import { toFailure } from '../reply/errors.ts'
import { limits } from '../guard/limits.ts'
import { prefersPage } from './page-or-json.ts'
import { fileMeant, isAstray, isOfSite, patternsOf, unknownPage, unknownRoute } from '../guard/paths.ts'
import type { Pages } from './pages.ts'
import type { Question, Readers } from '../reply/question.ts'
import type { Conditions, Replier, Reply } from '../reply/replier.ts'
import type { RotaGuardada, StoredReader, createStoredReplies } from '../reply/monthly-downloads.ts'

export interface RouterDeps {
  readers: Readers
  stored: Record<RotaGuardada, StoredReader>
  replyStored: ReturnType<typeof createStoredReplies>
  answering: Answering
  replier: Replier
  config: Pick<Config, 'urlBase'>
  clock: Clock
  pages: Pages
  /** Answers at /mcp, whatever the method; absent, the address does not exist. */
  mcp?: ((request: Request, caller: string) => Promise<Response>) | undefined
  callers: Pick<Callers, 'ofRequest'>
  onBug(error: unknown): void
}

const METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Finds the reader of every address. Everything that is not answered at once passes here. */
export function createRouter(deps: RouterDeps): H3 {
  const { readers, stored, replyStored, answering, replier, pages, clock, mcp, callers } = deps
  const router = new H3({
    silent: true,
    // Broken percent-encoding is told by the reader of parameters, in the one error shape.
    allowMalformedURL: true,
    onRequest({ url }) {
      if (url.pathname.length + url.search.length > limits.uri) throw uriTooLong()
    },
    onError(error, { url: { pathname }, req }) {
      const failure = toFailure(error.unhandled ? error.cause : error, clock())
      if (failure.unexpected) deps.onBug(error.unhandled ? error.cause : error)
      const asPage = isOfSite(pathname) || isOfPerson(pathname, req)
      return toResponse(replier.failure(failure, asPage ? pages.failure(failure, pathname) : undefined))
    },
  })

  for (const { nome, pattern, path } of patternsOf())
    router.all(pattern, (event) =>
      reply(event, async () => {
        const [inPath, { search }] = [pathOf(event, path), event.url]
        if (isStored(nome)) return replyStored(await stored[nome](inPath, search), event.req)
        return answer(event, readers[nome](inPath, search))
      }),
    )

  const prefix = new URL(deps.config.urlBase).pathname.replace(/\/+$/, '')
  for (const [from, to] of [
    ['/', '/gasolina/'],
    ['/gasolina/dados', '/gasolina/dados/index.json'],
    ['/gasolina/dados/historico', '/gasolina/dados/historico/datapackage.json'],
    ['/gasolina/dados/mudancas', '/gasolina/dados/mudancas/index.json'],
  ] as const)
    router.all(from, (event) => reply(event, () => replier.redirect(prefix + to)))

  for (const [address, question] of pages.files)
    router.all(address, (event) => reply(event, () => answer(event, question())))
  router.all('/gasolina/estatico/:name', (event) =>
    reply(event, () => answer(event, pages.asset(event.context.params?.name ?? ''))),
  )
  router.all('/gasolina/**', (event) =>
    reply(event, async () => {
      const { pathname, search } = event.url
      const file = fileMeant(pathname)
      if (file !== undefined) return replier.redirect(prefix + file + search, 308)
      if (!isOfSite(pathname)) throw unknownRoute(pathname)
      // Its own address without the final slash is no folder of pages.
      if (pathname === '/gasolina') return replier.redirect(`${prefix}/gasolina/`, 308)
      const question = await pages.question(pathname, search)
      if (!('to' in question)) return answer(event, question)
      return question.isForNow ? replier.redirectForNow(question.to) : replier.redirect(question.to, 308)
    }),
  )

  if (mcp)
    router.all('/mcp', async ({ req }) => {
      const asked = req.runtime?.node?.req
      return withLength(await mcp(req, asked ? callers.ofRequest(asked as IncomingMessage) : ''))
    })
  router.all('/**', ({ url: { pathname }, req }) => {
    throw isOfPerson(pathname, req) ? unknownPage(pathname) : unknownRoute(pathname, mcp ? ['/mcp'] : [])
  })
  return router

  function isStored(nome: NomeDeRota): nome is RotaGuardada {
    return nome in stored
  }

  function answer(event: H3Event, question: Question): Promise<Reply> {
    const { pathname, search } = event.url
    return answering.reply(question, pathname + search, conditionsOf(event))
  }

  async function reply(event: H3Event, make: () => Reply | Promise<Reply>): Promise<Response> {
    const { method } = event.req
    if (method === 'OPTIONS') return toResponse(replier.preflight(METHODS.join(', ')))
    if (method !== 'GET' && method !== 'HEAD') throw wrongMethod(event, METHODS)
    return toResponse(await make(), method)
  }
}

/** Pairs, not an object: srvx then hands them to node without making a Headers. */
function toResponse({ status, headers, body, stream }: Reply, method?: string): Response {
  const pairs: [string, string][] = []
  for (let i = 0; i + 1 < headers.length; i += 2) pairs.push([headers[i] ?? '', headers[i + 1] ?? ''])
  const bytes = body?.length === 1 ? body[0] : body && Buffer.concat(body)
  return new FastResponse(method === 'HEAD' ? null : stream ? ReadableStream.from(stream) : bytes, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: pairs,
  })
}

/** A web Response would leave in chunks; its body is whole already. */
async function withLength(response: Response): Promise<Response> {
  if (response.status === 204) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = [...response.headers, ['content-length', String(body.byteLength)] as [string, string]]
  return new FastResponse(body.byteLength > 0 ? body : null, {
    status: response.status,
    statusText: STATUS_CODES[response.status] ?? '',
    headers,
  })
}

/** Outside the site, where only a person's browser comes, and only by mistake. */
function isOfPerson(pathname: string, { headers }: Pick<Request, 'headers'>): boolean {
  return isAstray(pathname) && prefersPage(headers.get('accept'))
}

function conditionsOf({ req: { headers } }: H3Event): Conditions {
  return {
    acceptEncoding: headers.get('accept-encoding') ?? undefined,
    ifNoneMatch: headers.get('if-none-match') ?? undefined,
    ifModifiedSince: headers.get('if-modified-since') ?? undefined,
  }
}

function pathOf({ context }: H3Event, fixed: Readonly<Record<string, string>>): Record<string, string> {
  const { cnpj, rest, arquivo, mes } = context.params ?? {}
  if (arquivo !== undefined) return { ...fixed, arquivo }
  if (mes !== undefined) return { ...fixed, mes }
  if (cnpj === undefined) return { ...fixed }
  return { ...fixed, cnpj: rest === undefined ? cnpj : `${cnpj}/${rest}` }
}

function wrongMethod({ req, url }: H3Event, metodos: string[]): GasolinaError {
  return new GasolinaError(
    'metodo_nao_permitido',
    `${req.method} não vale em ${url.pathname.slice(0, 100)}: use ${metodos.join(', ')}.`,
    { metodos },
  )
}

function uriTooLong(): GasolinaError {
  return new GasolinaError('uri_longa', `O endereço passa de ${limits.uri} caracteres: encurte a pergunta.`)
}
