import type { Config } from '../../config.ts'
import type { Clock } from '../../domain/basics/time.ts'
import { toMs } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import { fileName } from '../../query/files/download.ts'
import type { LocalQuery } from '../../query/query.ts'
import type { Volume } from '../../query/files/monthly-files.ts'
import { readRequest, refuseParameters } from './params.ts'
import type { ByteRange } from './range.ts'
import { readRange } from './range.ts'
import type { Replier, Reply } from './replier.ts'
import { IMMUTABLE, fileHeaders } from './resource.ts'
import { holdsTag, isSince } from './conditional.ts'

/** Routes to files that lie ready in the store, of which any part may be asked for. */
export type RotaGuardada = 'vendasParquet' | 'vendasCsv' | 'postosCsv'

/** Finds the file. @throws {GasolinaError} for what is wrong in the address; `rota_nao_encontrada`. */
export type StoredReader = (path: Readonly<Record<string, string>>, search: string) => Promise<Volume>

export function createStored(query: LocalQuery): Record<RotaGuardada, StoredReader> {
  return {
    vendasParquet: (path, search) => query.volume(`vendas-${monthOf(path, search)}.parquet`),
    vendasCsv: (path, search) => query.volume(`vendas-${monthOf(path, search)}.csv.gz`),
    async postosCsv(_, search) {
      refuseParameters(search)
      return query.volume('postos.csv')
    },
  }
}

/** The files' own road: they are as they are, in one form, and leave a piece at a time as fast as the client reads. */
export function createStoredReplies(
  replier: Replier,
  { fonte }: Pick<Config, 'fonte'>,
  clock: Clock,
): (volume: Volume, request: Request) => Promise<Reply> {
  return async (volume, { method, headers }) => {
    const { nome, tipo, bytes, sha256, feitoEm, fechado } = volume
    const [tag, modified] = [`"${sha256.slice(0, 22)}"`, toMs(feitoEm)]
    const isKnown = unchanged(tag, modified, headers, clock())
    const range =
      method === 'GET' && mayTakePart(tag, modified, headers)
        ? readRange(headers.get('range'), bytes)
        : undefined
    if (!isKnown && range === null) throw unsatisfiable(bytes)
    const [from, to] = range ?? [0, bytes]
    const head = replier.headOf({ tipo, byteLength: to - from, tag, modified })
    if (fechado) head[1] = IMMUTABLE
    head.push('accept-ranges', 'bytes')
    head.push('access-control-expose-headers', 'accept-ranges, content-length, content-range')
    if (isKnown) return { status: 304, headers: withoutContent(head), body: null }
    const isFictional = fonte === 'demonstracao'
    head.push(...fileHeaders(fileName(nome, { demonstracao: isFictional }), isFictional).flat())
    if (range) head.push('content-range', `bytes ${from}-${to - 1}/${bytes}`)
    if (method === 'HEAD') return { status: 200, headers: head, body: null }
    return { status: range ? 206 : 200, headers: head, body: null, stream: await begun(volume, [from, to]) }
  }
}

function monthOf(path: Readonly<Record<string, string>>, search: string): string {
  return readRequest('vendasDoMes', path, search).mes ?? ''
}

/** A file that is damaged where it begins is told as an error; further on only an end before its time tells. */
async function begun(volume: Volume, [from, to]: ByteRange): Promise<AsyncIterable<Uint8Array>> {
  const pieces = volume.read(from, to)
  const first = await pieces.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pieces
  })()
}

function unchanged(tag: string, modified: number, headers: Headers, now: number): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return holdsTag(ifNoneMatch, tag)
  return isSince(headers.get('if-modified-since'), modified, now)
}

/** Of a file that is another by now a part would not fit to what the client has (RFC 9110, 13.1.5). */
function mayTakePart(tag: string, modified: number, headers: Headers): boolean {
  const ifRange = headers.get('if-range')?.trim()
  return ifRange === undefined || ifRange === tag || Date.parse(ifRange) === modified
}

function withoutContent(head: readonly string[]): string[] {
  return head.flatMap((name, i) =>
    i % 2 === 0 && !name.startsWith('content-') ? [name, head[i + 1] ?? ''] : [],
  )
}

function unsatisfiable(bytes: number): GasolinaError {
  return new GasolinaError(
    'faixa_invalida',
    `Essa parte do arquivo não existe: ele tem ${bytes} bytes. Peça com range: bytes=0-${bytes - 1}, ou menos.`,
    { bytes },
  )
}
