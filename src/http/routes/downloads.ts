import type { Config } from '../../config.ts'
import { isSlug } from '../../domain/facts/fuels.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { GasolinaError } from '../../errors.ts'
import type { Arquivo } from '../../query/files/download.ts'
import type { LocalQuery } from '../../query/query.ts'
import { readRequest, refuseParameters } from '../reply/params.ts'
import { fixed } from '../reply/question.ts'
import type { Readers } from '../reply/question.ts'
import { fileHeaders, json } from '../reply/resource.ts'

export type RotaDeDados =
  | 'pacote'
  | 'somas'
  | 'arquivoJson'
  | 'arquivoCsv'
  | 'arquivoGeojson'
  | 'todosCsv'
  | 'catalogo'

/** The files under `/gasolina/dados/` that are written when somebody asks. */
export function createDados(query: LocalQuery, { fonte }: Pick<Config, 'fonte'>): Pick<Readers, RotaDeDados> {
  return {
    arquivoJson: ({ slug }, search) => {
      refuseParameters(search)
      const fuel = slugOf(slug)
      return { key: `${fuel}.json`, body: () => query.arquivo(fuel, 'json', 'padrao') }
    },
    arquivoCsv: ({ slug }, search) => {
      const { dialeto } = readRequest('dados', {}, search)
      const fuel = slugOf(slug)
      return {
        key: `${fuel}.csv ${dialeto}`,
        body: async () => csv(await query.arquivo(fuel, 'csv', dialeto)),
      }
    },
    arquivoGeojson: ({ slug }, search) => {
      refuseParameters(search)
      const fuel = slugOf(slug)
      return { key: `${fuel}.geojson`, body: () => query.geojson(fuel) }
    },
    todosCsv: (_, search) => {
      const { dialeto } = readRequest('dados', {}, search)
      return { key: `todos.csv ${dialeto}`, body: async () => csv(await query.todos(dialeto)) }
    },
    pacote: fixed('pacote', async () => json(await query.pacote())),
    somas: fixed('somas', async () => ({
      tipo: 'text/plain; charset=utf-8',
      pieces: [Buffer.from(await query.somas())],
    })),
    catalogo: fixed('catalogo', async () => json(await query.catalogo())),
  }

  function csv({ nome, tipo, pieces }: Arquivo) {
    return { tipo, pieces, headers: fileHeaders(nome, fonte === 'demonstracao') }
  }
}

/** The router knows one address per fuel, so anything else is a fault of ours. */
function slugOf(text: string | undefined): Slug {
  if (text !== undefined && isSlug(text)) return text
  throw new GasolinaError('erro_interno', `rota sem combustível: ${text}`)
}
