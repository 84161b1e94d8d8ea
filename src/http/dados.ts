import type { Config } from '../config.ts'
import { isSlug } from '../domain/fuels.ts'
import type { Slug } from '../domain/fuels.ts'
import { GasolinaError } from '../errors.ts'
import type { Arquivo } from '../query/download.ts'
import type { LocalQuery } from '../query/query.ts'
import { fileHeaders } from './api.ts'
import { readRequest, refuseParameters } from './params.ts'
import { fixed } from './question.ts'
import type { Readers } from './question.ts'
import { json } from './resource.ts'

/** The files under `/gasolina/dados/`. */
export function createDados(
  query: LocalQuery,
  { fonte }: Pick<Config, 'fonte'>,
): Pick<Readers, 'arquivoJson' | 'arquivoCsv' | 'todosCsv' | 'catalogo'> {
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
    todosCsv: (_, search) => {
      const { dialeto } = readRequest('dados', {}, search)
      return { key: `todos.csv ${dialeto}`, body: async () => csv(await query.todos(dialeto)) }
    },
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
