import { DAY, HOUR } from '../basics/time.ts'

/** Rules that several places keep. Those of one place stand in it. */

/** The source shows sales of ten days, so a sale leaves the state once it is so much older than the newest of all. */
export const WINDOW_DAYS = 10
export const WINDOW_HOURS = WINDOW_DAYS * 24
export const WINDOW = WINDOW_HOURS * HOUR

/** Fewer prices make no median worth judging others by: one wrong receipt of three would be it. */
export const PRICES_FOR_A_MEDIAN = 8

/** Prices, or medians, so near one another count as the same. */
export const NEAR_PERCENT = 2
export const NEAR = NEAR_PERCENT / 100

/** Farther than this from the median of the state a price is not believed, however often it was declared. */
export const ABSURD_PERCENT = 35
/** Farther than this it must be backed: by so many sales in a row, with so many hours between the first and the last. */
export const UNUSUAL_PERCENT = 20
export const CONFIRMING_SALES = 3
export const CONFIRMING_HOURS = 6

/** A station's own price of these days: enough sales that a discount or two do not move it, and none of last week's price. */
export const USUAL_MOST_SALES = 9
export const USUAL_HOURS = 72
/** Fewer have no middle worth the name. */
export const USUAL_FEWEST_SALES = 3
/** More sales in a row are a price, whatever the one before was. */
export const DOUBTFUL_SALES = 3

/** Fewer stations make no market to stand in. */
export const STATIONS_TO_COMPARE = 5
/** So near the median, on either side, no price is cheap or dear. */
export const ORDINARY_PERCENT = 1

/** A fuel's sales that would move its median farther wait until so many collections in a row propose the same. */
export const JUMP_PERCENT = 15
export const AGREEING_COLLECTIONS = 3

/** Places with fewer stations get no rank: the median of one or two is one station's price. */
export const STATIONS_TO_RANK = 3

/** Minimum saving, in percent, for which a station beyond the radius is worth naming. */
export const CHEAPER_PERCENT = 1

/** Days of the past that `posto` and `historico` show by themselves. */
export const HISTORY_DAYS = 30

/** What changed can be asked for so long; after that, everything is to be read anew. */
export const CHANGES_KEPT_DAYS = 30
export const CHANGES_KEPT = CHANGES_KEPT_DAYS * DAY

/** The source's batches appear near :35, so hourly collections begin at :45. */
export const MINUTE_OF_HOUR = 45

/** Up to which part of gasolina's price ethanol pays in a common flex car: what it yields of gasolina, litre for litre. */
export const USUAL_RATIO = 0.7

/** Prices of both at one station, in thousandths of a real. */
export interface Pair {
  alcool: number
  gasolina: number
}

/** A ratio has no more decimals than this tells apart. */
const PARTS = 1_000_000

/** On whole numbers: exactly the ratio still pays. */
export function ethanolPays({ alcool, gasolina }: Pair, razao: number): boolean {
  return alcool * PARTS <= gasolina * Math.round(razao * PARTS)
}

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
