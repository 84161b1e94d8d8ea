import type { Config } from '../../config.ts'
import { type Slug, isSlug } from '../../domain/facts/fuels.ts'
import { toMs } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { Arquivo } from '../../query/files/download.ts'
import type { LocalQuery } from '../../query/query.ts'
import { unknownRoute } from '../guard/route-paths.ts'
import { type Reader, asked, fixed, readRequest, refuseParameters } from '../reply/bound-question.ts'
import { type Body, IMMUTABLE, fileHeaders, json } from '../reply/resource.ts'

/** The files under `/gasolina/dados/` that are made on request, and the changes: as answers, as immutable files, as a feed. */
export function createDownloads(query: LocalQuery, { fonte }: Pick<Config, 'fonte'>) {
  const csv = ({ nome, tipo, pieces }: Arquivo): Body => ({
    tipo,
    pieces,
    headers: fileHeaders(nome, fonte === 'demonstracao'),
  })
  return {
    arquivoJson: ofFuel('json', (fuel) => query.arquivo(fuel, 'json', 'padrao')),
    arquivoCsv: ({ slug }, search) => {
      const { dialeto } = readRequest('dados', {}, search)
      const fuel = slugOf(slug)
      return {
        key: `${fuel}.csv ${dialeto}`,
        body: async () => csv(await query.arquivo(fuel, 'csv', dialeto)),
      }
    },
    arquivoGeojson: ofFuel('geojson', query.geojson),
    todosCsv: (_, search) => {
      const { dialeto } = readRequest('dados', {}, search)
      return { key: `todos.csv ${dialeto}`, body: async () => csv(await query.todos(dialeto)) }
    },
    pacote: fixed('pacote', async () => json(await query.pacote())),
    somas: fixed('somas', async () => text('text/plain; charset=utf-8', await query.somas())),
    catalogo: fixed('catalogo', async () => json(await query.catalogo())),
    mudancas: asked('mudancas', 'mudancas', async (pedido) => json(await query.mudancas(pedido))),
    mudancasIndice: fixed('mudancasIndice', async () => json(await query.indiceDeMudancas())),
    mudancasArquivo({ arquivo = '' }, search) {
      refuseParameters(search)
      const [, name] = /^(.*)\.json$/s.exec(arquivo) ?? []
      // `readRequest` refuses a malformed cursor.
      const cursor = name && readRequest('mudancasArquivo', { cursor: name }, '').cursor
      if (!cursor) throw unknownRoute(`/gasolina/dados/mudancas/${arquivo}`)
      return {
        key: `mudancasArquivo ${cursor}`,
        async body() {
          const file = await query.arquivoDeMudancas(cursor)
          return { ...json(file), modified: toMs(file.publicadoEm), cacheControl: IMMUTABLE }
        },
      }
    },
    mudancasAtom: asked('mudancasAtom', 'mudancasAtom', async (pedido) =>
      text('application/atom+xml; charset=utf-8', await query.atom(pedido)),
    ),
  } satisfies Record<string, Reader>
}

function ofFuel(form: 'json' | 'geojson', write: (fuel: Slug) => Promise<Body>): Reader {
  return ({ slug }, search) => {
    refuseParameters(search)
    const fuel = slugOf(slug)
    return { key: `${fuel}.${form}`, body: () => write(fuel) }
  }
}

function text(tipo: string, content: string): Body {
  return { tipo, pieces: [Buffer.from(content)] }
}

/** The router has one address per fuel, so anything else is a bug. */
function slugOf(text: string | undefined): Slug {
  if (text !== undefined && isSlug(text)) return text
  throw new GasolinaError('erro_interno', `rota sem combustível: ${text}`)
}
