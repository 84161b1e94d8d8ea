import { quote } from '../domain/text.ts'
import { GasolinaError } from '../errors.ts'
import { URL_ACEITA, readWebUrl, withoutFinalSlashes } from '../web-url.ts'

/**
 * What stands before `/gasolina` in a server's addresses. People paste the server's, the site's or the API's.
 * @throws {GasolinaError} `parametro_invalido`
 */
export function baseOf(url: string): string {
  const parsed = readWebUrl(url)
  if (parsed)
    return withoutFinalSlashes(
      withoutFinalSlashes(`${parsed.origin}${parsed.pathname}`).replace(/\/gasolina(\/api)?$/, ''),
    )
  // An address that may hold a password is not repeated.
  const valor = url.includes('@') ? undefined : quote(url)
  throw new GasolinaError(
    'parametro_invalido',
    `O endereço da API${valor === undefined ? '' : ` '${valor}'`} não vale: use ${URL_ACEITA}.`,
    { erros: [{ parametro: 'api', ...(valor !== undefined && { valor }), aceitos: [URL_ACEITA] }] },
  )
}

/** Checked parameters as a query string wants them. Numbers are plain decimals there: never 1e-7. */
export function toQuery(pedido: object): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(pedido)) {
    if (value === undefined) continue
    const text = String(value)
    query[name] = typeof value === 'number' && text.includes('e') ? value.toFixed(15) : text
  }
  return query
}
