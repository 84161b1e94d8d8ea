import type { Entrada } from '../../domain/answers/precos.ts'
import { decimal } from '../../format/words/formatting.ts'
import { reais } from './figures.ts'

type Suspeito = NonNullable<Entrada['suspeito']>

/** `parece erro da nota`; only a price that sales may still back is said to wait for them. */
export function doubtAbout({ motivo }: Suspeito): string {
  return motivo === 'sem_confirmacao' ? 'ainda não foi confirmado' : 'parece erro da nota'
}

/** `parece erro da nota: está 52 % abaixo da mediana do estado (R$ 5,29)`. */
export function reasonOf(suspeito: Suspeito): string {
  const { desvio, referencia } = suspeito
  const away = `${decimal(Math.abs(desvio), 0, 0)}\u00A0% ${desvio < 0 ? 'abaixo' : 'acima'}`
  return `${doubtAbout(suspeito)}: está ${away} da mediana do estado (${reais(referencia)})`
}

/** What becomes of the price. */
export function outcomeOf({ motivo }: Suspeito): string {
  return motivo === 'sem_confirmacao'
    ? 'fica fora das listas até que mais vendas o confirmem'
    : 'fica fora das listas; não conte com ele'
}
