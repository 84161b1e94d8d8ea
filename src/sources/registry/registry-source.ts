import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { ofetch } from 'ofetch'
import { MINUTE, SECOND } from '../../domain/basics/time.ts'
import type { Cadastro } from '../../domain/registry/registry.ts'
import { GasolinaError, codeOf } from '../../errors.ts'
import { MOST_JSON_BYTES } from '../../response-limits.ts'
import { RequestFailure } from '../source.ts'
import { type Pauses, exchange, pause, readBytes, retryAfterOf, withRetries } from '../web/requests.ts'
import { type Rows, readRows, refused, stationsOf } from './read-registry.ts'

interface RegistryOptions extends Pauses {
  userAgent: string
  signal: AbortSignal
  /** Milliseconds for one page or file, its body included. */
  deadline?: number
}

/** All of Brazil has 8 MB as CSV; of the JSON layout a page has 5,000 stations. */
const MOST_BYTES = MOST_JSON_BYTES
const MOST_PAGES = 20
/** The regulator's server answers 429 to more. */
const BETWEEN_PAGES = 20 * SECOND
const TOO_FAST = 429

/** All pages of an address, or a file. @throws {GasolinaError} `fonte_falhou` naming what is wrong; `parametro_invalido` for an unreadable file. */
export async function takeRegistry(origem: string, options: RegistryOptions): Promise<Omit<Cadastro, 'em'>> {
  try {
    if (!isAddress(origem))
      return { origem: basename(origem), ...stationsOf([await fileOf(origem, options)]) }
    const pages = [readRows(await pageAt(origem, options))]
    const { pages: last = 1 } = pages[0] ?? {}
    if (last > MOST_PAGES) throw refused(`tem ${last} páginas, e no máximo ${MOST_PAGES} são lidas`)
    for (let page = 2; page <= last; page++) {
      await (options.delay ?? pause)(BETWEEN_PAGES, options.signal)
      const address = new URL(origem)
      address.searchParams.set('numeropagina', String(page))
      pages.push(readRows(await pageAt(address.href, options)))
    }
    return { origem, ...stationsOf(pages) }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    throw new GasolinaError('fonte_falhou', `O cadastro não veio. ${error.message}`, { cause: error })
  }
}

export function isAddress(origem: string): boolean {
  return /^https?:\/\//i.test(origem)
}

async function pageAt(url: string, options: RegistryOptions): Promise<Buffer> {
  const { userAgent, signal, deadline = 2 * MINUTE } = options
  const quem = 'o servidor do cadastro'
  return withRetries(
    () =>
      exchange({ quem, deadline, signal }, async (ending) => {
        const response = await ofetch.raw(url, {
          headers: { 'user-agent': userAgent, accept: 'application/json, text/csv, */*' },
          signal: ending,
          responseType: 'stream',
          ignoreResponseError: true,
          retry: false,
        })
        if (response.status !== 200) throw await refusal(response)
        return readBytes(quem, response, MOST_BYTES, ending)
      }),
    signal,
    options,
  )
}

async function refusal(response: Response): Promise<RequestFailure> {
  const { status } = response
  // Frees the connection of the unread body.
  await response.body?.cancel().catch(() => undefined)
  const message = `O servidor do cadastro respondeu ${status}.`
  if (status === TOO_FAST)
    return new RequestFailure(message, { retryAfter: retryAfterOf(response) || BETWEEN_PAGES })
  const mayPass = status >= 500 || status === 408
  return new RequestFailure(message, { retry: mayPass, retryAfter: mayPass ? retryAfterOf(response) : 0 })
}

/** @throws {GasolinaError} `parametro_invalido`. A file is read like an answer: a pipe may never end. */
async function fileOf(path: string, { signal, deadline = MINUTE }: RegistryOptions): Promise<Rows> {
  try {
    const bytes = await exchange({ quem: 'o arquivo', deadline, signal }, (ending) => {
      const body = Readable.toWeb(createReadStream(path)) as Response['body']
      return readBytes('o arquivo', { body }, MOST_BYTES, ending)
    })
    const rows = readRows(bytes)
    if (rows.pages > 1) throw refused(`o arquivo é só uma de ${rows.pages} páginas`)
    return rows
  } catch (error) {
    const code = error instanceof RequestFailure ? String(error.cause ?? '') : codeOf(error)
    if (!/^E[A-Z]+$/.test(code)) throw error
    throw new GasolinaError(
      'parametro_invalido',
      `O arquivo '${path}' não pôde ser lido (${code}): use o caminho de um arquivo, ou um endereço http:// ou https://.`,
    )
  }
}
