import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ArquivoJson, RespostaCatalogo } from '../../domain/answers/downloads.ts'
import { bytesInTurns } from '../../domain/basics/event-loop.ts'
import type { Commit } from '../../domain/state/commit-state.ts'
import type { Atribuicao } from '../../domain/answers/common.ts'
import { type Slug, TODOS, combustiveis, fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { allFuelsSheet, fuelSheet, suspectsLast } from '../../format/files/station-sheets.ts'
import { geojsonOf } from '../../format/files/geojson.ts'
import { type ListText, lengthOf, listText } from '../../format/json/list-text.ts'
import { CSV_TYPE, csvPieces, type Dialeto } from '../../format/files/csv.ts'
import { JSON_TYPE } from '../../format/json/error.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { type Arquivo, type FormatoDeArquivo, fileName } from './download.ts'
import type { Snapshot } from '../lists/snapshot.ts'

const TIPOS: Record<FormatoDeArquivo, string> = { json: JSON_TYPE, csv: CSV_TYPE }

const GEOJSON = 'application/geo+json'

/** The downloads of one commit, each made once: all entries of a fuel, suspects marked, no distances. */
export function createFiles({
  creditOf,
  urlBase,
}: {
  creditOf(commit: Commit): Atribuicao
  urlBase: string
}) {
  const filesOf = oncePer<Snapshot, Map<string, Promise<Arquivo>>>(() => new Map())
  const catalogo = oncePer(list)

  function arquivo(
    snapshot: Snapshot,
    slug: Slug,
    formato: FormatoDeArquivo,
    dialeto: Dialeto,
  ): Promise<Arquivo> {
    const key = formato === 'csv' ? `${slug}.csv ${dialeto}` : `${slug}.json`
    return made(snapshot, key, () => write(snapshot, slug, formato, dialeto))
  }

  function made(snapshot: Snapshot, key: string, make: () => Promise<Arquivo>): Promise<Arquivo> {
    const files = filesOf(snapshot)
    const known = files.get(key)
    if (known) return known
    const file = make()
    files.set(key, file)
    // A failure is not cached: the next caller may have more memory.
    file.catch(() => files.delete(key))
    return file
  }

  async function write(
    snapshot: Snapshot,
    slug: Slug,
    formato: FormatoDeArquivo,
    dialeto: Dialeto,
  ): Promise<Arquivo> {
    const atribuicao = creditOf(snapshot.commit)
    const pieces =
      formato === 'csv'
        ? await bytesInTurns(csvPieces(fuelSheet(suspectsLast(snapshot.entries(slug))), dialeto))
        : wholeFuel(snapshot, slug, atribuicao).pieces()
    return {
      nome: fileName(`${slug}.${formato}`, atribuicao),
      tipo: TIPOS[formato],
      pieces,
    }
  }

  function todos(snapshot: Snapshot, dialeto: Dialeto): Promise<Arquivo> {
    return made(snapshot, keyOfAll(dialeto), () => writeAll(snapshot, dialeto))
  }

  async function writeAll(snapshot: Snapshot, dialeto: Dialeto): Promise<Arquivo> {
    const all = slugs.flatMap((slug) => snapshot.entries(slug).map((entrada) => ({ slug, entrada })))
    const believed = all.filter(({ entrada }) => !entrada.suspeito)
    const doubted = all.filter(({ entrada }) => entrada.suspeito)
    return {
      nome: fileName(`${TODOS}.csv`, creditOf(snapshot.commit)),
      tipo: TIPOS.csv,
      pieces: await bytesInTurns(csvPieces(allFuelsSheet([...believed, ...doubted]), dialeto)),
    }
  }

  /** Not cached here: the HTTP cache keeps it and no other file is built from it. */
  async function geojson(snapshot: Snapshot, slug: Slug): Promise<Arquivo> {
    const atribuicao = creditOf(snapshot.commit)
    const entries = suspectsLast(snapshot.entries(slug))
    const features = geojsonOf(fuelOf(slug), snapshot.updatedAt(slug), atribuicao, entries)
    return {
      nome: fileName(`${slug}.geojson`, atribuicao),
      tipo: GEOJSON,
      pieces: await bytesInTurns(features),
    }
  }

  async function list(snapshot: Snapshot): Promise<RespostaCatalogo> {
    const arquivos: RespostaCatalogo['arquivos'] = []
    for (const { slug } of combustiveis)
      for (const formato of ['json', 'csv'] as const) {
        const { length } = snapshot.entries(slug)
        const file = await arquivo(snapshot, slug, formato, 'padrao')
        arquivos.push(await describe(file, slug, formato, length, snapshot.updatedAt(slug)))
      }
    // Made for its size and sum alone, and not kept: it is as large as all the others together.
    const file = filesOf(snapshot).get(keyOfAll('padrao')) ?? writeAll(snapshot, 'padrao')
    const length = slugs.reduce((sum, slug) => sum + snapshot.entries(slug).length, 0)
    arquivos.push(await describe(await file, TODOS, 'csv', length, snapshot.atualizadoEm))
    return {
      atualizadoEm: snapshot.atualizadoEm,
      arquivos,
      mapas: slugs.map(mapOf),
      ...creditOf(snapshot.commit),
    }
  }

  async function describe(
    { nome, tipo, pieces }: Arquivo,
    combustivel: Slug | typeof TODOS,
    formato: FormatoDeArquivo,
    registros: number,
    atualizadoEm: Instante | null,
  ) {
    const hash = createHash('sha256')
    for (const piece of pieces) {
      hash.update(piece)
      await setImmediate()
    }
    return {
      combustivel,
      nome,
      formato,
      url: `${urlBase}/gasolina/dados/${combustivel}.${formato}`,
      tipo,
      bytes: lengthOf(pieces),
      sha256: hash.digest('hex'),
      registros,
      atualizadoEm,
    }
  }

  function mapOf(slug: Slug) {
    return {
      combustivel: slug,
      formato: 'geojson' as const,
      url: `${urlBase}/gasolina/dados/${slug}.geojson`,
      tipo: GEOJSON,
    }
  }

  return { arquivo, todos, geojson, catalogo }
}

function keyOfAll(dialeto: Dialeto): string {
  return `${TODOS}.csv ${dialeto}`
}

function wholeFuel(snapshot: Snapshot, slug: Slug, atribuicao: Atribuicao): ListText {
  const { nome, nomePopular, codigoOrigem, unidade } = fuelOf(slug)
  const { all, believed, suspect, json } = snapshot.list(slug)
  // Suspects last, as in the CSV and on the map.
  const at = [...believed, ...all.filter((position) => suspect[position])]
  const before: Omit<ArquivoJson, keyof Atribuicao | 'conteudo'> = {
    combustivel: { slug, nome, nomePopular, codigoOrigem, unidade },
    atualizadoEm: snapshot.updatedAt(slug),
    totalPostos: all.length,
  }
  return listText({ before, entries: json.finish(), at, after: atribuicao })
}
