import type { Clock } from '../../domain/basics/time.ts'
import type { Compressor } from './compressor.ts'
import type { Encoding } from './encoding.ts'
import { acceptedEncodings, leavesPlain } from './encoding.ts'
import type { Failure } from './errors.ts'
import { lengthOf } from '../../format/json/list-text.ts'
import type { Body, Resource } from './resource.ts'
import { json, piecesOf } from './resource.ts'
import { holdsTag, isSince } from './conditional.ts'

/** What goes out: node writes the flat list of names and values as it is. */
export interface Reply {
  status: number
  headers: string[]
  /** Pieces, one after the other. */
  body: readonly Uint8Array[] | null
  /** In place of a body: pieces that are fetched as fast as the client takes them. */
  stream?: AsyncIterable<Uint8Array>
}

/** Headers of the request that choose among the forms of an answer. */
export interface Conditions {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  ifModifiedSince: string | undefined
}

export interface Replier {
  /** undefined: the form to answer with is not there yet; make the quickest that the client accepts and ask again. */
  answer(resource: Resource, conditions: Conditions): Reply | undefined
  /** Headers of an answer that is given uncompressed and not kept. */
  headOf(body: Plain): string[]
  /** The header that names the one address of an answer; `address` is path and query. */
  canonicalLink(address: string): string[]
  /** As JSON, unless a page is given that tells the same. */
  failure(failure: Failure, page?: Body): Reply
  redirect(location: string, status?: 302 | 308): Reply
  /** To where the commit leads: it holds as long as any answer. */
  redirectForNow(location: string): Reply
  preflight(methods: string): Reply
}

/** An uncompressed body, by what its headers tell. */
export interface Plain {
  tipo: string
  byteLength: number
  tag: string
  /** Milliseconds, whole seconds. */
  modified: number
  /** Number of the commit that alone decides it. */
  commit?: number | undefined
}

const anyOrigin = { 'access-control-allow-origin': '*' }

export function createReplier(
  { urlBase, licenseUrl, clock }: { urlBase: string; licenseUrl: string; clock: Clock },
  cacheControl: () => string,
  compressor: Compressor,
): Replier {
  const everywhere = {
    ...anyOrigin,
    'access-control-expose-headers': 'etag, link, content-disposition, retry-after, x-gasolina-demonstracao',
    'x-content-type-options': 'nosniff',
    link: `<${licenseUrl}>; rel="license", <${urlBase}/gasolina/api/openapi.json>; rel="service-desc"`,
  }
  const always = flat(everywhere)
  let date = { ms: Number.NaN, text: '' }
  /** Heads are made once per body and form; only `cache-control` moves, always in the second place. */
  const heads = new WeakMap<Resource, Map<string, string[]>>()

  return {
    answer(resource, { acceptEncoding, ifNoneMatch, ifModifiedSince }) {
      resource.asked++
      const accepted = acceptedEncodings(acceptEncoding)
      const known = unchanged(resource, accepted, { ifNoneMatch, ifModifiedSince })
      if (known) return { status: 304, headers: head(resource, known, 304), body: null }
      const encoding = leavesPlain(accepted, resource.byteLength)
        ? 'identity'
        : accepted.find((each) => each !== 'identity' && resource.compressed.has(each))
      // Made while somebody waited; for the next ones a smaller form may be worth its time.
      if (accepted[0] === 'br') compressor.suggest(resource)
      const body = encoding && piecesOf(resource, encoding)
      return body && { status: 200, headers: head(resource, encoding, 200), body }
    },
    headOf: (plain) => plainHead(plain, cacheControl()),
    canonicalLink: (address) => ['link', `<${urlBase}${address}>; rel="canonical"`],
    failure({ status, corpo, headers }, page = json(corpo)) {
      return {
        status,
        headers: flat({
          'cache-control': 'no-store',
          'content-type': page.tipo,
          'content-length': String(lengthOf(page.pieces)),
          ...Object.fromEntries([...headers, ...(page.headers ?? [])]),
          ...everywhere,
        }),
        body: page.pieces,
      }
    },
    redirect: (location, status = 302) => lead(location, status, 'public, max-age=3600'),
    redirectForNow: (location) => lead(location, 302, cacheControl()),
    preflight(methods) {
      return {
        status: 204,
        headers: flat({
          'cache-control': 'public, max-age=86400',
          allow: methods,
          'access-control-allow-methods': methods,
          'access-control-allow-headers': '*',
          'access-control-max-age': '86400',
          ...everywhere,
        }),
        body: null,
      }
    },
  }

  function lead(location: string, status: number, holds: string): Reply {
    const headers = { 'cache-control': holds, location, 'content-length': '0' }
    return { status, headers: flat({ ...headers, ...everywhere }), body: null }
  }

  /**
   * The form the client holds already, or undefined. Any form it accepts may be chosen for it, so a tag got before the
   * compressed form was ready still counts. Without `if-none-match` the date decides.
   */
  function unchanged(
    resource: Resource,
    accepted: readonly Encoding[],
    { ifNoneMatch, ifModifiedSince }: Omit<Conditions, 'acceptEncoding'>,
  ): Encoding | undefined {
    if (ifNoneMatch?.trim() === '*') return firstReady(resource, accepted)
    if (ifNoneMatch !== undefined)
      return accepted.find((encoding) => holdsTag(ifNoneMatch, resource.tags[encoding]))
    return isSince(ifModifiedSince, resource.modified, clock()) ? firstReady(resource, accepted) : undefined
  }

  function head(resource: Resource, encoding: Encoding, status: 200 | 304): string[] {
    const name = `${status} ${encoding}`
    let mine = heads.get(resource)
    if (!mine) heads.set(resource, (mine = new Map()))
    let list = mine.get(name)
    if (!list) mine.set(name, (list = makeHead(resource, encoding, status)))
    list[1] = resource.cacheControl ?? cacheControl()
    return list
  }

  /** A 304 repeats what may have changed of the form the client holds (RFC 9110, 15.4.5), and no more. */
  function makeHead(resource: Resource, encoding: Encoding, status: 200 | 304): string[] {
    const { tipo, modified, commit, tags } = resource
    const tag = tags[encoding]
    if (status === 304)
      return ['cache-control', '', 'etag', tag, 'vary', 'accept-encoding', ...flat(anyOrigin)]
    const byteLength = lengthOf(piecesOf(resource, encoding) ?? [])
    const list = plainHead({ tipo, modified, commit, tag, byteLength }, '')
    if (encoding !== 'identity') list.push('content-encoding', encoding)
    for (const [name, value] of resource.headers) list.push(name, value)
    return list
  }

  function plainHead({ tipo, modified, commit, tag, byteLength }: Plain, holds: string): string[] {
    return [
      'cache-control',
      holds,
      'etag',
      tag,
      'vary',
      'accept-encoding',
      'last-modified',
      dateOf(modified),
      'content-type',
      tipo,
      'content-length',
      String(byteLength),
      // By these names a CDN forgets all answers, or those of one commit.
      ...(commit === undefined ? [] : ['cache-tag', `gasolina commit-${commit}`]),
      ...always,
    ]
  }

  /** One commit's answers share their date. */
  function dateOf(modified: number): string {
    if (modified !== date.ms) date = { ms: modified, text: new Date(modified).toUTCString() }
    return date.text
  }
}

function flat(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat()
}

function firstReady(resource: Resource, accepted: readonly Encoding[]): Encoding {
  return accepted.find((encoding) => piecesOf(resource, encoding) !== undefined) ?? 'identity'
}
