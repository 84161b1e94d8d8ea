import {
  ABSURD_PERCENT,
  CONFIRMING_HOURS,
  CONFIRMING_SALES,
  DOUBTFUL_SALES,
  NEAR_PERCENT,
  UNUSUAL_PERCENT,
  WINDOW_DAYS,
} from './rules.ts'

/** The rules in the words of every face, made from their numbers. */

const WORDS = ['três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze']

/** `dez`. One and two, which have a gender, and numbers beyond twelve stay figures. */
export function written(n: number): string {
  return WORDS[n - 3] ?? String(n)
}

/** How long a sale counts. */
export const JANELA = `${written(WINDOW_DAYS)} dias`
export const NA_JANELA = `nos últimos ${JANELA}`

/** How far apart prices are that count as the same. */
export const PERTO = `${NEAR_PERCENT} %`

/** So many sales that a price may be in doubt. */
export const ATE_POUCAS_VENDAS = `até ${written(DOUBTFUL_SALES)} vendas`
export const POUCAS_VENDAS = `uma a ${written(DOUBTFUL_SALES)} vendas`

export const REGRA_DOS_SUSPEITOS =
  `Ficam fora os preços a mais de ${ABSURD_PERCENT} % da mediana estadual do combustível e, entre ${UNUSUAL_PERCENT} % e ` +
  `${ABSURD_PERCENT} %, os que o posto não sustentou com ao menos ${CONFIRMING_SALES} vendas seguidas a até ${PERTO} deles, ao longo de ` +
  `${CONFIRMING_HOURS} horas ou mais.`
