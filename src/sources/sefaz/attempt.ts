import { ofetch } from 'ofetch'
import { z } from 'zod'
import { createDeadline } from '../../deadline.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { networkCodeOf } from '../../errors.ts'
import { TooMuch, parseJson, readBody } from '../../untrusted.ts'

/** Largest page, by the source's own manual. */
const MAX_RECORDS = 5000

const count = z.number().int().min(0)

const pageSchema = z.object({
  totalRegistros: count,
  registrosPagina: count,
  ultimaPagina: z.boolean(),
  conteudo: z.array(z.unknown()).max(MAX_RECORDS),
})

export type Page = z.infer<typeof pageSchema>

/** A request without a page. The message never contains the token or the received body. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure'
  readonly retry: boolean
  readonly fatal: boolean
  /** Milliseconds to wait, from the source's `retry-after`; 0 without one. */
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
  /** Size of the decoded body. */
  bytes: number
  /** Time by the source's own clock, in milliseconds, from its `date` header. */
  relogio: number | undefined
}

/** Limit of the decoded body: a gzip bomb is small on the wire. */
const MAX_BYTES = 8 * 1024 * 1024

/** One POST and its whole body within the deadline, strictly checked. Throws only AttemptFailure. */
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
      // A followed redirect would send the token to another host.
      redirect: 'error',
      signal,
      // ofetch itself would read a body of any size.
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
  // The source answers 500 to an unknown token; only the wording differs from a real failure.
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

/** The source's envelope. Records are judged later, one by one. */
function toPage(bytes: Buffer, pagina: number): Page {
  if (bytes.toString().trim() === '') throw new AttemptFailure('A fonte respondeu vazio.')
  const { success, data } = pageSchema.safeParse(toJson(bytes))
  if (!success) throw new AttemptFailure('A resposta da fonte não tem o formato combinado.')
  if (!isConsistent(data, pagina)) throw new AttemptFailure('Os totais da resposta da fonte não conferem.')
  return data
}

function toJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    throw new AttemptFailure(
      error instanceof TooMuch
        ? 'A resposta da fonte tem níveis ou valores demais e não foi lida.'
        : 'A resposta da fonte veio cortada ou malformada.',
    )
  }
}

/** Checks the page's own counts: a first page that is also the last has all records; a page that is not the last has some. */
function isConsistent(
  { totalRegistros, registrosPagina, ultimaPagina, conteudo }: Page,
  pagina: number,
): boolean {
  const records = conteudo.length
  if (records !== registrosPagina || records > totalRegistros) return false
  if (ultimaPagina) return pagina > 1 || records === totalRegistros
  return records > 0 || totalRegistros === 0
}

async function readBytes(response: Response, signal: AbortSignal): Promise<Buffer> {
  const bytes = await readBody(response, MAX_BYTES, signal)
  if (bytes) return Buffer.from(bytes.buffer)
  throw new AttemptFailure('A resposta da fonte passa de 8 MiB e foi abandonada.', { retry: false })
}

/** Frees the connection of an unread body. */
async function discard(response: Response): Promise<void> {
  if (response.body && !response.bodyUsed) await response.body.cancel().catch(() => undefined)
}

/** Seconds, or a date relative to the source's own clock. */
function retryAfterOf(response: Response): number {
  const value = response.headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const wait = Date.parse(value) - (clockOf(response) ?? NaN)
  return wait > 0 ? wait : 0
}

function clockOf({ headers }: Response): number | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date
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
