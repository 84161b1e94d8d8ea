import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ArquivoJson, Atribuicao, Entrada, RespostaCatalogo } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import { combustiveis, fuelOf } from '../domain/fuels.ts'
import { pricesCsv } from '../format/csv.ts'
import { encodeEntries } from '../format/json.ts'
import type { Arquivo, Dialeto, FormatoDeArquivo } from './query.ts'
import type { Snapshot } from './snapshot.ts'

const TIPOS: Record<FormatoDeArquivo, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** Entries written between two looks at the network: some ten milliseconds. */
const SLICE = 1000

/** The downloads of one commit, each made once: all entries of a fuel, suspects marked, no distances. */
export function createFiles({ atribuicao, urlBase }: { atribuicao: Atribuicao; urlBase: string }) {
  const made = new WeakMap<Snapshot, Map<string, Promise<Arquivo>>>()
  const catalogues = new WeakMap<Snapshot, Promise<RespostaCatalogo>>()

  function arquivo(
    snapshot: Snapshot,
    slug: Slug,
    formato: FormatoDeArquivo,
    dialeto: Dialeto,
  ): Promise<Arquivo> {
    const files = made.get(snapshot) ?? new Map<string, Promise<Arquivo>>()
    made.set(snapshot, files)
    const key = formato === 'csv' ? `${slug}.csv ${dialeto}` : `${slug}.json`
    const file = files.get(key) ?? write(snapshot, slug, formato, dialeto)
    files.set(key, file)
    return file
  }

  async function write(
    snapshot: Snapshot,
    slug: Slug,
    formato: FormatoDeArquivo,
    dialeto: Dialeto,
  ): Promise<Arquivo> {
    const entries = snapshot.entries(slug)
    const parts: Uint8Array[] = []
    const pieces =
      formato === 'csv' ? csvPieces(entries, dialeto) : jsonPieces(wholeFuel(snapshot, slug), atribuicao)
    for (const piece of pieces) {
      parts.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
      if (entries.length > SLICE) await setImmediate()
    }
    return {
      nome: `${atribuicao.demonstracao ? 'demonstracao-' : ''}${slug}.${formato}`,
      tipo: TIPOS[formato],
      bytes: Buffer.concat(parts),
    }
  }

  function catalogo(snapshot: Snapshot): Promise<RespostaCatalogo> {
    const known = catalogues.get(snapshot) ?? list(snapshot)
    catalogues.set(snapshot, known)
    return known
  }

  async function list(snapshot: Snapshot): Promise<RespostaCatalogo> {
    const arquivos: RespostaCatalogo['arquivos'] = []
    for (const { slug } of combustiveis)
      for (const formato of ['json', 'csv'] as const) arquivos.push(await describe(snapshot, slug, formato))
    return { atualizadoEm: snapshot.atualizadoEm, arquivos, ...atribuicao }
  }

  async function describe(snapshot: Snapshot, slug: Slug, formato: FormatoDeArquivo) {
    const { nome, tipo, bytes } = await arquivo(snapshot, slug, formato, 'padrao')
    return {
      combustivel: slug,
      nome,
      formato,
      url: `${urlBase}/gasolina/dados/${slug}.${formato}`,
      tipo,
      bytes: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      registros: snapshot.entries(slug).length,
      atualizadoEm: snapshot.updatedAt(slug),
    }
  }

  return { arquivo, catalogo }
}

type FuelFile = Omit<ArquivoJson, keyof Atribuicao | 'conteudo'> & { conteudo: readonly Entrada[] }

function wholeFuel(snapshot: Snapshot, slug: Slug): FuelFile {
  const { nome, codigoOrigem, unidade } = fuelOf(slug)
  const conteudo = snapshot.entries(slug)
  return {
    combustivel: { slug, nome, codigoOrigem, unidade },
    atualizadoEm: snapshot.updatedAt(slug),
    totalPostos: conteudo.length,
    conteudo,
  }
}

/** The text of the whole object, a slice of its list at a time. */
function* jsonPieces(
  { conteudo, ...rest }: FuelFile,
  atribuicao: Atribuicao,
): Generator<string | Uint8Array> {
  yield `${JSON.stringify(rest).slice(0, -1)},"conteudo":[`
  for (const [i, slice] of slices(conteudo).entries()) {
    if (i > 0) yield ','
    yield encodeEntries(slice)
  }
  yield `],${JSON.stringify(atribuicao).slice(1)}`
}

/** Each slice comes with its own header line (and byte order mark), of which the first stays. */
function* csvPieces(entries: readonly Entrada[], dialeto: Dialeto): Generator<string> {
  const header = pricesCsv([], dialeto)
  yield header
  for (const slice of slices(entries)) yield pricesCsv(slice, dialeto).slice(header.length)
}

function slices(entries: readonly Entrada[]): (readonly Entrada[])[] {
  return Array.from({ length: Math.ceil(entries.length / SLICE) }, (_, i) =>
    entries.slice(i * SLICE, (i + 1) * SLICE),
  )
}
