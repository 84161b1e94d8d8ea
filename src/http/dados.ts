import type { Config } from '../config.ts'
import { isSlug } from '../domain/fuels.ts'
import type { Slug } from '../domain/fuels.ts'
import { GasolinaError } from '../errors.ts'
import type { Query } from '../query/query.ts'
import { fileHeaders, json } from './api.ts'
import { readRequest, refuseParameters } from './params.ts'
import { fixed } from './question.ts'
import type { Readers } from './question.ts'

/** The files under `/gasolina/dados/`. */
export function createDados(
  query: Query,
  { fonte }: Pick<Config, 'fonte'>,
): Pick<Readers, 'arquivoJson' | 'arquivoCsv' | 'catalogo'> {
  return {
    arquivoJson: ({ slug }, search) => {
      refuseParameters(search)
      const fuel = slugOf(slug)
      return { key: `${fuel}.json`, body: () => query.arquivo(fuel, 'json', 'padrao') }
    },
    arquivoCsv: ({ slug }, search) => {
      const { dialeto } = readRequest('dados', {}, search)
      const fuel = slugOf(slug)
      return { key: `${fuel}.csv ${dialeto}`, body: () => csv(fuel, dialeto) }
    },
    catalogo: fixed('catalogo', async () => json(await query.catalogo())),
  }

  async function csv(slug: Slug, dialeto: 'padrao' | 'excel') {
    const { nome, tipo, pieces } = await query.arquivo(slug, 'csv', dialeto)
    return { tipo, pieces, headers: fileHeaders(nome, fonte === 'demonstracao') }
  }
}

/** The router knows one address per fuel, so anything else is a fault of ours. */
function slugOf(text: string | undefined): Slug {
  if (text !== undefined && isSlug(text)) return text
  throw new GasolinaError('erro_interno', `rota sem combustível: ${text}`)
}
