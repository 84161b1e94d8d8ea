import type { FimDeSemana } from '../../domain/answers/common.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { money } from './formatting.ts'

/** `no fim de semana costuma custar R$ 0,30 a menos: 4 de 4`; holidays are counted as weekends. */
export function weekendHabit({ diferenca, vezes, de }: FimDeSemana): string {
  return `no fim de semana costuma custar ${howMuch(diferenca)}: ${vezes} de ${de}`
}

/** `R$ 0,30 a menos`. */
export function howMuch(diferenca: number): string {
  return `${money(rounded(Math.abs(diferenca), 2))} a ${diferenca < 0 ? 'menos' : 'mais'}`
}
