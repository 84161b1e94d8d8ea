import { CNPJ_ACEITO, readCnpj } from '../../domain/facts/sale-record.ts'
import { quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { URL_ACEITA, readWebUrl, withoutFinalSlashes } from '../../web-url.ts'

/** Prefix before `/gasolina` in the address of a server, its site or its API. @throws {GasolinaError} `parametro_invalido` */
export function baseOf(url: string): string {
  const parsed = readWebUrl(url)
  const address = parsed && withoutFinalSlashes(`${parsed.origin}${parsed.pathname}`)
  if (address) return withoutFinalSlashes(address.replace(/\/gasolina(\/api)?$/, ''))
  // An address that may hold a password is not repeated.
  const valor = url.includes('@') ? undefined : quote(url)
  throw new GasolinaError(
    'parametro_invalido',
    `O endereço da API${valor === undefined ? '' : ` '${valor}'`} não vale: use ${URL_ACEITA}.`,
    { erros: [{ parametro: 'api', ...(valor !== undefined && { valor }), aceitos: [URL_ACEITA] }] },
  )
}

/** A station's number as a path segment: another text could lead to another route. @throws {GasolinaError} `parametro_invalido` */
export function cnpjSegment(cnpj: string): string {
  return readCnpj(String(cnpj)) ?? throwWrong('cnpj', String(cnpj), CNPJ_ACEITO)
}

/** A file's name as a path segment: `..`, also encoded, leads to another route. @throws {GasolinaError} `parametro_invalido` */
export function fileSegment(nome: string): string {
  return /^\.*$/.test(nome)
    ? throwWrong('arquivo', nome, 'o nome de um arquivo do catálogo')
    : encodeURIComponent(nome)
}

function throwWrong(parametro: string, text: string, aceita: string): never {
  const valor = quote(text)
  throw new GasolinaError('parametro_invalido', `${parametro} '${valor}' não vale: use ${aceita}.`, {
    erros: [{ parametro, valor, aceitos: [aceita] }],
  })
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
