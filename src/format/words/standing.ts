import type { RespostaPosto } from '../../domain/answers/posto.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { decimal, money, tied } from './formatting.ts'

type Fuel = NonNullable<RespostaPosto['combustiveis'][keyof RespostaPosto['combustiveis']]>
type Priced = Pick<Fuel, 'produto' | 'precoProvavel'>

/** A price below the station's usual is a bargain of few sales: no word calls it cheap. */
export function isBelowUsual({ produto, precoProvavel }: Priced): boolean {
  return precoProvavel > produto.venda.valorDeclarado
}

/** `10º mais barato de 114 no município, com mais 42 a R$ 6,79, R$ 0,065 abaixo da mediana`; by the likely price. */
export function standing(fuel: Priced, posicao: NonNullable<Fuel['posicao']>): string {
  const { colocacao, colocacaoProvavel, empatados, de, diferencaDaMediana, ambito } = posicao
  const declared = fuel.produto.venda.valorDeclarado
  const away = rounded(diferencaDaMediana + fuel.precoProvavel - declared, 3)
  const distance =
    away === 0 ? 'na mediana' : `${money(Math.abs(away))} ${away > 0 ? 'acima' : 'abaixo'} da mediana`
  const where = ambito === 'municipio' ? 'município' : 'estado'
  const rank = `${decimal(colocacaoProvavel ?? colocacao)}º mais barato de ${decimal(de)} no ${where}`
  return isBelowUsual(fuel)
    ? `pelo usual, ${money(fuel.precoProvavel)}, ${rank}, ${distance}`
    : `${rank}${tied(empatados, declared)}, ${distance}`
}
