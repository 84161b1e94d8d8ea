import { STALE_HOURS } from '../../domain/facts/rules.ts'
import type { Variacao } from '../../domain/answers/shared-schemas.ts'
import type { Unidade } from '../../domain/facts/fuels.ts'
import { fixed } from '../../domain/basics/numbers.ts'
import { DAY, HOUR, type Instante, MINUTE, toMs } from '../../domain/basics/time.ts'

/** Figures, times and counts as a Brazilian reads them. Written out: loading Intl's data costs a command 10 ms. */
export function decimal(value: number, min = 0, max = 3): string {
  const [whole = '0', fraction = ''] = fixed(Math.abs(value), max).split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(min, '0')
  const sign = value < 0 ? '−' : ''
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')}${kept && `,${kept}`}`
}

/** `R$ 6,37`; the third decimal only when there is one. */
export function money(reais: number): string {
  return `R$ ${decimal(reais, 2)}`
}

/** `R$ 291,06`: a sum to be paid, which has no third decimal. */
export function wholeCents(reais: number): string {
  return `R$ ${decimal(reais, 2, 2)}`
}

/** A change of price with its sign: `+R$ 0,12`. */
export function moneyChange(reais: number): string {
  return `${reais > 0 ? '+' : ''}${money(reais).replace('R$ −', '−R$ ')}`
}

export function percentChange(percentual: number): string {
  return `${percentual > 0 ? '+' : ''}${decimal(percentual, 1, 1)} %`
}

/** `+R$ 0,12 (+1,9 %)`. */
export function bothChanges({ valor, percentual }: NonNullable<Variacao>): string {
  return `${moneyChange(valor)} (${percentChange(percentual)})`
}

/** `1 posto`, `1.114 postos`. */
export function count(n: number, one: string, many: string): string {
  return `${decimal(n)} ${n === 1 ? one : many}`
}

/** Parts of a sentence, or lines of a text, without those that there are not. */
export function together(separator: string, parts: readonly (string | false | 0 | null | undefined)[]) {
  return parts.filter(Boolean).join(separator)
}

/** Names in a sentence; more are counted. */
export const NAMES_TOLD = 3

/** `PILAR, PENEDO, MACEIO e mais 2`. */
export function listed(names: readonly string[], separator = ', '): string {
  const rest = names.length - NAMES_TOLD
  const told = names.slice(0, NAMES_TOLD).join(separator)
  return rest > 0 ? `${told} e mais ${rest}` : told
}

/** `Farol, Poço e Prado`. */
export function joined(names: readonly string[], last = 'e'): string {
  const before = names.slice(0, -1).join(', ')
  return names.length > 1 ? `${before} ${last} ${names.at(-1)}` : names.join()
}

/** An age in words, rounded to minutes, from 90 min to hours, from 48 h to days; `agora` below half a minute and for times in the future. */
export function age(instante: Instante, now: number): string {
  const ms = now - toMs(instante)
  if (ms < MINUTE / 2) return 'agora'
  if (ms < 90 * MINUTE) return `há ${Math.round(ms / MINUTE)} min`
  return ms < 48 * HOUR ? `há ${Math.round(ms / HOUR)} h` : `há ${Math.round(ms / DAY)} dias`
}

/** `16/04/2026 12:00`. */
export function dayAndTime(instante: Instante): string {
  return `${day(instante)} ${instante.slice(11, 16)}`
}

/** `15/04 10:26`. */
export function hourOf(instante: Instante): string {
  return dayAndTime(instante).replace(/\/\d{4}/, '')
}

/** `16/04/2026`, of an instant or a day. */
export function day(instante: string): string {
  return `${instante.slice(8, 10)}/${instante.slice(5, 7)}/${instante.slice(0, 4)}`
}

/** `12.345.678/0001-00`. */
export function punctuatedCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}

/** Unit of a price: `por litro`, `por m³`. */
export function perUnit(unidade: Unidade): string {
  return unidade === 'M3' ? 'por m³' : 'por litro'
}

/** Too old a sale for its price to be called cheap or dear. */
export function isStale(instante: string, agora: string | null): boolean {
  return hoursBetween(instante, agora) > STALE_HOURS
}

export function hoursBetween(instante: string, agora: string | null): number {
  return agora === null ? 0 : (Date.parse(agora) - Date.parse(instante)) / HOUR
}
