import type { Dialeto } from '../../format/files/csv.ts'
import { ofetch } from 'ofetch'
import { createDeadline } from '../../deadline.ts'
import { type Slug, TODOS } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { type RespostaDe, schemaOf } from '../../domain/questions/schemas-of-routes.ts'
import { type NomeDeRota, rotaDe } from '../../domain/questions/routes.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { printable } from '../../domain/basics/text.ts'
import { GasolinaError, networkCodeOf } from '../../errors.ts'
import { MOST_JSON_BYTES, TooMuch, parseJson, readBody } from '../../response-limits.ts'
import type { QuestionName, StationQuestionName, Query } from '../query.ts'
import { type Arquivo, type FormatoDeArquivo, fileName } from '../../format/files/sheet.ts'
import { baseOf, cnpjSegment, fileSegment, toQuery } from '../current/remote-address.ts'
import { problemOf, toRefusal } from './remote-check.ts'

interface RemoteOptions {
  /** The server, with or without `/gasolina/api` behind it. */
  url: string
  /** Not in browsers, where a header of ours would have the server asked for leave first. */
  userAgent?: string
  /** Time for a whole answer, body included. */
  timeoutMs?: number
  /** Ends a question under way; none is asked once it is aborted. */
  signal?: AbortSignal
}

/** A server takes any part of a question, and its own defaults for the rest. */
export type RemoteQuery = Omit<Query, QuestionName | StationQuestionName | 'arquivo' | 'todos'> & {
  [N in QuestionName]: (pedido?: Partial<Pedido<N>>) => Promise<RespostaDe<N>>
} & {
  [N in StationQuestionName]: (pedido: Partial<Pedido<N>> & { cnpj: string }) => Promise<RespostaDe<N>>
} & {
  arquivo(slug: Slug, formato: FormatoDeArquivo, dialeto?: Dialeto): Promise<Arquivo>
  todos(dialeto?: Dialeto): Promise<Arquivo>
}

/** Bytes of a file, decoded: handed on as it came, never parsed. */
const MOST_FILE_BYTES = 64 * 1024 * 1024

/**
 * The questions of `Query` asked of another gasolina server over HTTP. Its refusals come back as the errors they are there;
 * any failure to get an answer is `api_inalcancavel`.
 * @throws {GasolinaError} `parametro_invalido`, at once, when `url` is no address of a server.
 */
export function createRemoteQuery(options: RemoteOptions): RemoteQuery {
  const { userAgent, timeoutMs = 30 * SECOND, signal: parent } = options
  const base = baseOf(options.url)
  let lastChanges: { query: string; etag: string; answer: RespostaDe<'mudancas'> } | undefined

  return {
    precos: (pedido) => ask('precos', pedido),
    posto: async ({ cnpj, ...rest }) => ask('posto', rest, cnpjSegment(cnpj)),
    postos: (pedido) => ask('postos', pedido),
    historico: async ({ cnpj, ...rest }) => ask('historico', rest, cnpjSegment(cnpj)),
    historicoDoLugar: (pedido) => ask('historicoDoLugar', pedido),
    estatisticas: (pedido) => ask('estatisticas', pedido),
    municipios: () => ask('municipios'),
    bairros: (pedido) => ask('bairros', pedido),
    combustiveis: () => ask('combustiveis'),
    mudancas: askChanges,
    situacao: () => ask('situacao'),
    catalogo: () => ask('catalogo'),
    documentacao: () => ask('documentacao'),
    arquivo: download,
    todos: (dialeto) => download(TODOS, 'csv', dialeto),
    async arquivoDoHistorico(nome) {
      const path = `/gasolina/dados/historico/${fileSegment(nome)}`
      const { bytes, headers } = await get(path, {}, MOST_FILE_BYTES)
      const tipo = headers.get('content-type') ?? ''
      const said = headers.get('x-gasolina-demonstracao')
      if (said === null || tipo.startsWith('text/html')) throw notGasolina()
      return { nome: fileName(nome, { demonstracao: said === 'true' }), tipo, pieces: [bytes] }
    },
  }

  async function ask<N extends NomeDeRota>(nome: N, pedido: object = {}, cnpj = ''): Promise<RespostaDe<N>> {
    const path = rotaDe(nome).caminho.replace('{cnpj}', cnpj)
    // Always JSON: the caller writes CSV from these values.
    const { bytes } = await get(path, { ...pedido, formato: undefined, dialeto: undefined })
    return check(nome, readJson(bytes))
  }

  /** Changes are asked for over and over: an answer that has not changed is not sent again. */
  async function askChanges(pedido: object = {}): Promise<RespostaDe<'mudancas'>> {
    const query = JSON.stringify(toQuery(pedido))
    const known = lastChanges?.query === query ? lastChanges : undefined
    const { caminho } = rotaDe('mudancas')
    const { status, bytes, headers } = await get(caminho, pedido, MOST_JSON_BYTES, known?.etag)
    if (known && status === 304) return known.answer
    const answer = check('mudancas', readJson(bytes))
    lastChanges = { query, etag: headers.get('etag') ?? '', answer }
    return answer
  }

  /** The name is made here: one sent by a server could lead anywhere on this disk. */
  async function download(what: Slug | typeof TODOS, formato: FormatoDeArquivo, dialeto: Dialeto = 'padrao') {
    const name = `${what}.${formato}`
    const pedido = formato === 'csv' && dialeto !== 'padrao' ? { dialeto } : {}
    const most = formato === 'csv' ? MOST_FILE_BYTES : MOST_JSON_BYTES
    const { bytes, headers } = await get(`/gasolina/dados/${fileSegment(name)}`, pedido, most)
    const type = headers.get('content-type') ?? ''
    if (formato === 'csv' && !/^text\/csv\b/i.test(type)) throw notGasolina()
    const demonstracao =
      formato === 'csv'
        ? headers.get('x-gasolina-demonstracao') === 'true'
        : check('arquivoJson', readJson(bytes)).demonstracao
    return { nome: fileName(name, { demonstracao }), tipo: type, pieces: [bytes] }
  }

  async function get(path: string, pedido: object, most: number = MOST_JSON_BYTES, etag = '') {
    const deadline = createDeadline({ after: timeoutMs, parent })
    try {
      deadline.signal.throwIfAborted()
      return await deadline.race(receive(path, pedido, most, etag, deadline.signal))
    } catch (error) {
      if (error instanceof GasolinaError) throw error
      if (parent?.aborted) throw unreachable(`A pergunta à API em ${base} foi interrompida.`, error)
      if (deadline.signal.aborted)
        throw unreachable(`A API em ${base} não terminou de responder em ${timeoutMs / SECOND} s.`, error)
      const code = networkCodeOf(error)
      const why = `Não foi possível falar com a API em ${base}${code && ` (${code})`}: confira o endereço e a conexão.`
      throw unreachable(why, error)
    } finally {
      deadline.release()
    }
  }

  async function receive(path: string, pedido: object, most: number, etag: string, signal: AbortSignal) {
    const response = await ofetch.raw(`${base}${path}`, {
      query: toQuery(pedido),
      headers: {
        accept: 'application/json, text/csv',
        ...(userAgent && { 'user-agent': userAgent }),
        ...(etag && { 'if-none-match': etag }),
      },
      signal,
      // It would read a body of any size.
      responseType: 'stream',
      ignoreResponseError: true,
      retry: false,
    })
    const { status, headers } = response
    const bytes = await readBody(response, most, signal)
    if (!bytes) throw unreachable(`A resposta de ${base} passa de ${most >> 20} MiB e foi abandonada.`)
    // Nothing was sent: the answer is the one of that etag.
    const isKnown = etag !== '' && status === 304
    if (status !== 200 && !isKnown) throw toRefusal(readJson(bytes), headers) ?? notGasolina()
    return { status, bytes, headers }
  }

  /** The answer is passed on whole, so fields of a newer server are kept. */
  function check<N extends NomeDeRota>(nome: N, body: unknown): RespostaDe<N> {
    const schema = schemaOf(nome)
    const problem = schema && problemOf(schema, body)
    if (problem) throw notGasolina(problem)
    return body as RespostaDe<N>
  }

  /** Our own servers send no such characters; who answers at an address is not known. */
  function readJson(bytes: Uint8Array): unknown {
    try {
      return parseJson(bytes, (_, value) => (typeof value === 'string' ? printable(value) : value))
    } catch (error) {
      if (!(error instanceof TooMuch)) throw notGasolina(error)
      throw unreachable(`A resposta de ${base} tem níveis ou valores demais e foi abandonada.`)
    }
  }

  function notGasolina(cause?: unknown): GasolinaError {
    return unreachable(
      `${base} respondeu, mas não como uma API da gasolina desta versão: confira o endereço (ex.: https://exemplo.com.br) e a versão do servidor.`,
      cause,
    )
  }
}

function unreachable(message: string, cause?: unknown): GasolinaError {
  return new GasolinaError('api_inalcancavel', message, { cause })
}
