import { ofetch } from 'ofetch'
import { createDeadline } from '../../deadline.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { networkCodeOf } from '../../errors.ts'
import { readBody } from '../../untrusted.ts'
import type { Page } from './page.ts'
import { parsePage } from './page.ts'

/** One request that brought no page. The message never holds the token or what was received. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure'
  readonly retry: boolean
  readonly fatal: boolean
  /** Milliseconds the source asked to wait; 0 when it did not. */
  readonly retryAfter: number

  constructor(message: string, { retry = true, fatal = false, retryAfter = 0, cause = '' } = {}) {
    super(message, cause ? { cause } : {})
    this.retry = retry
    this.fatal = fatal
    this.retryAfter = retryAfter
  }
}

export interface AttemptOptions {
  url: string
  token: string
  userAgent: string
  deadline: number
}

export interface Received {
  page: Page
  /** Of the decoded body. */
  bytes: number
  /** What the source's own clock said, in milliseconds, where it told. */
  relogio: number | undefined
}

/** Of the decoded body: a gzip bomb is small on the wire. */
const MAX_BYTES = 8 * 1024 * 1024

/** One POST and its whole body within the deadline, read by the strictest rules. Throws nothing but AttemptFailure. */
export function createAttempt({ url, token, userAgent, deadline }: AttemptOptions) {
  return async function attempt(body: { pagina: number }, signal: AbortSignal): Promise<Received> {
    const ending = createDeadline({ after: deadline, parent: signal })
    try {
      return await ending.race(ask(body, ending.signal))
    } catch (error) {
      if (error instanceof AttemptFailure) throw error
      if (signal.aborted) throw new AttemptFailure('A consulta à fonte foi interrompida.', { retry: false })
      if (ending.signal.aborted)
        throw new AttemptFailure(`A fonte não terminou de responder em ${deadline / SECOND} s.`)
      throw networkFailure(error)
    } finally {
      ending.release()
    }
  }

  async function ask(body: { pagina: number }, signal: AbortSignal): Promise<Received> {
    const response = await ofetch.raw(`${url}/combustivel/pesquisa`, {
      method: 'POST',
      body,
      headers: { apptoken: token, 'user-agent': userAgent },
      // Following one would hand the token to another host.
      redirect: 'error',
      signal,
      // It would read a body of any size.
      responseType: 'stream',
      ignoreResponseError: true,
      retry: false,
    })
    if (response.status !== 200) throw await refusal(response, signal)
    const type = response.headers.get('content-type') ?? 'json'
    if (!/json/i.test(type)) {
      await discard(response)
      throw new AttemptFailure('A fonte respondeu com algo que não é JSON; pode estar em manutenção.')
    }
    const bytes = await readBytes(response, signal)
    const page = toPage(bytes, body.pagina)
    return { page, bytes: bytes.length, relogio: clockOf(response) }
  }
}

async function refusal(response: Response, signal: AbortSignal): Promise<AttemptFailure> {
  const { status } = response
  // The source answers 500 to a token it does not know; the wording is all that tells it from a failure.
  const unauthorised =
    status === 401 || (status === 500 && /autoriza/i.test(String(await readBytes(response, signal))))
  await discard(response)
  if (unauthorised)
    return new AttemptFailure('A fonte não reconheceu o token: confira SEFAZ_APP_TOKEN.', {
      retry: false,
      fatal: true,
    })
  if (status === 403)
    return new AttemptFailure('O firewall da fonte recusou o pedido (403): confira SEFAZ_USER_AGENT.', {
      retry: false,
      fatal: true,
    })
  if (status === 429)
    return new AttemptFailure('A fonte pediu menos consultas (429).', { retryAfter: retryAfterOf(response) })
  if (status < 300) return new AttemptFailure(`A fonte respondeu sem conteúdo (${status}).`)
  if (status < 500 && status !== 408) {
    return new AttemptFailure(`A fonte não aceitou a consulta (${status}).`, { retry: false })
  }
  return new AttemptFailure(`A fonte está com problemas (${status}).`, { retryAfter: retryAfterOf(response) })
}

function toPage(bytes: Buffer, pagina: number): Page {
  if (bytes.toString().trim() === '') throw new AttemptFailure('A fonte respondeu vazio.')
  const page = parsePage(bytes, pagina)
  if (typeof page === 'string') throw new AttemptFailure(page)
  return page
}

async function readBytes(response: Response, signal: AbortSignal): Promise<Buffer> {
  const bytes = await readBody(response, MAX_BYTES, signal)
  if (bytes) return Buffer.from(bytes.buffer)
  throw new AttemptFailure('A resposta da fonte passa de 8 MiB e foi abandonada.', { retry: false })
}

/** Frees the connection of a body nobody reads. */
async function discard(response: Response): Promise<void> {
  if (response.body && !response.bodyUsed) await response.body.cancel().catch(() => undefined)
}

/** Seconds, or a date, which is measured against the source's own clock. */
function retryAfterOf(response: Response): number {
  const value = response.headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const wait = Date.parse(value) - (clockOf(response) ?? NaN)
  return wait > 0 ? wait : 0
}

function clockOf({ headers }: Response): number | undefined {
  const told = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(told) ? undefined : told
}

function networkFailure(error: unknown): AttemptFailure {
  if (messagesOf(error).some((message) => /redirect/i.test(message)))
    return new AttemptFailure('A fonte mandou para outro endereço, o que não é seguido.', { retry: false })
  // Only the code is shown: a message may repeat sent or received data.
  const code = networkCodeOf(error)
  return new AttemptFailure(`A conexão com a fonte falhou${code && ` (${code})`}.`, { cause: code })
}

/** Messages of an error and of its causes, outermost first. */
function messagesOf(error: unknown, depth = 5): string[] {
  if (!(error instanceof Error) || depth === 0) return []
  return [error.message, ...messagesOf(error.cause, depth - 1)]
}
