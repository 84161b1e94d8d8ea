import type { NomeDeConsulta, Pedido } from '../../domain/questions/parameters.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import { quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'

/** A question as HTTP puts it: parameters of the path, then those of the query string (`?a=b`, with or without `?`). */
export function readRequest<C extends NomeDeConsulta>(
  consulta: C,
  path: Readonly<Record<string, string>>,
  search: string,
): Pedido<C> {
  const inPath = Object.entries(path).map(([name, text]) => [name, decode(text, name)] as const)
  return readQuery(consulta, [...inPath, ...readSearch(search)])
}

/** @throws {GasolinaError} `parametro_invalido` when a route that takes no parameters gets one. */
export function refuseParameters(search: string): void {
  const [first] = readSearch(search)
  if (first === undefined) return
  throw invalidParameters({
    frase: `O parâmetro '${quote(first[0])}' não existe aqui: este endereço não tem parâmetros.`,
    erro: { parametro: quote(first[0]), aceitos: [] },
  })
}

/** Pairs of a query string, in order; those that others add to addresses (`utm_*`, `_`) left out. */
export function readSearch(search: string): [string, string][] {
  const pairs: [string, string][] = []
  const read = NOTHING_ENCODED.test(search) ? asIs : decode
  for (const part of (search.startsWith('?') ? search.slice(1) : search).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = read(equals < 0 ? part : part.slice(0, equals), 'endereço')
    if (name === '_' || name.startsWith('utm_')) continue
    pairs.push([name, read(equals < 0 ? '' : part.slice(equals + 1), name)])
  }
  return pairs
}

/** Visible ASCII without `%` and `+`. */
const NOTHING_ENCODED = /^[!-$&-*,-~]*$/

function asIs(text: string): string {
  return text
}

/** URLSearchParams would turn broken percent-encoding into replacement characters; here it is the client's error. */
export function decode(text: string, parametro: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw unreadable(
      parametro,
      text,
      'não é UTF-8 bem codificado: escreva acentos e símbolos como %C3%A3',
      cause,
    )
  }
  if (/\p{Cc}/u.test(decoded)) throw unreadable(parametro, text, 'traz caracteres de controle: use só texto')
  return decoded
}

function unreadable(parametro: string, text: string, what: string, cause?: unknown): GasolinaError {
  const valor = quote(text)
  return new GasolinaError('parametro_invalido', `${quote(parametro)}: '${valor}' ${what}.`, {
    erros: [{ parametro: quote(parametro), valor, aceitos: ['texto UTF-8 com codificação de URL'] }],
    cause,
  })
}
