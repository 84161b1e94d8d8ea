import type { Slug } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { addressOf } from '../../domain/questions/question-url.ts'

/** Starts of resources of this very connection. */
export const DADOS = 'gasolina://dados/'
export const PRECOS = 'gasolina://precos'
export const LIST_PATH = '/gasolina/api/precos'

/** Address of a fuel's file as CSV. Without a server, the resource of this very connection. */
export function fileUri(slug: Slug, urlBase: string | undefined): string {
  return urlBase === undefined ? DADOS + slug : `${urlBase}/gasolina/dados/${slug}.csv`
}

/** Address of a list of prices as CSV, which a client may read without another connection: on the server, else here. */
export function listUri(pedido: Pedido<'precos'>, urlBase: string | undefined): string {
  const address = addressOf('precos', { ...pedido, formato: 'csv' })
  return urlBase === undefined ? address.replace(LIST_PATH, PRECOS) : `${urlBase}${address}`
}
