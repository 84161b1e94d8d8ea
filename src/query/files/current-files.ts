import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ArquivoJson, RespostaCatalogo } from '../../domain/answers/downloads.ts'
import { bytesInTurns } from '../../domain/basics/event-loop.ts'
import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import { type Slug, TODOS, fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { createMemory } from '../../domain/basics/memoize.ts'
import { ALL_COLUMNS, type OfFuel, PRICE_COLUMNS } from '../../format/files/station-sheets.ts'
import { geojsonOf } from '../../format/files/geojson.ts'
import { type ListText, listText } from '../../format/json/list-text.ts'
import { CSV_TYPE, csvPieces, type Dialeto } from '../../format/files/csv.ts'
import { JSON_TYPE } from '../../format/json/answer-json.ts'
import { type Arquivo, type FormatoDeArquivo, fileName, sheetOf } from '../../format/files/sheet.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Snapshot } from '../lists/snapshot.ts'

type Fuels = Slug | typeof TODOS
type Form = FormatoDeArquivo | 'geojson'

const TIPOS: Record<Form, string> = { json: JSON_TYPE, csv: CSV_TYPE, geojson: 'application/geo+json' }

/** The downloads of a commit: all entries of a fuel or, as CSV, of the six; suspects marked and last, no distances. */
export function createFiles(snapshot: Snapshot, atribuicao: Atribuicao, urlBase: string) {
  // A failure is not kept: the next caller may have more memory.
  const made = createMemory<string, Promise<Arquivo>>()
  const listed = createMemory<'catalogo', Promise<RespostaCatalogo>>()

  return {
    arquivo,
    geojson: (slug: Slug) => write(slug, 'geojson'),
    catalogo: () => listed('catalogo', list),
  }

  /** Written once. A map is not kept here: the HTTP cache keeps it and no other file is built from it. */
  function arquivo(fuels: Fuels, formato: FormatoDeArquivo, dialeto: Dialeto): Promise<Arquivo> {
    return made(`${fuels}.${formato} ${formato === 'csv' ? dialeto : ''}`, () =>
      write(fuels, formato, dialeto),
    )
  }

  async function write(fuels: Fuels, formato: Form, dialeto: Dialeto = 'padrao'): Promise<Arquivo> {
    const nome = fileName(`${fuels}.${formato}`, atribuicao)
    return { nome, tipo: TIPOS[formato], pieces: await piecesOf(fuels, formato, dialeto) }
  }

  async function piecesOf(fuels: Fuels, formato: Form, dialeto: Dialeto): Promise<Uint8Array[]> {
    if (fuels === TODOS) return bytesInTurns(textOfAll(dialeto))
    if (formato === 'json') return wholeFuel(fuels).pieces()
    const list = snapshot.list(fuels)
    const entries = suspectsLast(list).flatMap((at) => list.entries[at] ?? [])
    return bytesInTurns(
      formato === 'csv'
        ? csvPieces(sheetOf('precos', entries, PRICE_COLUMNS), dialeto)
        : geojsonOf(fuelOf(fuels), snapshot.updatedAt(fuels), atribuicao, entries),
    )
  }

  function wholeFuel(slug: Slug): ListText {
    const { apelidos: _, ...combustivel } = fuelOf(slug)
    const list = snapshot.list(slug)
    const lines = suspectsLast(list).map((at) => ({ at }))
    const before: Omit<ArquivoJson, keyof Atribuicao | 'conteudo'> = {
      combustivel,
      atualizadoEm: snapshot.updatedAt(slug),
      totalPostos: lines.length,
    }
    return listText({ before, entries: list.json.finish(), lines, after: atribuicao })
  }

  function textOfAll(dialeto: Dialeto): Iterable<string> {
    return csvPieces(sheetOf('todos', entriesOfAll(), ALL_COLUMNS), dialeto)
  }

  function* entriesOfAll(): Generator<OfFuel> {
    for (const isSuspect of [false, true])
      for (const slug of slugs)
        for (const entrada of snapshot.list(slug).entries)
          if ((entrada.suspeito !== undefined) === isSuspect) yield { slug, entrada }
  }

  async function list(): Promise<RespostaCatalogo> {
    const arquivos: RespostaCatalogo['arquivos'] = []
    for (const slug of slugs)
      for (const formato of ['json', 'csv'] as const)
        arquivos.push(await describe(slug, formato, await arquivo(slug, formato, 'padrao')))
    // Written for its size and sum alone, and never whole in memory: it is as large as all the others together.
    const all = { nome: fileName(`${TODOS}.csv`, atribuicao), tipo: TIPOS.csv, pieces: textOfAll('padrao') }
    arquivos.push(await describe(TODOS, 'csv', all))
    const formato = 'geojson' as const
    const tipo = TIPOS[formato]
    const mapas = slugs.map((slug) => ({ combustivel: slug, formato, url: urlOf(slug, formato), tipo }))
    return { atualizadoEm: snapshot.atualizadoEm, arquivos, mapas, ...atribuicao }
  }

  async function describe(
    combustivel: Fuels,
    formato: FormatoDeArquivo,
    { nome, tipo, pieces }: Omit<Arquivo, 'pieces'> & { pieces: Iterable<Uint8Array | string> },
  ): Promise<RespostaCatalogo['arquivos'][number]> {
    const hash = createHash('sha256')
    let bytes = 0
    for (const piece of pieces) {
      hash.update(piece)
      bytes += Buffer.byteLength(piece)
      await setImmediate()
    }
    const counted = combustivel === TODOS ? slugs : [combustivel]
    return {
      combustivel,
      nome,
      formato,
      url: urlOf(combustivel, formato),
      tipo,
      bytes,
      sha256: hash.digest('hex'),
      registros: counted.reduce((sum, slug) => sum + snapshot.list(slug).entries.length, 0),
      atualizadoEm: combustivel === TODOS ? snapshot.atualizadoEm : snapshot.updatedAt(combustivel),
    }
  }

  function urlOf(fuels: Fuels, formato: Form): string {
    return `${urlBase}/gasolina/dados/${fuels}.${formato}`
  }
}

/** In a spreadsheet the first row is read as the cheapest. */
function suspectsLast({ all, believed, suspect }: FuelList): number[] {
  return [...believed, ...all.filter((at) => suspect[at])]
}
