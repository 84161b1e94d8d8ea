import { AwsClient } from 'aws4fetch'
import { type GasolinaError, misconfigured, networkCodeOf } from '../../../errors.ts'
import type { S3Address } from '../../../storage-address.ts'
import { readBody } from '../../../response-limits.ts'
import { Passing, type Patience } from '../engine.ts'
import { sha256Of } from '../../bytes/checked-json.ts'
import { type Attempt, couldNot, reasons } from '../../bytes/storage-errors.ts'

export interface S3Question {
  method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'
  /** The whole name of an object; absent for the bucket itself. */
  object?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Limit of the answer in bytes, 96 MiB by default. */
  most?: number
}

/** `code`: the error's name in S3; empty when there is none. */
type S3Answer = ReturnType<typeof judged>

/** Slowest transfer of a body, in bytes a millisecond; below it the request counts as stalled. */
const SLOWEST = 64

/** The largest file of a store, a month of sales, has some megabytes. An answer is in memory twice while it is read. */
const MOST_BYTES = 96 * 1024 * 1024

const MAY_PASS = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const MAY_PASS_BY_NAME = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ServiceUnavailable'])

/** One signed request, without retries. A failure that may pass, or a missing answer, rejects with `Passing`. */
export function createS3Asker(address: S3Address, { answer }: Patience) {
  const { credentials, region } = address
  // Our own loop retries: a lost answer to a create needs a read first.
  const signer = new AwsClient({ ...credentials, region, service: 's3', retries: 0 })
  const bucketUrl = urlOf(address)

  return async ({ method, object = '', query = {}, headers, body, most = MOST_BYTES }: S3Question) => {
    const url = new URL(bucketUrl + object)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const deadline = new AbortController()
    const within = (bytes: number) =>
      setTimeout(() => deadline.abort(new Passing('demorou demais')), answer + bytes / SLOWEST)
    let timer = within(body?.length ?? 0)
    try {
      const request = await signer.sign(url, {
        method,
        // Part of the signature: the server refuses a body damaged in transit.
        headers: { ...headers, 'x-amz-content-sha256': sha256Of(body ?? '') },
        ...(body && { body: Uint8Array.from(body) }),
        redirect: 'manual',
        signal: deadline.signal,
      })
      const response = await fetch(request)
      clearTimeout(timer)
      timer = within(Number(response.headers.get('content-length') ?? 0))
      const bytes = await readBody(response, most, deadline.signal)
      if (!bytes) throw new Passing(`a resposta não terminou em ${most >> 20} MiB`)
      return judged(response, Buffer.from(bytes.buffer))
    } catch (error) {
      if (error instanceof Passing) throw error
      // `fetch` says "fetch failed" and the reason in its cause.
      const code = networkCodeOf(error)
      throw new Passing(reasons.connections[code] ?? (code || 'a conexão falhou'), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

function judged({ status, headers }: Response, body: Buffer) {
  const code = status < 300 ? '' : (/<Code>([\w.]+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '')
  if (MAY_PASS.has(status) || MAY_PASS_BY_NAME.has(code))
    throw new Passing(`respondeu ${status}${code && ` (${code})`}`)
  return { status, headers, body, code }
}

/** The bucket is in the path at an endpoint; on Amazon it is in the host name, except with a dot, which its certificate does not cover. */
function urlOf({ bucket, endpoint, region }: S3Address): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}/`
  const host = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`
}

/** The sentence for an unexpected answer that will not pass. `place` is relative to the store. */
export function refusalOf(attempt: Attempt, place: string, { status, code }: S3Answer): GasolinaError {
  const configuration = reasons.s3Configuration[code]
  if (configuration !== undefined) return misconfigured(configuration)
  if (code === 'NotImplemented' && attempt === 'publicar')
    return misconfigured(
      'O S3 de GASOLINA_STORAGE não aceita gravação condicional (If-None-Match: *), sem a qual duas coletas se apagariam: use outro serviço.',
    )
  const reason =
    status === 403 && (code === '' || code === 'AccessDenied')
      ? 'falta permissão (s3:ListBucket, s3:GetObject, s3:PutObject e s3:DeleteObject)'
      : code
        ? `o S3 respondeu ${status} (${code})`
        : `o endereço respondeu ${status} sem ser um S3; confira AWS_ENDPOINT_URL`
  return couldNot(attempt, place, reason)
}
