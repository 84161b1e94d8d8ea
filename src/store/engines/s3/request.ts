import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Address } from '../../../storage-address.ts'
import { readBody } from '../../../untrusted.ts'
import type { Patience } from '../engine.ts'
import { Passing } from '../engine.ts'

export interface S3Question {
  method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'
  /** The whole name of an object; absent for the bucket itself. */
  object?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Bytes of the answer that are read; 96 MiB unless told. */
  most?: number
}

export interface S3Answer {
  status: number
  headers: Headers
  body: Buffer
  /** What kind of error it is, by the name S3 gives it; empty when it gives none. */
  code: string
}

/** One signed request; an answer that may pass, or none, rejects with `Passing`. It never asks twice. */
export type AskS3 = (question: S3Question) => Promise<S3Answer>

/** A body may take so much longer: whoever is slower than this, in bytes a millisecond, has stalled. */
const SLOWEST = 64

/** The largest file of a store, a month of sales, has some megabytes. An answer is in memory twice while it is read. */
const MOST_BYTES = 96 * 1024 * 1024

const MAY_PASS = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const MAY_PASS_BY_NAME = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ServiceUnavailable'])

export function createS3Asker(address: S3Address, { answer }: Patience): AskS3 {
  const { credentials, region } = address
  // Trying again is up to us, who know what a lost answer to a create means.
  const signer = new AwsClient({ ...credentials, region, service: 's3', retries: 0 })
  const bucketUrl = urlOf(address)

  return async ({ method, object = '', query = {}, headers, body, most = MOST_BYTES }) => {
    const url = new URL(bucketUrl + object)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const deadline = new AbortController()
    const within = (bytes: number) =>
      setTimeout(() => deadline.abort(new Passing('demorou demais')), answer + bytes / SLOWEST)
    let timer = within(body?.length ?? 0)
    try {
      const request = await signer.sign(url, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': sha256Of(body) },
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
      throw error instanceof Passing ? error : new Passing(reasonOf(error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

function judged({ status, headers }: Response, body: Buffer): S3Answer {
  const code = status < 300 ? '' : (/<Code>([\w.]+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '')
  if (MAY_PASS.has(status) || MAY_PASS_BY_NAME.has(code))
    throw new Passing(`respondeu ${status}${code && ` (${code})`}`)
  return { status, headers, body, code }
}

/** A service told by its endpoint gets the bucket in the path; Amazon in the name, but where a dot would break its certificate. */
function urlOf({ bucket, endpoint, region }: S3Address): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}/`
  const host = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`
}

/** Signed with the rest: the server refuses a body that was damaged on its way. */
function sha256Of(body: Uint8Array = new Uint8Array()): string {
  return createHash('sha256').update(body).digest('hex')
}

/** `fetch` says "fetch failed" and why in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? (code || 'a conexão falhou')
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'a conexão foi recusada',
  ECONNRESET: 'a conexão foi cortada',
  UND_ERR_SOCKET: 'a conexão foi cortada',
  ENOTFOUND: 'o nome do servidor não foi encontrado',
  EAI_AGAIN: 'o nome do servidor não pôde ser consultado',
}
