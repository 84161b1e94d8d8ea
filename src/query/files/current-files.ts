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
  const listed = createMemory<'catalogo', Promise<RespostaCatalogo>>()

  return {
    arquivo,
    geojson: (slug: Slug) => arquivo(slug, 'geojson'),
    catalogo: () => listed('catalogo', list),
  }

  /** Written for each caller: of 42,000 stations the six CSV have 41 MB, and only the HTTP cache bounds what is kept. */
  async function arquivo(fuels: Fuels, formato: Form, dialeto: Dialeto = 'padrao'): Promise<Arquivo> {
    const written = await piecesOf(fuels, formato, dialeto)
    const pieces = Array.isArray(written) ? written : await bytesInTurns(written)
    return { nome: fileName(`${fuels}.${formato}`, atribuicao), tipo: TIPOS[formato], pieces }
  }

  /** JSON as views of bytes that are there, other files as texts to be written one after the other. */
  async function piecesOf(fuels: Fuels, formato: Form, dialeto: Dialeto) {
    if (fuels === TODOS) return csvPieces(sheetOf('todos', entriesOfAll(), ALL_COLUMNS), dialeto)
    if (formato === 'json') return (await wholeFuel(fuels)).pieces()
    const list = snapshot.list(fuels)
    const entries = suspectsLast(list).flatMap((at) => list.entries[at] ?? [])
    return formato === 'csv'
      ? csvPieces(sheetOf('precos', entries, PRICE_COLUMNS), dialeto)
      : geojsonOf(fuelOf(fuels), snapshot.updatedAt(fuels), atribuicao, entries)
  }

  async function wholeFuel(slug: Slug): Promise<ListText> {
    const { apelidos: _, ...combustivel } = fuelOf(slug)
    const list = snapshot.list(slug)
    const lines = suspectsLast(list).map((at) => ({ at }))
    const before: Omit<ArquivoJson, keyof Atribuicao | 'conteudo'> = {
      combustivel,
      atualizadoEm: snapshot.updatedAt(slug),
      totalPostos: lines.length,
    }
    await list.json.write(lines)
    return listText({ before, entries: list.json, lines, after: atribuicao })
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
      for (const formato of ['json', 'csv'] as const) arquivos.push(await describe(slug, formato))
    arquivos.push(await describe(TODOS, 'csv'))
    const formato = 'geojson' as const
    const tipo = TIPOS[formato]
    const mapas = slugs.map((slug) => ({ combustivel: slug, formato, url: urlOf(slug, formato), tipo }))
    return { atualizadoEm: snapshot.atualizadoEm, arquivos, mapas, ...atribuicao }
  }

  /** Written for its size and sum alone, and never whole in memory. */
  async function describe(combustivel: Fuels, formato: FormatoDeArquivo) {
    const hash = createHash('sha256')
    let bytes = 0
    for (const piece of await piecesOf(combustivel, formato, 'padrao')) {
      hash.update(piece)
      bytes += Buffer.byteLength(piece)
      await setImmediate()
    }
    const counted = combustivel === TODOS ? slugs : [combustivel]
    return {
      combustivel,
      nome: fileName(`${combustivel}.${formato}`, atribuicao),
      formato,
      url: urlOf(combustivel, formato),
      tipo: TIPOS[formato],
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

/** Suspects last: in a spreadsheet the first row is read as the cheapest. */
function suspectsLast({ all, believed, suspect }: FuelList): number[] {
  return [...believed, ...all.filter((at) => suspect[at])]
}
