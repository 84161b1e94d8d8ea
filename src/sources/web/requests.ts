import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unzip } from 'node:zlib'
import { createDeadline } from '../../deadline.ts'
import { MINUTE, SECOND } from '../../domain/basics/time.ts'
import { codeOf, networkCodeOf } from '../../errors.ts'
import { readBody } from '../../response-limits.ts'
import { RequestFailure, type Tally } from '../source.ts'

interface Exchange {
  /** The server in sentences, with its article: `a fonte`. */
  quem: string
  /** Milliseconds for the request and its whole body. */
  deadline: number
  signal: AbortSignal
}

/** One request with its whole body within the deadline. Throws only RequestFailure. */
export async function exchange<T>(
  { quem, deadline, signal }: Exchange,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = createDeadline({ after: deadline, parent: signal })
  try {
    return await ending.race(ask(ending.signal))
  } catch (error) {
    if (error instanceof RequestFailure) throw error
    if (signal.aborted) throw new RequestFailure('A consulta foi interrompida.', { retry: false })
    if (ending.signal.aborted)
      throw new RequestFailure(
        `${quem.charAt(0).toUpperCase()}${quem.slice(1)} não terminou de responder em ${deadline / SECOND} s.`,
      )
    // Only the code is shown: a message may repeat sent or received data.
    const code = networkCodeOf(error)
    throw new RequestFailure(`A conexão com ${quem} falhou${code && ` (${code})`}.`, { cause: code })
  } finally {
    ending.release()
  }
}

/** The decoded body: a gzip bomb is small on the wire. */
export async function readBytes(
  quem: string,
  response: Pick<Response, 'body'>,
  most: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const bytes = await readBody(response, most, signal)
  if (bytes) return Buffer.from(bytes.buffer)
  throw tooLarge(quem, most)
}

function tooLarge(quem: string, most: number): RequestFailure {
  const message = `O que veio d${quem} passa de ${most / 2 ** 20} MiB e foi abandonado.`
  return new RequestFailure(message, { retry: false })
}

type Told = { headers: Pick<Headers, 'get'> }

/** Seconds, or a date relative to the server's own clock. */
export function retryAfterOf(response: Told): number {
  const value = response.headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const wait = Date.parse(value) - (clockOf(response) ?? NaN)
  return wait > 0 ? wait : 0
}

/** Milliseconds, by the server's own clock. */
export function clockOf({ headers }: Told): number | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date
}

export interface Pauses {
  /** Waits between attempts; tests pass one that does not. */
  delay?: (ms: number, signal: AbortSignal) => Promise<void>
  /** A number from 0 to 1 that spreads the waits. */
  random?: () => number
}

const PAUSES = [0.5 * SECOND, 1 * SECOND, 2 * SECOND]
const MAX_RETRY_AFTER = MINUTE

/** Four tries at most, a random part of 0.5, 1 and 2 s apart, or as the server asks, up to a minute. @throws {RequestFailure} of the last try. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  { delay = pause, random = Math.random }: Pauses,
  tally: Tally = { pedidos: 0, falhas: 0 },
): Promise<T> {
  for (let failures = 0; ; failures++) {
    tally.pedidos++
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      tally.falhas++
      const longest = PAUSES[failures]
      if (!error.retry || longest === undefined) throw error
      await delay(Math.max(random() * longest, Math.min(error.retryAfter, MAX_RETRY_AFTER)), signal)
      if (signal.aborted) throw error
    }
  }
}

/** Rejects only when the signal ends the wait; the caller checks the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

const decompress = promisify(unzip)

export type Begun = ReturnType<typeof beginningOf>

interface Post {
  /** The server at the beginning of a sentence. */
  quem: string
  url: string
  json: string
  headers: Record<string, string>
  signal: AbortSignal
}

/** Redirects are not followed: they would take the token to another host. By fetch a request takes 0.8 ms of processor time, here 0.2: a collection has 612. */
export async function postJson({ quem, url, json, headers, signal }: Post): Promise<Begun> {
  const type = 'application/json'
  const own = { accept: type, 'accept-encoding': 'gzip', 'content-type': type }
  const send = url.startsWith('https:') ? secureRequest : plainRequest
  const request = send(url, { method: 'POST', headers: { ...headers, ...own }, signal })
  // A connection may break after the answer began; its body tells.
  request.on('error', () => {})
  request.end(json)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const begun = beginningOf(response)
  if (begun.status < 300 || begun.status >= 400) return begun
  response.destroy()
  throw new RequestFailure(`${quem} mandou para outro endereço, o que não é seguido.`, { retry: false })
}

function beginningOf(response: IncomingMessage) {
  const get = (name: string): string | null => String(response.headers[name] ?? '') || null
  return { status: response.statusCode ?? 0, headers: { get }, body: response }
}

export async function bodyOf(quem: string, { headers, body }: Begun, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if ((size += chunk.length) > most) throw tooLarge(quem, most)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (size === 0 || !/gzip|deflate/i.test(headers.get('content-encoding') ?? '')) return bytes
  return decompress(bytes, { maxOutputLength: most }).catch((error: unknown) => {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(quem, most) : error
  })
}
