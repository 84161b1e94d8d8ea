import type { Dialeto } from '../../format/files/csv.ts'
import { ofetch } from 'ofetch'
import type { z } from 'zod'
import {
  type RespostaBairros,
  bairrosSchema,
  combustiveisSchema,
  documentacaoSchema,
  municipiosSchema,
  situacaoSchema,
} from '../../domain/answers/situacao-and-menus.ts'
import { type RespostaEstatisticas, estatisticasSchema } from '../../domain/answers/estatisticas.ts'
import {
  type RespostaHistorico,
  historicoDoLugarSchema,
  historicoSchema,
} from '../../domain/answers/historico.ts'
import { type RespostaPostos, postosSchema, respostaPostoSchema } from '../../domain/answers/posto.ts'
import { type RespostaPrecos, precosSchema } from '../../domain/answers/precos.ts'
import { arquivoJsonSchema, catalogoSchema } from '../../domain/answers/downloads.ts'
import { mudancasSchema } from '../../domain/answers/mudancas.ts'
import { createDeadline } from '../../deadline.ts'
import { type Slug, TODOS } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { SECOND } from '../../domain/basics/time.ts'
import { printable } from '../../domain/basics/text.ts'
import { GasolinaError, networkCodeOf } from '../../errors.ts'
import { MOST_JSON_BYTES, TooMuch, parseJson, readBody } from '../../response-limits.ts'
import type { Query } from '../query.ts'
import { type Arquivo, type FormatoDeArquivo, fileName } from '../../format/files/sheet.ts'
import { baseOf, cnpjSegment, fileSegment, toQuery } from '../current/remote-address.ts'
import { problemOf, toRefusal } from './remote-check.ts'

interface RemoteOptions {
  /** The server, with or without `/gasolina/api` behind it. */
  url: string
  /** Not in browsers, where a header of ours would have the server asked for leave first. */
  userAgent?: string
  /** For a whole answer, body included. */
  timeoutMs?: number
  /** Ends a question under way; none is asked once it is aborted. */
  signal?: AbortSignal
}

/** A server takes any part of a question, and its own defaults for the rest. */
export interface RemoteQuery extends Query {
  precos(pedido?: Partial<Pedido<'precos'>>): Promise<RespostaPrecos>
  postos(pedido?: Partial<Pedido<'postos'>>): Promise<RespostaPostos>
  historico(pedido: Partial<Pedido<'historico'>> & { cnpj: string }): Promise<RespostaHistorico>
  estatisticas(pedido?: Partial<Pedido<'estatisticas'>>): Promise<RespostaEstatisticas>
  bairros(pedido?: Pedido<'bairros'>): Promise<RespostaBairros>
  arquivo(slug: Slug, formato: FormatoDeArquivo, dialeto?: Dialeto): Promise<Arquivo>
  todos(dialeto?: Dialeto): Promise<Arquivo>
}

/** Of a file, decoded: handed on as it came, never parsed. */
const MOST_FILE_BYTES = 64 * 1024 * 1024

/**
 * The same questions asked of another gasolina server over HTTP. Its refusals come back as the errors they are there;
 * any failure to get an answer is `api_inalcancavel`.
 * @throws {GasolinaError} `parametro_invalido`, at once, when `url` is no address of a server.
 */
export function createRemoteQuery({
  url,
  userAgent,
  timeoutMs = 30 * SECOND,
  signal: parent,
}: RemoteOptions): RemoteQuery {
  const base = baseOf(url)

  return {
    precos: (pedido) => ask('api/precos', precosSchema, pedido),
    posto: async ({ cnpj, ...rest }) => ask(`api/posto/${cnpjSegment(cnpj)}`, respostaPostoSchema, rest),
    postos: (pedido) => ask('api/postos', postosSchema, pedido),
    historico: async ({ cnpj, ...rest }) => ask(`api/historico/${cnpjSegment(cnpj)}`, historicoSchema, rest),
    historicoDoLugar: (pedido) => ask('api/historico', historicoDoLugarSchema, pedido),
    estatisticas: (pedido) => ask('api/estatisticas', estatisticasSchema, pedido),
    municipios: () => ask('api/municipios', municipiosSchema),
    bairros: (pedido) => ask('api/bairros', bairrosSchema, pedido),
    combustiveis: () => ask('api/combustiveis', combustiveisSchema),
    mudancas: askAgain('api/mudancas', mudancasSchema),
    situacao: () => ask('api/situacao', situacaoSchema),
    catalogo: () => ask('dados/index.json', catalogoSchema),
    documentacao: () => ask('api/', documentacaoSchema),
    arquivo: download,
    todos: (dialeto) => download(TODOS, 'csv', dialeto),
    async arquivoDoHistorico(nome) {
      const path = `dados/historico/${fileSegment(nome)}`
      const { bytes, headers } = await get(path, {}, { most: MOST_FILE_BYTES })
      const tipo = headers.get('content-type') ?? ''
      const said = headers.get('x-gasolina-demonstracao')
      if (said === null || tipo.startsWith('text/html')) throw notGasolina()
      return { nome: fileName(nome, { demonstracao: said === 'true' }), tipo, pieces: [bytes] }
    },
  }

  async function ask<T>(path: string, schema: z.ZodType<T>, pedido: object = {}): Promise<T> {
    // Always JSON: the caller writes CSV from these values.
    const { bytes } = await get(path, { ...pedido, formato: undefined, dialeto: undefined })
    return check(readJson(bytes), schema)
  }

  /** For what is asked over and over: an answer that has not changed is not sent again. */
  function askAgain<T>(path: string, schema: z.ZodType<T>): (pedido: object) => Promise<T> {
    let last: { query: string; etag: string; answer: T } | undefined
    return async (pedido) => {
      const query = JSON.stringify(toQuery(pedido))
      const known = last?.query === query ? last : undefined
      const { status, bytes, headers } = await get(path, pedido, { etag: known?.etag ?? '' })
      if (known && status === 304) return known.answer
      const answer = check(readJson(bytes), schema)
      last = { query, etag: headers.get('etag') ?? '', answer }
      return answer
    }
  }

  /** The name is made here: one sent by a server could lead anywhere on this disk. */
  async function download(
    what: Slug | typeof TODOS,
    formato: FormatoDeArquivo,
    dialeto: Dialeto = 'padrao',
  ): Promise<Arquivo> {
    const name = `${what}.${formato}`
    const pedido = formato === 'csv' && dialeto !== 'padrao' ? { dialeto } : {}
    const most = formato === 'csv' ? MOST_FILE_BYTES : MOST_JSON_BYTES
    const { bytes, headers } = await get(`dados/${fileSegment(name)}`, pedido, { most })
    const type = headers.get('content-type') ?? ''
    if (formato === 'csv' && !/^text\/csv\b/i.test(type)) throw notGasolina()
    const demonstracao =
      formato === 'csv'
        ? headers.get('x-gasolina-demonstracao') === 'true'
        : check(readJson(bytes), arquivoJsonSchema).demonstracao
    return { nome: fileName(name, { demonstracao }), tipo: type, pieces: [bytes] }
  }

  async function get(path: string, pedido: object, { etag = '', most = MOST_JSON_BYTES } = {}) {
    const deadline = createDeadline({ after: timeoutMs, parent })
    try {
      deadline.signal.throwIfAborted()
      return await deadline.race(receive(path, pedido, { etag, most, signal: deadline.signal }))
    } catch (error) {
      if (error instanceof GasolinaError) throw error
      if (parent?.aborted) throw unreachable(`A pergunta à API em ${base} foi interrompida.`, error)
      if (deadline.signal.aborted)
        throw unreachable(`A API em ${base} não terminou de responder em ${timeoutMs / SECOND} s.`, error)
      const code = networkCodeOf(error)
      throw unreachable(
        `Não foi possível falar com a API em ${base}${code && ` (${code})`}: confira o endereço e a conexão.`,
        error,
      )
    } finally {
      deadline.release()
    }
  }

  async function receive(
    path: string,
    pedido: object,
    { etag, most, signal }: { etag: string; most: number; signal: AbortSignal },
  ) {
    const response = await ofetch.raw(`${base}/gasolina/${path}`, {
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
  function check<T>(body: unknown, schema: z.ZodType<T>): T {
    const problem = problemOf(schema, body)
    if (problem) throw notGasolina(problem)
    return body as T
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
      `${base} respondeu, mas não como uma API da gasolina: confira o endereço (ex.: https://exemplo.com.br).`,
      cause,
    )
  }
}

function unreachable(message: string, cause?: unknown): GasolinaError {
  return new GasolinaError('api_inalcancavel', message, { cause })
}
