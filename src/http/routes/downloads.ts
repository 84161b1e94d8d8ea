import { byteLengthOf } from '../../format/json/list-text.ts'
import type { Config } from '../../config.ts'
import { type Slug, isSlug } from '../../domain/facts/fuels.ts'
import { type Clock, toMs } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import { type Arquivo, fileName } from '../../format/files/sheet.ts'
import type { Dialeto } from '../../format/files/csv.ts'
import type { LocalQuery } from '../../query/query.ts'
import { prefixOf, unknownRoute } from './route-paths.ts'
import { type Reader, asked, fixedQuestion, readRequest, refuseParameters } from '../reply/read-question.ts'
import { type Body, IMMUTABLE, fileHeaders, json, quoted } from '../reply/resource.ts'
import type { HistoricoFile } from '../../query/files/historico-files.ts'
import { acceptedEncodings, compressing, quickest } from '../reply/compression.ts'
import { type Reply, heldTag } from '../reply/reply.ts'
import type { Replier } from '../reply/replier.ts'

/** The files under `/gasolina/dados/` that are made on request, and the changes: as answers, as immutable files, as a feed. */
export function createDownloads(query: LocalQuery, config: Pick<Config, 'fonte' | 'urlBase'>) {
  function csv(name: string, search: string, write: (dialeto: Dialeto) => Promise<Arquivo>) {
    const { dialeto } = readRequest('dados', {}, search)
    return {
      key: `${name}.csv ${dialeto}`,
      async body(): Promise<Body> {
        const { nome, tipo, pieces } = await write(dialeto)
        return { tipo, pieces, headers: fileHeaders(nome, config.fonte === 'demonstracao') }
      },
    }
  }
  return {
    arquivoJson: ofFuel('json', (fuel) => query.arquivo(fuel, 'json', 'padrao')),
    arquivoCsv({ slug }, search) {
      const fuel = fuelIn(slug)
      return csv(fuel, search, (dialeto) => query.arquivo(fuel, 'csv', dialeto))
    },
    arquivoGeojson: ofFuel('geojson', query.geojson),
    todosCsv: (_, search) => csv('todos', search, query.todos),
    pacote: fixedQuestion('pacote', async () => json(await query.pacote())),
    somas: fixedQuestion('somas', async () => text('text/plain; charset=utf-8', await query.somas())),
    catalogo: fixedQuestion('catalogo', async () => json(await query.catalogo())),
    mudancas: asked('mudancas', async (pedido) => json(await query.mudancas(pedido))),
    mudancasIndice: fixedQuestion('mudancasIndice', async () => json(await query.indiceDeMudancas())),
    mudancasArquivo({ arquivo = '' }, search) {
      refuseParameters(search)
      const [, name] = /^(.*)\.json$/s.exec(arquivo) ?? []
      // `readRequest` refuses a malformed cursor.
      const cursor = name && readRequest('mudancasArquivo', { cursor: name }, '').cursor
      if (!cursor) throw unknownRoute(prefixOf(config), `/gasolina/dados/mudancas/${arquivo}`)
      return {
        key: `mudancasArquivo ${cursor}`,
        async body() {
          const file = await query.arquivoDeMudancas(cursor)
          return { ...(await json(file)), modified: toMs(file.publicadoEm), cacheControl: IMMUTABLE }
        },
      }
    },
    mudancasAtom: asked('mudancasAtom', async (pedido) =>
      text('application/atom+xml; charset=utf-8', await query.atom(pedido)),
    ),
  } satisfies Record<string, Reader>
}

function ofFuel(form: 'json' | 'geojson', write: (fuel: Slug) => Promise<Body>): Reader {
  return ({ slug }, search) => {
    refuseParameters(search)
    const fuel = fuelIn(slug)
    return { key: `${fuel}.${form}`, body: () => write(fuel) }
  }
}

function text(tipo: string, content: string): Body {
  return { tipo, pieces: [Buffer.from(content)] }
}

/** The router has one address per fuel, so anything else is a bug. */
function fuelIn(text: string | undefined): Slug {
  if (text !== undefined && isSlug(text)) return text
  throw new GasolinaError('erro_interno', `rota sem combustível: ${text}`)
}

/** A file in the store, streamed at the speed of the client: any range of its bytes, or, of a text, the whole compressed. */
export type Download = (request: Request) => Promise<Reply>

/** The files of a month's sales, and the list of stations. */
export function createMonthlyDownloads(
  query: LocalQuery,
  replier: Replier,
  { fonte }: Pick<Config, 'fonte'>,
  clock: Clock,
) {
  return {
    vendasParquet: ofMonth('parquet'),
    vendasCsv: ofMonth('csv.gz'),
    postosCsv(_, search) {
      refuseParameters(search)
      return async (request) => reply(await query.historicoFile('postos.csv'), request)
    },
  } satisfies Record<string, Reader<Download>>

  function ofMonth(ending: string): Reader<Download> {
    return (path, search) => {
      const { mes } = readRequest('vendasDoMes', path, search)
      return async (request) => reply(await query.historicoFile(`vendas-${mes}.${ending}`), request)
    }
  }

  async function reply(file: HistoricoFile, { method, headers }: Request): Promise<Reply> {
    const { nome, tipo, bytes, sha256, feitoEm, fechado } = file
    const hash = sha256.slice(0, 22)
    const modified = toMs(feitoEm)
    const range =
      method === 'GET' && mayTakePart(quoted(hash, 'identity'), modified, headers)
        ? readRange(headers.get('range'), bytes)
        : undefined
    const encoding = range === undefined && tipo.startsWith('text/') ? encodingFor(headers) : 'identity'
    const tag = quoted(hash, encoding)
    const isHeld =
      heldTag(Object.fromEntries(headers), { tags: [tag], current: tag, modified }, clock()) !== undefined
    if (!isHeld && range === null)
      throw new GasolinaError(
        'faixa_invalida',
        `Essa parte do arquivo não existe: ele tem ${bytes} bytes. Peça com range: bytes=0-${bytes - 1}, ou menos.`,
        { bytes },
      )
    const [from, to] = range ?? [0, bytes]
    const cacheControl = fechado ? IMMUTABLE : undefined
    const head = replier.headOf({ tipo, byteLength: to - from, tag, modified, cacheControl, encoding })
    head.push('accept-ranges', 'bytes')
    head.push('access-control-expose-headers', 'accept-ranges, content-length, content-range')
    if (isHeld) return { status: 304, headers: withoutContent(head), body: null }
    const isFictional = fonte === 'demonstracao'
    head.push(...fileHeaders(fileName(nome, { demonstracao: isFictional }), isFictional).flat())
    if (range) head.push('content-range', `bytes ${from}-${to - 1}/${bytes}`)
    if (encoding !== 'identity') {
      // Whole, as its length is told first: the list of a country's stations has a megabyte.
      const body = await compressing(await begun(file, [from, to]), encoding, bytes).toArray()
      head[head.indexOf('content-length') + 1] = String(byteLengthOf(body))
      return { status: 200, headers: head, body }
    }
    if (method === 'HEAD') return { status: 200, headers: head, body: null }
    const stream = await begun(file, [from, to])
    return { status: range ? 206 : 200, headers: head, body: null, stream }
  }
}

/** The quickest accepted, as nothing compressed is kept. */
function encodingFor(headers: Headers) {
  const accepted = acceptedEncodings(headers.get('accept-encoding') ?? undefined)
  return accepted[0] === 'identity' ? 'identity' : quickest(accepted)
}

/** Waits for the first piece: damage there is still answered by an error, later only by a body that ends too early. */
async function begun(file: HistoricoFile, [from, to]: ByteRange): Promise<AsyncIterable<Uint8Array>> {
  const pieces = file.read(from, to)
  const first = await pieces.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pieces
  })()
}

/** A part of a changed file would not fit the parts that the client has (RFC 9110, 13.1.5). */
function mayTakePart(tag: string, modified: number, headers: Headers): boolean {
  const ifRange = headers.get('if-range')?.trim()
  return ifRange === undefined || ifRange === tag || Date.parse(ifRange) === modified
}

/** [from, to) */
type ByteRange = readonly [from: number, to: number]

/** RFC 9110, 14. Undefined: the whole file, also for several ranges or other units than bytes; null: no such range. */
function readRange(header: string | null, bytes: number): ByteRange | null | undefined {
  const ranges = /^bytes *=(.*)$/i.exec(header?.trim() ?? '')?.[1]
  if (ranges === undefined || ranges.includes(',')) return undefined
  const [, first, last] = /^(\d*)-(\d*)$/.exec(ranges.trim()) ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  const [from, to] =
    first === ''
      ? [Math.max(0, bytes - Number(last)), bytes]
      : [Number(first), last === '' ? bytes : Math.min(Number(last) + 1, bytes)]
  return from < to ? [from, to] : null
}

function withoutContent(head: readonly string[]): string[] {
  return head.flatMap((name, i) =>
    i % 2 === 0 && !name.startsWith('content-') ? [name, head[i + 1] ?? ''] : [],
  )
}
