import {
  type NomeDeConsulta,
  type NomeDeParametro,
  type Pedido,
  consultas,
} from '../../domain/questions/parameters.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { addressOf, namesFuelOtherwise } from '../../domain/questions/question-url.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import { compareTexts, quote, readable } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import type { Body } from './resource.ts'

/** A request understood: its key, and how to answer it. */
export interface Question {
  /** Equal questions have equal keys, however they were written. Undefined: the answer depends on more than the commit. */
  key: string | undefined
  body(): Promise<Body>
  /** Hardly ever repeated: kept in the cache it would push out shared answers. */
  isRare?: boolean
  /** Canonical address of the question, when it was asked with other words. */
  canonical?: string
}

/** Parameters of a path, still percent-encoded. */
export type Path = Readonly<Record<string, string>>

/** Reads path parameters and query string. Throws GasolinaError for what is wrong in them. */
export type Reader<Answer = Question> = (path: Path, search: string) => Answer

export function asked<C extends NomeDeConsulta>(consulta: C, answer: (pedido: Pedido<C>) => Promise<Body>) {
  return (path: Path, search: string): Question => {
    const pedido = readRequest(consulta, path, search)
    const pairs = Object.entries(pedido).toSorted(([a], [b]) => compareTexts(a, b))
    const key = `${consulta} ${JSON.stringify(pairs)}`
    const question = { key, body: () => answer(pedido), isRare: isFromAPoint(pedido) }
    return namesFuelOtherwise(search, pedido)
      ? { ...question, canonical: addressOf(consulta, pedido) }
      : question
  }
}

/** True for a question from a point in degrees or along a route: each client asks from another one. */
export function isFromAPoint(pedido: { lat?: unknown; rota?: unknown; perto?: string }): boolean {
  const { lat, rota, perto = '' } = pedido
  return lat !== undefined || rota !== undefined || /^-?\d/.test(perto)
}

/** A route without parameters. `key`: undefined when the answer depends on more than the commit. */
export function fixedQuestion(key: string | undefined, body: () => Promise<Body>): Reader {
  return (_, search) => {
    refuseParameters(search)
    return { key, body }
  }
}

/** A question as HTTP puts it: parameters of the path, then those of the query string (`?a=b`, with or without `?`). */
export function readRequest<C extends NomeDeConsulta>(consulta: C, path: Path, search: string): Pedido<C> {
  const inPath = Object.entries(path).map(([name, text]) => [name, decode(text, name)] as const)
  const names: readonly NomeDeParametro[] = consultas[consulta].parametros
  const offered = () => names.filter((name) => !Object.hasOwn(path, name))
  return readQuery(consulta, [...inPath, ...readPairs(search)], { offered })
}

/** @throws {GasolinaError} `parametro_invalido` when a route that takes no parameters gets one. */
export function refuseParameters(search: string): void {
  const [first] = readPairs(search)
  if (first === undefined) return
  throw invalidParameters({
    frase: `O parâmetro '${quote(first[0])}' não existe aqui: este endereço não tem parâmetros.`,
    erro: { parametro: quote(first[0]), valor: quote(first[1]), aceitos: [] },
  })
}

/** Pairs of a query string, in order, without those that other programs add to addresses (`utm_*`, `_`). */
export function readPairs(search: string): [string, string][] {
  const pairs: [string, string][] = []
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue
    const [encoded = ''] = part.split('=', 1)
    const name = decode(encoded, 'endereço')
    if (name !== '_' && !name.startsWith('utm_'))
      pairs.push([name, decode(part.slice(encoded.length + 1), name)])
  }
  return pairs
}

/** URLSearchParams would turn broken percent-encoding into replacement characters; here it is the client's error. */
export function decode(text: string, parametro: string): string {
  if (PLAIN.test(text)) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    const what = 'não é UTF-8 bem codificado: escreva acentos e símbolos como %C3%A3'
    throw unreadable(parametro, text, what, cause)
  }
  const typed = readable(decoded)
  if (typed === undefined) throw unreadable(parametro, text, 'traz caracteres de controle: use só texto')
  return typed
}

/** Text that no encoding changes: most names, and every number. */
const PLAIN = /^[\w.,-]*$/

function unreadable(parametro: string, text: string, what: string, cause?: unknown): GasolinaError {
  const valor = quote(text)
  return new GasolinaError('parametro_invalido', `${quote(parametro)}: '${valor}' ${what}.`, {
    erros: [{ parametro: quote(parametro), valor, aceitos: ['texto UTF-8 com codificação de URL'] }],
    cause,
  })
}
