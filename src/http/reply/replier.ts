import { LRUCache } from 'lru-cache'
import { oncePer } from '../../domain/basics/memoize.ts'
import { type Clock, SECOND } from '../../domain/basics/time.ts'
import { addressOfTexts } from '../../domain/questions/question-url.ts'
import { FRASE_ERRO_INTERNO, GasolinaError, failures, forClients } from '../../errors.ts'
import { JSON_TYPE, errorBody } from '../../format/json/answer-json.ts'
import { byteLengthOf } from '../../format/json/list-text.ts'
import { SHORTEST_LIFETIME } from '../../query/current/dataset.ts'
import { type Compressor, acceptedEncodings, isSentPlain, quickest } from './compression.ts'
import { type Conditions, type Reply, heldTag } from './reply.ts'
import { type Body, type Encoding, type Resource, piecesOf } from './resource.ts'

export type Replier = ReturnType<typeof createReplier>

/** One form of a body, with what its headers need. */
type ResourceForm = Pick<Resource, 'tipo' | 'byteLength' | 'modified'> &
  Partial<Pick<Resource, 'commit' | 'cacheControl'>> & { tag: string; encoding?: Encoding }

interface ReplierDeps {
  urlBase: string
  licenseUrl: string
  clock: Clock
  /** Seconds until the next publication. */
  secondsLeft(): number
  compressor: Compressor
}

/** Name by which a CDN purges all answers; those of one commit have another one besides. */
const EVERY_ANSWER = 'gasolina'

const anyOrigin = { 'access-control-allow-origin': '*' }
const ANY_ORIGIN = Object.entries(anyOrigin).flat()

export function createReplier({ urlBase, licenseUrl, clock, secondsLeft, compressor }: ReplierDeps) {
  const always = {
    ...anyOrigin,
    'access-control-expose-headers': 'etag, link, content-disposition, retry-after, x-gasolina-demonstracao',
    'x-content-type-options': 'nosniff',
    link: `<${licenseUrl}>; rel="license", <${urlBase}/gasolina/api/openapi.json>; rel="service-desc"`,
  }

  /** Heads of each resource by form, made once; only the value of `cache-control`, in second place, changes. */
  const headsOf = oncePer<Resource, Map<Encoding, string[]>>(() => new Map())
  let freshness = { second: NaN, text: '' }

  return {
    /** Undefined: no acceptable form is ready; make the quickest one and ask again. Its headers are shared: copy them to add some. */
    answer(resource: Resource, conditions: Conditions): Reply | undefined {
      const { tags, modified, cacheControl = untilNextCollection() } = resource
      const accepted = acceptedEncodings(conditions['accept-encoding'])
      const encoding = isSentPlain(accepted, resource.byteLength)
        ? 'identity'
        : accepted.find((each) => each !== 'identity' && resource.compressed.has(each))
      const held = accepted.flatMap((each) => (each === 'br' ? [tags.br, tags.br1] : tags[each]))
      const forms = { tags: held, current: tags[encoding ?? quickest(accepted)], modified }
      const tag = heldTag(conditions, forms, clock())
      // A 304 repeats only the headers that may have changed (RFC 9110, 15.4.5).
      if (tag !== undefined) {
        const headers = ['cache-control', cacheControl, 'etag', tag, 'vary', 'accept-encoding', ...ANY_ORIGIN]
        return { status: 304, headers, body: null }
      }
      const body = encoding && piecesOf(resource, encoding)
      if (!body) return undefined
      // A 304 needs no compressed form, so only bodies are counted.
      resource.asked++
      // gzip was made while a client waited; for the next clients br may be worth its time.
      if (accepted[0] === 'br') compressor.suggest(resource)
      const heads = headsOf(resource)
      let headers = heads.get(encoding)
      if (!headers) {
        const form = { ...resource, byteLength: byteLengthOf(body), tag: tags[encoding], encoding }
        heads.set(encoding, (headers = [...headOf(form), ...resource.headers.flat()]))
      }
      headers[1] = cacheControl
      return { status: 200, headers, body }
    },
    headOf,
    /** The header with the canonical address of an answer; `address` is path and query. */
    canonicalLink: (address: string) => ['link', `<${urlBase}${address}>; rel="canonical"`],
    /** Reply to a failure, as JSON or as `page`, which says the same. */
    failure(
      { status, corpo, headers }: Failure,
      page: Body = { tipo: JSON_TYPE, pieces: [Buffer.from(JSON.stringify(corpo))] },
    ): Reply {
      const head = {
        'cache-control': 'no-store',
        'content-type': page.tipo,
        'content-length': String(byteLengthOf(page.pieces)),
        ...Object.fromEntries([...headers, ...(page.headers ?? [])]),
        ...always,
      }
      return { status, headers: flat(head), body: page.pieces }
    },
    redirect,
    /** A redirect that depends on the commit; cached as long as an answer. */
    redirectForNow: (location: string) => redirect(location, 302, untilNextCollection()),
    preflight(methods: string): Reply {
      const head = {
        'cache-control': 'public, max-age=86400',
        allow: methods,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': '*',
        'access-control-max-age': '86400',
        ...always,
      }
      return { status: 204, headers: flat(head), body: null }
    },
  }

  function redirect(location: string, status: 302 | 308 = 302, cacheControl = 'public, max-age=3600'): Reply {
    const head = {
      'cache-control': cacheControl,
      location,
      'content-length': '0',
      'cache-tag': EVERY_ANSWER,
      ...always,
    }
    return { status, headers: flat(head), body: null }
  }

  function headOf(form: ResourceForm): string[] {
    const { tipo, byteLength, tag, modified, commit, cacheControl, encoding } = form
    return flat({
      'cache-control': cacheControl ?? untilNextCollection(),
      etag: tag,
      vary: 'accept-encoding',
      'last-modified': dates.memo(modified),
      'content-type': tipo,
      'content-length': String(byteLength),
      'cache-tag': commit === undefined ? EVERY_ANSWER : `${EVERY_ANSWER} commit-${commit}`,
      ...always,
      ...(encoding && encoding !== 'identity' && { 'content-encoding': encoding }),
    })
  }

  /** `cache-control`, which changes at most once a second. */
  function untilNextCollection(): string {
    const second = Math.floor(clock() / SECOND)
    if (second !== freshness.second)
      freshness = {
        second,
        text: `public, max-age=${SHORTEST_LIFETIME}, s-maxage=${secondsLeft()}, stale-while-revalidate=60, stale-if-error=86400`,
      }
    return freshness.text
  }
}

/** Texts of `last-modified`, by milliseconds: nearly all answers have that of one commit. */
const dates = new LRUCache<number, string>({ max: 100, memoMethod: (ms) => new Date(ms).toUTCString() })

function flat(headers: Readonly<Record<string, string>>): string[] {
  const list: string[] = []
  for (const [name, value] of Object.entries(headers)) list.push(name, value)
  return list
}

/** `headers`: pairs that belong to this failure alone. `unexpected`: a bug of ours, whose cause belongs in the log. */
export type Failure = ReturnType<typeof toFailure>

/** The one error shape. Failures written for operators, and errors that are no GasolinaError, get a fixed sentence: 500, or their own 503. */
export function toFailure(error: unknown, now: number, urlBase: string) {
  const known = forClients(error)
  const failure = known ?? inOurWords(error)
  const { status } = failures[failure.codigo]
  const headers: [string, string][] = []
  if (failure.metodos) headers.push(['allow', failure.metodos.join(', ')])
  // The default is about the seconds of a first collection.
  if (status === 503 || status === 429) headers.push(['retry-after', String(failure.tentarEm ?? 30)])
  if (failure.bytes !== undefined) headers.push(['content-range', `bytes */${failure.bytes}`])
  const tente = failure.tente && `${urlBase}${addressOfTexts(failure.tente)}`
  return { status, corpo: errorBody(failure, now, tente), headers, unexpected: !known }
}

function inOurWords(error: unknown): GasolinaError {
  return error instanceof GasolinaError && failures[error.codigo].status === 503
    ? new GasolinaError(
        'dados_indisponiveis',
        'Os dados não puderam ser lidos agora. Tente de novo em instantes.',
      )
    : new GasolinaError('erro_interno', FRASE_ERRO_INTERNO)
}
