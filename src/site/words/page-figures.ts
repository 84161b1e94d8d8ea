import type { VariacaoDaMediana } from '../../domain/answers/shared-schemas.ts'
import { fewerKnown } from '../../domain/past/periods.ts'
import { OLD_HOURS } from '../../domain/facts/rules.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { day, decimal, hoursBetween } from '../../format/words/formatting.ts'
import { type Html, html } from '../markup/html.ts'

const NBSP = '\u00A0'

/** `R$ 6,37`: two decimals as on pumps; order and bands use the exact value. */
export function reais(value: number): string {
  return `R$${NBSP}${decimal(value, 2, 2)}`
}

/** Cents, by which two prices that are printed alike count as one. */
export function toCents(value: number): number {
  return Math.round(rounded(value, 2) * 100)
}

/** `R$ 0,10`: the difference of two prices as printed, which the exact one may miss by a cent. */
export function differenceInReais(a: number, b: number): string {
  const difference = Math.abs(toCents(a) - toCents(b))
  return difference === 0 ? `menos de ${reais(0.01)}` : reais(difference / 100)
}

/** A sentence of the API with its exact prices in two decimals. */
export function withReais(sentence: string): string {
  return sentence.replaceAll(/R\$ (\d+),(\d{2,3})(?!\d)/g, (_, whole, rest) =>
    reais(Number(`${whole}.${rest}`)),
  )
}

/** `0,12` without a sign: the words around it say the direction. */
export function cents(value: number): string {
  return decimal(Math.abs(value), 2, 2)
}

export function percent(value: number): string {
  return `${decimal(Math.abs(value), 1, 1)}${NBSP}%`
}

/** Never `0,0 km`. */
export function km(value: number): string {
  if (value < 0.1) return `menos de 100${NBSP}m`
  return `${value < 10 ? decimal(value, 1, 1) : decimal(value, 0, 0)}${NBSP}km`
}

export function counted(n: number, one: string, many: string): string {
  return `${decimal(n)}${NBSP}${n === 1 ? one : many}`
}

/** The newest sales in a row: `13 vendas` at exactly the price, else `30 vendas quase iguais` near it, else `só a última venda`: it may have cost as much before. */
export function salesTold(atPrice: number, nearIt = atPrice): string {
  if (atPrice > 1) return counted(atPrice, 'venda', 'vendas')
  return nearIt > 1 ? `${counted(nearIt, 'venda', 'vendas')} quase iguais` : 'só a última venda'
}

/** A time that the script turns into an age, as the page may be hours old. */
export function moment(instante: string): Html {
  return html`<time datetime="${instante}">${shortTime(instante)}</time>`
}

/** The same with its year, for paper: `21/11/2026, 13:17`. */
export function datedMoment(instante: string): Html {
  return html`<time datetime="${instante}">${day(instante)}, ${instante.slice(11, 16)}</time>`
}

/** The time of a sale, marked once it is old; `agora`: of the collection, the script goes on counting. */
export function saleMoment(instante: string, agora: string | null): Html {
  const isOld = hoursBetween(instante, agora) > OLD_HOURS
  return html`<time class="sale${isOld && ' old'}" datetime="${instante}">${shortTime(instante)}</time>`
}

/** A time that the script does not turn into an age. */
export function fixedMoment(instante: string): Html {
  return html`<time class="fixed" datetime="${instante}">${shortTime(instante)}</time>`
}

/** `21/11`, of a day or an instant. */
export function dayAndMonth(instante: string): string {
  return `${instante.slice(8, 10)}/${instante.slice(5, 7)}`
}

/** `21/11, 13:17`. */
export function shortTime(instante: string): string {
  return `${dayAndMonth(instante)}, ${instante.slice(11, 16)}`
}

/** ` (coleta de 22/11, 09:44)`. */
export function collected(coleta: string | null | undefined): string {
  return coleta ? ` (coleta de ${shortTime(coleta)})` : ''
}

interface Weekly {
  /** Stations of which the median is now. */
  postos: number
  variacao: { semana: VariacaoDaMediana }
}

/** `Caiu 0,8 % na semana.`, of a median; `Estável` where it rounds to no tenth of a percent. Undefined if unknown, or of other stations. */
export function trend({ postos, variacao: { semana } }: Weekly): string | undefined {
  if (!semana || fewerKnown(semana.postos, postos)) return undefined
  const { valor, percentual } = semana
  if (percentual === 0) return valor === 0 ? 'Não mudou na semana.' : 'Estável na semana.'
  return `${valor < 0 ? 'Caiu' : 'Subiu'} ${percent(percentual)} na semana.`
}
