import { z } from 'zod'
import { MINUTE } from '../../domain/basics/time.ts'
import { TooMuch, parseJson } from '../../response-limits.ts'
import { RequestFailure } from '../source.ts'
import { type Begun, bodyOf, clockOf, exchange, postJson, retryAfterOf } from '../web/requests.ts'

/** Largest page, by the source's own manual. */
const MAX_RECORDS = 5000

const count = z.number().int().min(0)

const pageSchema = z.object({
  totalRegistros: count,
  registrosPagina: count,
  ultimaPagina: z.boolean(),
  conteudo: z.array(z.unknown()).max(MAX_RECORDS),
})

type SalesPage = z.infer<typeof pageSchema>

export interface AttemptOptions {
  /** Base address up to `/public`, without a final slash. */
  url: string
  token: string
  userAgent: string
  /** Milliseconds for one attempt, body included. The source has been seen to need 28 s. */
  deadline?: number
}

const QUEM = 'a fonte'
const MAX_BYTES = 8 * 1024 * 1024

/** One POST, strictly checked; throws only RequestFailure. `bytes`: of the decoded body; `relogio`: the source's time in milliseconds. */
export function createAttempt({ url, token, userAgent, deadline = MINUTE }: AttemptOptions) {
  return (body: { pagina: number }, signal: AbortSignal) =>
    exchange({ quem: QUEM, deadline, signal }, (ending) => ask(body, ending))

  async function ask(body: { pagina: number }, signal: AbortSignal) {
    const response = await postJson({
      quem: 'A fonte',
      url: `${url}/combustivel/pesquisa`,
      json: JSON.stringify(body),
      headers: { apptoken: token, 'user-agent': userAgent },
      signal,
    })
    try {
      if (response.status !== 200) throw await refusal(response)
      if (!/json/i.test(response.headers.get('content-type') ?? 'json'))
        throw new RequestFailure('A fonte respondeu com algo que não é JSON; pode estar em manutenção.')
      const bytes = await bodyOf(QUEM, response, MAX_BYTES)
      // The envelope. Records are judged later, one by one.
      const { success, data: page } = pageSchema.safeParse(toJson(bytes))
      if (!success) throw new RequestFailure('A resposta da fonte não tem o formato combinado.')
      if (!isConsistent(page, body.pagina))
        throw new RequestFailure('Os totais da resposta da fonte não conferem.')
      return { page, bytes: bytes.length, relogio: clockOf(response) }
    } finally {
      // Ends the connection of an unread body.
      if (!response.body.readableEnded) response.body.destroy()
    }
  }
}

async function refusal(response: Begun): Promise<RequestFailure> {
  const { status } = response
  // The source answers 500 to an unknown token; only the wording differs from a real failure.
  const unauthorised =
    status === 401 || (status === 500 && /autoriza/i.test(String(await bodyOf(QUEM, response, MAX_BYTES))))
  const final = { retry: false, fatal: true }
  if (unauthorised)
    return new RequestFailure('A fonte não reconheceu o token: confira SEFAZ_APP_TOKEN.', final)
  if (status === 403)
    return new RequestFailure('O firewall da fonte recusou o pedido (403): confira SEFAZ_USER_AGENT.', final)
  if (status === 429)
    return new RequestFailure('A fonte pediu menos consultas (429).', { retryAfter: retryAfterOf(response) })
  if (status < 300) return new RequestFailure(`A fonte respondeu sem conteúdo (${status}).`)
  if (status < 500 && status !== 408)
    return new RequestFailure(`A fonte não aceitou a consulta (${status}).`, { retry: false })
  return new RequestFailure(`A fonte está com problemas (${status}).`, { retryAfter: retryAfterOf(response) })
}

function toJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (bytes.toString().trim() === '') throw new RequestFailure('A fonte respondeu vazio.')
    throw new RequestFailure(
      error instanceof TooMuch
        ? 'A resposta da fonte tem níveis ou valores demais e não foi lida.'
        : 'A resposta da fonte veio cortada ou malformada.',
    )
  }
}

/** Checks the page's own counts: a first page that is also the last has all records; a page that is not the last has some. */
function isConsistent(page: SalesPage, pagina: number): boolean {
  const { totalRegistros, registrosPagina, ultimaPagina, conteudo } = page
  const records = conteudo.length
  if (records !== registrosPagina || records > totalRegistros) return false
  if (ultimaPagina) return pagina > 1 || records === totalRegistros
  return records > 0 || totalRegistros === 0
}
