import type { IncomingMessage } from 'node:http'
import { H3, type H3Event } from 'h3'
import Negotiator from 'negotiator'
import type { Config } from '../../config.ts'
import type { NomeDeRota } from '../../domain/questions/routes.ts'
import { GasolinaError } from '../../errors.ts'
import { isOfSite } from '../guard/route-names.ts'
import { FOLDERS, fileMeant, isAstray, patterns, prefixOf, unknownPage, unknownRoute } from './route-paths.ts'
import { limits } from '../guard/limits.ts'
import type { ClientAddresses } from '../guard/client-address.ts'
import type { Answering } from '../reply/answering.ts'
import type { Question, Reader } from '../reply/read-question.ts'
import { type Reply, replyOf, toResponse } from '../reply/reply.ts'
import type { Failure, Replier } from '../reply/replier.ts'
import type { Download } from './downloads.ts'
import type { Pages } from './pages.ts'

export interface RouterDeps {
  readers: Record<NomeDeRota, Reader<Question | Download>>
  answering: Answering
  replier: Replier
  config: Pick<Config, 'urlBase'>
  pages: Pages
  /** Answers at /mcp, any method; without it the address does not exist. */
  mcp?: ((request: Request, caller: string) => Promise<Response>) | undefined
  clientAddresses: Pick<ClientAddresses, 'ofRequest'>
  failureOf(error: unknown): Failure
}

const METHODS = ['GET', 'HEAD', 'OPTIONS']

export function createRouter(deps: RouterDeps): H3 {
  const { readers, answering, replier, pages, mcp, clientAddresses, failureOf } = deps
  const prefix = prefixOf(deps.config)
  const router = new H3({
    silent: true,
    // The reader of parameters reports broken percent-encoding, in the one error shape.
    allowMalformedURL: true,
    onRequest({ url }) {
      if (url.pathname.length + url.search.length > limits.uri)
        throw new GasolinaError(
          'uri_longa',
          `O endereço passa de ${limits.uri} caracteres: encurte a pergunta.`,
        )
    },
    onError(error, { url, req }) {
      const failure = failureOf(error.unhandled ? error.cause : error)
      const asPage = isOfSite(url.pathname) || isOfPerson(url.pathname, req)
      return toResponse(replier.failure(failure, asPage ? pages.failure(failure, url) : undefined))
    },
  })

  for (const { nome, pattern, path } of patterns)
    route(pattern, (event) => {
      const found = readers[nome]({ ...path, ...inPath(event) }, event.url.search)
      return typeof found === 'function' ? found(event.req) : answer(event, found)
    })

  for (const [from, to] of [['/', '/gasolina/'] as const, ...Object.entries(FOLDERS)])
    route(from, () => replier.redirect(prefix + to))

  for (const [address, question] of pages.files) route(address, (event) => answer(event, question()))
  route('/gasolina/estatico/:name', (event) => answer(event, pages.asset(event.context.params?.name ?? '')))
  route('/gasolina/**', async (event) => {
    const { pathname, search } = event.url
    const file = fileMeant(pathname)
    if (file !== undefined) return replier.redirect(prefix + file + search, 308)
    if (!isOfSite(pathname)) throw unknownRoute(prefix, pathname)
    // The home page has its own redirect: the folder of pages begins below it.
    if (pathname === '/gasolina') return replier.redirect(`${prefix}/gasolina/${search}`, 308)
    const question = await pages.question(pathname, search)
    if (!('to' in question)) return answer(event, question)
    return question.isForNow ? replier.redirectForNow(question.to) : replier.redirect(question.to, 308)
  })

  if (mcp)
    router.all('/mcp', async ({ req }) => {
      const asked = req.runtime?.node?.req
      const response = await mcp(req, asked ? clientAddresses.ofRequest(asked as IncomingMessage) : '')
      return toResponse(await replyOf(response))
    })
  router.all('/**', ({ url: { pathname }, req }) => {
    throw isOfPerson(pathname, req)
      ? unknownPage(prefix, pathname)
      : unknownRoute(prefix, pathname, mcp ? ['/mcp'] : [])
  })
  return router

  function route(pattern: string, make: (event: H3Event) => Reply | Promise<Reply>): void {
    router.all(pattern, async (event) => {
      const { method } = event.req
      if (method === 'OPTIONS') return toResponse(replier.preflight(METHODS.join(', ')))
      if (method !== 'GET' && method !== 'HEAD') throw wrongMethod(event)
      return toResponse(await make(event), method)
    })
  }

  function wrongMethod({ req, url }: H3Event): GasolinaError {
    const address = prefix + url.pathname.slice(0, 100)
    return new GasolinaError(
      'metodo_nao_permitido',
      `${req.method} não vale em ${address}: use ${METHODS.join(', ')}.`,
      { metodos: METHODS },
    )
  }

  function answer({ url, req }: H3Event, question: Question): Promise<Reply> {
    return answering.reply(question, url.pathname + url.search, Object.fromEntries(req.headers))
  }
}

/** A browser outside the site, where people come only by mistake. It names HTML first; programs name JSON, anything or nothing. */
function isOfPerson(pathname: string, { headers }: Pick<Request, 'headers'>): boolean {
  const accept = headers.get('accept')
  if (accept === null || !isAstray(pathname)) return false
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html'
}

/** Parameters in the path; a CNPJ with its slash takes two segments. */
function inPath({ context }: H3Event): Record<string, string> {
  const { rest, ...params } = context.params ?? {}
  return rest === undefined ? params : { ...params, cnpj: `${params['cnpj']}/${rest}` }
}
