import type { Lugar } from '../../domain/answers/shared-schemas.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { count, dayAndTime, money } from '../../format/words/formatting.ts'

type OfPlace = { lugar: Lugar; sugestoes?: string[] | undefined }

/** A price in a table; a dash for an unknown one. */
export function priceOrDash(value: number | null | undefined): string {
  return typeof value === 'number' ? money(value) : '–'
}

type Price = 'precoMinimo' | 'precoMaximo'

/** The price of a row; doubtful ones get the sign after the digits, the others a blank, to keep the digits aligned. */
export function signed<P extends Price, R extends Record<P, number | null>>(
  rows: readonly R[],
  price: P,
  isDoubtful: (row: R) => boolean,
  sign: string,
): (row: R) => string {
  const none = rows.some(isDoubtful) ? ' ' : ''
  return (row) => `${priceOrDash(row[price])}${isDoubtful(row) ? sign : none}`
}

export function timeOrNever(instante: Instante | null): string {
  return instante ? dayAndTime(instante) : 'nunca'
}

export function omission(n: number): string {
  return count(n, 'preço suspeito omitido', 'preços suspeitos omitidos')
}

/** `em Ponta Verde, Maceió`, `a até 5 km do ponto`. */
export function whereIs({ lugar }: { lugar: Lugar }): string {
  return (lugar.ambito === 'ponto' || lugar.ambito === 'rota') && lugar.municipios.length === 0
    ? lugar.nome
    : `em ${lugar.nome}`
}

/** No station that has `what`, or no sale of `what` so new, where `horas` was asked. */
export function nothingThere(resposta: { lugar: Lugar }, what: string, horas: number | undefined): string {
  return horas === undefined
    ? `Nenhum posto${what && ` com ${what}`} ${whereIs(resposta)}.`
    : `Nenhuma venda${what && ` de ${what}`} ${whereIs(resposta)} de até ${count(horas, 'hora', 'horas')} antes da última coleta.`
}

/** Places with a name like one that was not understood, as a question. */
export function meantInstead({ lugar, sugestoes = [] }: OfPlace): string {
  const isUnderstood = lugar.municipios.length > 0
  return sugestoes.length > 0 && !isUnderstood ? `Talvez ${sugestoes.join(', ')}?` : ''
}
