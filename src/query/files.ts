import { createHash } from 'node:crypto'
import type { ArquivoJson, Atribuicao, RespostaCatalogo } from '../domain/answers.ts'
import type { Slug } from '../domain/fuels.ts'
import { combustiveis, fuelOf } from '../domain/fuels.ts'
import { pricesCsv } from '../format/csv.ts'
import { encode } from '../format/json.ts'
import type { Arquivo, Dialeto, FormatoDeArquivo } from './query.ts'
import type { Snapshot } from './snapshot.ts'

const TIPOS: Record<FormatoDeArquivo, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** The downloads of one commit, each made once: all entries of a fuel, suspects marked, no distances. */
export function createFiles({ atribuicao, urlBase }: { atribuicao: Atribuicao; urlBase: string }) {
  const made = new WeakMap<Snapshot, Map<string, Arquivo>>()
  const catalogues = new WeakMap<Snapshot, RespostaCatalogo>()

  function arquivo(snapshot: Snapshot, slug: Slug, formato: FormatoDeArquivo, dialeto: Dialeto): Arquivo {
    const files = made.get(snapshot) ?? new Map<string, Arquivo>()
    made.set(snapshot, files)
    const key = formato === 'csv' ? `${slug}.csv ${dialeto}` : `${slug}.json`
    const file = files.get(key) ?? {
      nome: `${atribuicao.demonstracao ? 'demonstracao-' : ''}${slug}.${formato}`,
      tipo: TIPOS[formato],
      bytes: new TextEncoder().encode(
        formato === 'csv'
          ? pricesCsv(snapshot.entries(slug), dialeto)
          : encode(wholeFuel(snapshot, slug, atribuicao)),
      ),
    }
    files.set(key, file)
    return file
  }

  function catalogo(snapshot: Snapshot): RespostaCatalogo {
    const known = catalogues.get(snapshot) ?? {
      atualizadoEm: snapshot.atualizadoEm,
      arquivos: combustiveis.flatMap(({ slug }) =>
        (['json', 'csv'] as const).map((formato) => describe(snapshot, slug, formato)),
      ),
      ...atribuicao,
    }
    catalogues.set(snapshot, known)
    return known
  }

  function describe(snapshot: Snapshot, slug: Slug, formato: FormatoDeArquivo) {
    const { nome, tipo, bytes } = arquivo(snapshot, slug, formato, 'padrao')
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

function wholeFuel(snapshot: Snapshot, slug: Slug, atribuicao: Atribuicao): ArquivoJson {
  const { nome, codigoOrigem, unidade } = fuelOf(slug)
  const entries = snapshot.entries(slug)
  return {
    combustivel: { slug, nome, codigoOrigem, unidade },
    atualizadoEm: snapshot.updatedAt(slug),
    totalPostos: entries.length,
    // Frozen and shared; the schema's type merely lacks `readonly`.
    conteudo: entries as ArquivoJson['conteudo'],
    ...atribuicao,
  }
}
