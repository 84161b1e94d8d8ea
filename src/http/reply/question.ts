import type { NomeDeConsulta, Pedido } from '../../domain/questions/parameters.ts'
import type { NomeDeRota } from '../../domain/questions/routes.ts'
import { addressOf, namesFuelOtherwise } from '../../domain/questions/question-url.ts'
import { readRequest, refuseParameters } from './params.ts'
import type { Body } from './resource.ts'
import type { RotaGuardada } from './monthly-downloads.ts'

/** A request understood: what is asked, and how to answer it. */
export interface Question {
  /** Equal questions have equal keys, however they were written; undefined: the answer is no function of the commit. */
  key: string | undefined
  body(): Promise<Body>
  /** Hardly anybody will ask it again: an answer kept would only push out what people share. */
  isRare?: boolean
  /** The address of the same question in its own words, when it was asked in others. */
  canonical?: string
}

/** Reads path parameters (still percent-encoded) and query string. Throws GasolinaError for what is wrong in them. */
export type Reader = (path: Readonly<Record<string, string>>, search: string) => Question

export type Readers = Record<Exclude<NomeDeRota, RotaGuardada>, Reader>

/** A route with parameters. */
export function asked<C extends NomeDeConsulta>(
  nome: NomeDeRota,
  consulta: C,
  answer: (pedido: Pedido<C>) => Promise<Body>,
): Reader {
  return (path, search) => {
    const pedido = readRequest(consulta, path, search)
    const pairs = Object.entries(pedido).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const key = `${nome} ${JSON.stringify(pairs)}`
    const question = { key, body: () => answer(pedido), isRare: isFromAPoint(pedido) }
    return namesFuelOtherwise(search, pedido)
      ? { ...question, canonical: addressOf(nome, consulta, pedido) }
      : question
  }
}

/** From where somebody stands, or along the way: everyone asks from another point. */
export function isFromAPoint({ lat, rota }: { lat?: unknown; rota?: unknown }): boolean {
  return lat !== undefined || rota !== undefined
}

/** A route without parameters whose answer only the commit decides. */
export function fixed(nome: NomeDeRota, body: () => Promise<Body>): Reader {
  return (_, search) => {
    refuseParameters(search)
    return { key: nome, body }
  }
}

/** A route without parameters whose answer is made each time. */
export function volatile(body: () => Promise<Body>): Reader {
  return (_, search) => {
    refuseParameters(search)
    return { key: undefined, body }
  }
}
